// The browser that the tests drive: a Chromium of the machine, without network.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];

export async function browser() {
  const executablePath = PLACES.find(path => path && existsSync(path));
  if (!executablePath) throw new Error('there is no Chromium: install it, or name it in CHROMIUM');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** No error on the console, no request but for the file. */
export function watch(page, address, fault) {
  page.on('console', message => {
    if (message.type() === 'error') fault(`console: ${message.text()}`);
  });
  page.on('pageerror', error => fault(`error: ${error.message}`));
  page.on('request', request => {
    const to = request.url();
    if (to.split('#')[0] !== address && to !== 'about:blank' && !to.startsWith('data:')) fault(`asks for ${to}`);
  });
}
