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
