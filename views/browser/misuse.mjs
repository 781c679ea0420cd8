// A page that somebody means ill with: long names, names that mislead, thousands of threads and
// notes, a story that goes on, and links that ask for what there is not.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { watch } from './driver.mjs';

const WIDTHS = [[1280, 800], [1000, 700], [390, 844]];
const MANY = 3000, ELEMENTS = 1500;

/** Pages that are made of the one in the file, with other data; then the one itself, by links. */
export async function misuse(context, file, fault) {
  const folder = mkdtempSync(join(tmpdir(), 'iocp-sim-page-')), html = readFileSync(file, 'utf8');
  const open = async (name, change) => {
    const path = join(folder, `${name}.html`), address = pathToFileURL(path).href;
    writeFileSync(path, changed(html, change));
    const page = await context.newPage();
    page.setDefaultTimeout(20000);
    watch(page, address, text => fault(`${name}: ${text}`));
    await page.goto(address);
    return { page, address };
  };
  try {
    await longNames(await open('names', misnamed), fault);
    await manyOfAll(await open('many', multiplied), fault);
    await links(await open('links', data => data), fault);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const DATA = /(<script type="application\/json" id="data">)(.*?)(<\/script>)/s;

const changed = (html, change) => html.replace(DATA, (_, head, text, tail) =>
  head + JSON.stringify(change(JSON.parse(text))).replaceAll('<', '\\u003c') + tail);

/** The first thread is called `nobody`, the others, devices and ports have 300 letters. */
function misnamed(data) {
  const { ports, threads, devices } = data.variants[0];
  const names = [...threads.map(({ name }) => name), ...devices, ...ports.map(([name]) => name)];
  const other = new Map(names.map((name, n) => [name, n ? `N${'a'.repeat(298)}${n}` : 'nobody']));
  const rename = value => {
    if (typeof value === 'string') {
      return value.replace(/[A-Za-z_]\w*/g, word => other.get(word) ?? word);
    }
    if (Array.isArray(value)) return value.map(rename);
    if (!value || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, rename(of)]));
  };
  const question = 'Q'.repeat(3000), title = 'T'.repeat(3000);
  return { ...data, title, question, variants: rename(data.variants) };
}

/** Thousands of threads that do nothing and of notes, and a story that goes on. */
function multiplied(data) {
  for (const variant of data.variants) {
    const { threads, strings, steps } = variant;
    for (let n = 0; n < MANY; n += 1) threads.push({ name: `more_${n}`, lines: [], program: [] });
    strings.push('A note.');
    if (steps.length) steps.at(-1).n = Array(MANY).fill(strings.length - 1);
    variant.cut = true;
    variant.remarks = ['The story goes on for 7 steps, too many for a trace.'];
  }
  return data;
}

const part = (page, name) => page.locator(`[data-part=${name}]`);

/** Goes to a step by the field for it, which a narrow page hides. */
const to = (page, step) => part(page, 'jump').evaluate((jump, n) => {
  jump.value = n;
  jump.dispatchEvent(new Event('change', { bubbles: true }));
}, step);

async function longNames({ page, address }, fault) {
  const last = Number(await page.getAttribute('#player', 'data-last'));
  for (const [width, height] of WIDTHS) {
    await page.setViewportSize({ width, height });
    for (let step = 0; step <= last; step += Math.max(1, Math.floor(last / 20))) {
      await to(page, step);
      const { wide, under } = await page.evaluate(() => {
        const box = name => document.querySelector(`[data-part=${name}]`).getBoundingClientRect();
        return { wide: document.documentElement.scrollWidth - innerWidth,
          under: box('told').bottom - box('stage').top };
      });
      if (wide > 0) fault(`long names, ${width} step ${step}: the page is ${wide} px too wide`);
      if (under > 1) fault(`long names, ${width} step ${step}: what is told covers the picture`);
    }
  }
  await judged(page, address, fault);
}

/** An answer is right by its place, whatever the threads are called. */
async function judged(page, address, fault) {
  const asked = await page.evaluate(() => {
    const { steps, answers } = JSON.parse(document.getElementById('data').textContent).variants[0];
    const n = steps.findIndex(({ q }) => q && answers[q[1]].some(([, text]) => text === 'nobody'));
    return n < 0 ? null : { n, right: steps[n].q[2], count: answers[steps[n].q[1]].length };
  });
  for (let place = 0; place < (asked?.count ?? 0); place += 1) {
    await page.goto('about:blank');
    await page.goto(`${address}#step=${asked.n}&predict`);
    await part(page, 'next').click();
    await page.locator('.choices button').nth(place).click();
    const verdict = await page.locator('.verdict').textContent();
    if (verdict.startsWith('✓') !== (place === asked.right)) fault(`answer ${place}: ${verdict}`);
  }
}

async function manyOfAll({ page }, fault) {
  const last = Number(await page.getAttribute('#player', 'data-last'));
  for (const step of [0, last]) {
    await to(page, step);
    const count = await page.locator('#player *').count();
    if (count > ELEMENTS) fault(`many threads and notes, step ${step}: ${count} elements`);
  }
  if (!last) return;
  const end = await part(page, 'ending').textContent();
  if (!end.startsWith('Here the trace stops') || !end.includes('goes on for 7 steps')) {
    fault(`the end of a story that goes on says: ${end}`);
  }
  if (end.includes('lesson')) fault('a lesson comes after a story that goes on');
}

async function links({ page, address }, fault) {
  const fresh = async hash => {
    await page.goto('about:blank');
    await page.goto(`${address}#${hash}`);
  };
  await fresh('theme=zzz');
  await page.keyboard.press('t');
  const theme = await page.evaluate(() => document.documentElement.dataset.theme);
  if (theme !== 'light') fault(`after an unknown theme the key leads to ${theme}`);
  await fresh('compare=1');
  const boards = await page.locator('.board')
    .evaluateAll(all => all.map(one => one.dataset.variant));
  const compare = part(page, 'compare'), able = await compare.isVisible()
    && await compare.getAttribute('aria-disabled') !== 'true';
  if (able && boards.join() !== '0,1') fault(`compared are ${boards}`);
  await fresh('step=0');
  await overtaken(page, fault);
}

/** An address that changes while the step is about to be written into it is read. */
async function overtaken(page, fault) {
  const step = await page.evaluate(async () => {
    const root = document.getElementById('player'), jump = root.querySelector('[data-part=jump]');
    const read = new Promise(done => addEventListener('hashchange', done, { once: true }));
    const due = [], { setTimeout } = globalThis;
    globalThis.setTimeout = act => due.push(act);
    jump.value = root.dataset.last;
    jump.dispatchEvent(new Event('change', { bubbles: true }));
    globalThis.setTimeout = setTimeout;
    location.hash = 'step=1';
    // The step is due to be written before anybody is told of the other address.
    for (const act of due) act();
    await read;
    return root.dataset.step;
  });
  if (step !== '1') fault(`an address that was changed leads to step ${step}`);
}
