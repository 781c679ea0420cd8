// Pictures of pages, to be looked at: node pictures.mjs FOLDER OUT [NAME...].
// Each page at its start, middle and end, at three widths, light and dark.

import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browser } from './driver.mjs';

const SIZES = { 1280: 800, 820: 1180, 390: 844 };
const [folder, out, ...names] = process.argv.slice(2);
const pages = readdirSync(folder).filter(file => file.endsWith('.html'))
  .map(file => file.slice(0, -5)).filter(name => !names.length || names.includes(name));
mkdirSync(out, { recursive: true });
const chrome = await browser();
for (const scheme of ['light', 'dark']) {
  for (const [width, height] of Object.entries(SIZES)) {
    const context = await chrome.newContext({ colorScheme: scheme, reducedMotion: 'reduce',
      viewport: { width: +width, height } });
    const page = await context.newPage();
    for (const name of pages) {
      await page.goto(pathToFileURL(resolve(folder, `${name}.html`)).href);
      const last = await page.evaluate(() =>
        Number(document.getElementById('player').dataset.last));
      for (const step of new Set([0, Math.ceil(last / 2), last])) {
        await page.evaluate(to => { location.hash = `step=${to}`; }, step);
        await page.locator(`#player[data-step="${step}"]`).waitFor();
        await page.screenshot({ path: join(out, `${name}-${scheme}-${width}-${step}.png`) });
      }
    }
    await context.close();
  }
}
await chrome.close();
