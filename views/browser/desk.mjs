// What the tests of the playground are written with.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { browser, watch } from './driver.mjs';

export const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
export const address = process.argv[2];
export const chrome = await browser();
let checks = 0;

/** How many things were held against what is wanted. */
export const checked = () => checks;

export function is(found, wanted, what) {
  checks += 1;
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: found ${a}, wanted ${b}`);
}

export function holds(condition, what) {
  checks += 1;
  if (!condition) throw new Error(what);
}

/** Opens the playground, in which what `watch` finds is a failure. `parts` are answers in place of
 *  files; what fails to load because of them is said on the console, and is no failure. */
export async function opened(fragment = '', options = {}, parts = {}) {
  const context = await chrome.newContext({ viewport: { width: 1400, height: 900 },
    reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'], ...options });
  const page = await context.newPage(), wrong = [];
  page.setDefaultTimeout(20000);
  const spoilt = Object.keys(parts).length > 0;
  watch(page, address, text => {
    if (!spoilt || !text.startsWith('console: Failed to load')) wrong.push(text);
  });
  for (const [file, answer] of Object.entries(parts)) {
    await page.route(`**/${file}`, route => (answer ? answer(route) : route.fulfill(GONE)));
  }
  if (options.clock) await page.clock.install();
  await page.goto(`${address}playground.html${fragment}`);
  if (!options.clock) await page.waitForSelector('body[data-state]');
  const close = async () => {
    is(wrong, [], 'nothing goes wrong');
    await context.close();
  };
  return { page, close };
}

const GONE = { status: 404, body: '' };

export const inside = page => page.frames().find(frame => frame.url().endsWith('player.html'));
export const facts = page => inside(page).evaluate(() => window.iocpSim.facts());
export const at = (page, n) =>
  inside(page).waitForFunction(wanted => window.iocpSim?.facts()?.step === wanted, n);
export const text = page => page.inputValue('#text');
export const shows = (page, wanted) =>
  page.waitForFunction(words => document.querySelector('#text').value === words, wanted);
export const says = (page, id, words) => page.waitForFunction(
  ([id, words]) => document.querySelector(id).textContent.includes(words), [id, words]);
export const reads = (page, words) => page.waitForFunction(
  words => document.querySelector('#text').value.includes(words), words);
export const offered = (page, after) =>
  says(page, '#offered', after ? `after step ${after}:` : 'first:');

/** Presses a key in the player. */
export async function key(page, name) {
  await inside(page).locator('body').click({ position: { x: 4, y: 4 } });
  await page.keyboard.press(name);
}

/** Does something that has a text played, and waits for what comes of it. */
export async function played(page, act) {
  await page.evaluate(() => { document.body.dataset.state = 'waiting'; });
  await act();
  await page.waitForSelector('body[data-state=fault], body[data-state=played]');
}

export const write = (page, words) => played(page, () => page.evaluate(typed => {
  const field = document.querySelector('#text');
  field.value = typed;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}, words));

export const LIFO = 'port P limit 1\nthread A B\nA: get P\nB: get P\npost P key=7\n';
export const UNTIDY = 'port  P limit 1\nthread A\nA:  get P # waits\npost P key=0x2\n';
export const RACE = 'port P limit 1\nthread A\nconcurrently\n    A: get P poll\nand\n'
  + '    post P key=1\nend\nsometimes A got key=1\nnever A timeout\n';

/** Every order of these would take a billion states. */
export const MANY = `port P limit 2\nthread ${[...'ABCDE'].join(' ')}\nconcurrently\n${[...'ABCDE']
  .map(name => `    ${name}: get P poll\n`.repeat(20)).join('and\n')}end\npost P\n`;

/** A worker that knows no lesson, answers nothing else, and says when it is asked. */
const STUCK = `onmessage = ({ data }) => {
  if (data === 'lessons') return postMessage({ answer: { lessons: [] } });
  if (data instanceof WebAssembly.Module) return;
  postMessage({ begins: true });
  fetch('begun');
};`;

/** Opens the playground with a worker that is stuck, once that was asked; the next works. */
export async function openedStuck() {
  let resolve, works = false;
  const promise = new Promise(done => { resolve = done; });
  const worker = route => (works ? route.continue()
    : route.fulfill({ contentType: 'text/javascript', body: STUCK }));
  const begun = async route => {
    await route.fulfill({ status: 204 });
    resolve();
  };
  const desk = await opened('', { clock: true }, { 'worker.js': worker, begun });
  await promise;
  works = true;
  await desk.page.clock.runFor(400);
  await desk.page.waitForSelector('#looking:not([hidden])');
  return desk;
}

export async function isReadable(frame, where) {
  await frame.evaluate(AXE);
  const { violations } = await frame.evaluate(() =>
    window.axe.run(document, { resultTypes: ['violations'] }));
  const serious = violations.filter(one => ['serious', 'critical'].includes(one.impact));
  is(serious.map(one => `${one.id}: ${one.nodes[0].html}`), [], `axe at ${where}`);
}
