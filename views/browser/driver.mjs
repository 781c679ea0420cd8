// The browser that the tests drive, a Chromium without a window: the one that BROWSER names, else
// the first on the path.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

// Nothing but the pages is asked for.
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

export async function browser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = folders.flatMap(folder => NAMES.map(name => join(folder, name))).find(existsSync);
  const executablePath = process.env.BROWSER ?? found;
  if (!executablePath) throw new Error('there is no Chromium: install it, or name it in BROWSER');
  return chromium.launch({ executablePath, args: QUIET });
}

/** Opens a place as if for the first time, and waits until it stands. */
export async function open(page, address, hash) {
  await page.goto('about:blank');
  await page.goto(`${address}#${hash}`);
  await page.evaluate(() => document.fonts.ready);
  await drawn(page);
}

/** What the page is about to draw is drawn: it draws itself anew in the next frame when its fonts
 *  are there, and when its window has another size. */
export const drawn = page => page.evaluate(() => new Promise(done =>
  requestAnimationFrame(() => requestAnimationFrame(done))));

/** No error on the console, no request but for what begins with the address. */
export function watch(page, address, fault) {
  page.on('console', message => {
    if (message.type() === 'error') fault(`console: ${message.text()}`);
  });
  page.on('pageerror', error => fault(`error: ${error.message}`));
  page.on('request', request => {
    const to = request.url(), own = to.startsWith(address) || /^(data|blob|about):/.test(to);
    if (!own) fault(`asks for ${to}`);
  });
}
