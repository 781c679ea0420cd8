// The page as people see it: node page.mjs FOLDER, which has NAME.html with NAME.trace.json.
// Each page is opened from the disk, held against its trace at every step, and used. What takes long
// and is much the same on all of them (ears and misuse) is done on each third page; with EVERY_PAGE=1
// on all.

import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { asking } from './asks.mjs';
import { charted, toChart } from './chart.mjs';
import { browser, watch } from './driver.mjs';
import { seen, toSee } from './drawn.mjs';
import { ears } from './ears.mjs';
import { shown, wanted } from './facts.mjs';
import { useKeys } from './keys.mjs';
import { misuse } from './misuse.mjs';
import { stays } from './stays.mjs';
import { stories } from './stories.mjs';
import { useIt } from './uses.mjs';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const LOOKS = [['light', 1280, 800], ['dark', 1280, 800], ['light', 390, 844], ['dark', 390, 844]];

const folder = process.argv[2];
if (!folder) throw new Error('usage: node page.mjs FOLDER');
const names = readdirSync(folder).filter(file => file.endsWith('.html'))
  .map(file => file.slice(0, -5)).sort();
if (!names.length) throw new Error(`there is no page in ${folder}`);

const THOROUGH = process.env.EVERY_PAGE ? 1 : 3;

const chrome = await browser();
let wrong = 0;
const queue = [...names];
await Promise.all([1, 2, 3].map(worker));
await chrome.close();
console.log(`${names.length - wrong} of ${names.length} pages are right`);
process.exit(wrong ? 1 : 0);

async function worker() {
  for (let name = queue.shift(); name; name = queue.shift()) {
    const began = Date.now(), faults = await check(name);
    wrong += faults.length ? 1 : 0;
    const head = `${faults.length ? 'FAIL' : 'ok  '} ${name} (${Date.now() - began} ms)`;
    console.log([head, ...faults].join('\n     '));
  }
}

async function check(name) {
  const trace = JSON.parse(readFileSync(join(folder, `${name}.trace.json`), 'utf8'));
  const file = resolve(folder, `${name}.html`), address = pathToFileURL(file).href;
  const faults = [], fault = text => faults.push(text);
  const context = await chrome.newContext({ viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  watch(page, address, fault);
  try {
    await page.goto(address);
    await compareAll(page, trace, fault);
    await useIt(page, trace, address, fault);
    await asking(page, trace, address, fault);
    await useKeys(page, trace, address, fault);
    await stays(page, address, fault);
    if (names.indexOf(name) % THOROUGH === 0) {
      await ears(page, trace, address, fault);
      await misuse(context, file, fault);
    }
    if (name === names[0]) await stories(context, file, fault);
    if (trace.steps.length <= 200) await looks(page, address, fault);
  } catch (error) {
    fault(String(error.stack || error).split('\n').slice(0, 3).join(' '));
  }
  await context.close();
  return faults;
}

/** Every step forwards and back again from the end: what is shown is what the trace says. */
async function compareAll(page, trace, fault) {
  const last = trace.steps.length, every = Math.max(1, Math.floor(last / 400));
  const there = [];
  for (let n = 0; n <= last; n += every) there.push(n);
  if (there.at(-1) !== last) there.push(last);
  const right = wanted(trace, there);
  const faults = await page.evaluate(shown, { order: [...there, ...[...there].reverse()], right });
  const rest = last <= 200 ? await page.evaluate(seen,
    { seen: toSee(trace), names: Object.keys(trace.threads) }) : [];
  const chart = await page.evaluate(charted, toChart(trace));
  for (const list of [faults, rest, chart]) for (const text of list.slice(0, 5)) fault(text);
}

/** axe-core finds nothing serious at start, middle and end, in both schemes and two widths. */
async function looks(page, address, fault) {
  for (const [scheme, width, height] of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.goto(`${address}#step=0`);
    await page.evaluate(AXE);
    const last = Number(await page.getAttribute('#player', 'data-last'));
    for (const step of [0, Math.ceil(last / 2), last]) {
      const found = await page.evaluate(async to => {
        const { dataset } = document.getElementById('player');
        const read = new Promise(done => addEventListener('hashchange', done, { once: true }));
        location.hash = `step=${to}`;
        if (dataset.step !== String(to)) await read;
        if (dataset.step !== String(to)) throw new Error(`the address leads to ${dataset.step}`);
        const wide = document.documentElement.scrollWidth - innerWidth;
        const { violations } = await axe.run(document, { resultTypes: ['violations'] });
        const serious = violations.filter(({ impact }) =>
          impact === 'serious' || impact === 'critical');
        const rows = serious.map(({ id, nodes }) => `${id} at ${nodes[0].target} ${
          nodes[0].failureSummary.split('\n').slice(1, 2)}`);
        const hidden = [...document.querySelectorAll('.told b')].filter(chip => !chip.offsetWidth);
        if (hidden.length) rows.push(`the name ${hidden[0].textContent} is not seen`);
        return wide > 1 ? [...rows, `the page is ${wide} px too wide`] : rows;
      }, step);
      for (const text of found) fault(`${scheme} ${width} step ${step}: ${text}`);
    }
  }
}
