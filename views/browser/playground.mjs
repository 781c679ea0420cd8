// The playground as people use it: node playground.mjs ADDRESS, with BROWSER naming the browser.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const address = process.argv[2];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const browser = await chromium.launch({ executablePath: process.env.BROWSER ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
let checks = 0;

function is(found, wanted, what) {
  checks += 1;
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: found ${a}, wanted ${b}`);
}

function holds(condition, what) {
  checks += 1;
  if (!condition) throw new Error(what);
}

// Opens the playground, in which any message of an error or a request elsewhere is a failure.
async function opened(fragment = '', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on('console', message => { if (message.type() === 'error') wrong.push(`console: ${message.text()}`); });
  page.on('pageerror', error => wrong.push(`error: ${error.message}`));
  page.on('request', request => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(address)) wrong.push(`request: ${request.url()}`); });
  await page.goto(`${address}playground.html${fragment}`);
  await page.waitForSelector('body[data-state]');
  return { page, wrong, close: async () => { is(wrong, [], 'nothing goes wrong'); await context.close(); } };
}

const player = page => page.frameLocator('#player');
/** Presses a key in the player. */
async function key(page, name) {
  await player(page).locator('body').click({ position: { x: 4, y: 4 } });
  await page.keyboard.press(name);
}

const facts = page => page.frames().find(frame => frame.url().endsWith('player.html')).evaluate(() => window.iocpSim.facts());
const at = (page, n) => page.frames().find(frame => frame.url().endsWith('player.html')).waitForFunction(n => window.iocpSim?.facts()?.step === n, n);

async function write(page, text) {
  await page.fill('#text', '');
  await page.evaluate(() => { document.body.dataset.state = 'waiting'; });
  await page.fill('#text', text);
  await page.waitForSelector('body[data-state=fault], body[data-state=played]');
}

const cases = {
  async 'a scenario that is written is played, and its end is what the simulator says'() {
    const { page, close } = await opened();
    await write(page, 'port P limit 1\nthread A B\nA: get P\nB: get P\npost P key=7\n');
    await key(page, 'End');
    await at(page, 3);
    const { ports } = await facts(page);
    is([ports[0].waiting, ports[0].released], [['A'], ['B']], 'the newest is released');
    await key(page, 'ArrowLeft');
    await at(page, 2);
    await close();
  },
  async 'a fault is shown where it is, and the player keeps what it had'() {
    const { page, close } = await opened();
    await write(page, 'port P\nthread A\nA: gte P\n');
    const fault = await page.textContent('#fault');
    holds(fault.startsWith('Line 3, column 4:') && fault.includes('get'), fault);
    is(await page.textContent('#marks u'), 'gte', 'the stretch is underlined');
    is(await page.locator('#numbers .bad').textContent(), '3', 'the line is marked');
    await close();
  },
  async 'what if goes on from a step, is played, and is undone'() {
    const { page, close } = await opened();
    const text = 'port P limit 1\nthread A B\nA: get P\nB: get P\npost P key=7\n';
    await write(page, text);
    await key(page, 'Home');
    await at(page, 0);
    await key(page, 'ArrowRight');
    await at(page, 1);
    await page.getByRole('button', { name: 'What if: post P key=1' }).click();
    await at(page, 2);
    is((await facts(page)).ports[0].released, ['A'], 'A gets it, since B does not wait');
    holds((await page.inputValue('#text')).includes('post P key=1'), 'the branch is a scenario');
    await page.fill('#whatif input', 'A: nap');
    await page.click('#whatif form button');
    await page.waitForFunction(() => document.querySelector('#whatif .fails')?.textContent.includes('nap'));
    await page.click('#undo');
    await page.waitForFunction(wanted => document.querySelector('#text').value === wanted, text);
    await at(page, 1);
    await close();
  },
  async 'a group is explored, and one walks to a witness and to a counterexample'() {
    const { page, close } = await opened();
    await write(page, 'port P limit 1\nthread A\nconcurrently\n    A: get P poll\nand\n    post P key=1\nend\nsometimes A got key=1\nnever A timeout\n');
    await page.click('#tab-holds');
    holds((await page.textContent('#holds')).includes('2 ends'), 'both ends are found');
    await page.getByRole('button', { name: 'Walk to a counterexample' }).click();
    await page.waitForFunction(() => document.querySelector('#text').value.includes('expect A timeout'));
    await page.click('#undo');
    await page.getByRole('button', { name: 'Walk to a witness' }).click();
    await page.waitForFunction(() => document.querySelector('#text').value.includes('expect A got key=1'));
    await close();
  },
  async 'a link leads to the same scenario and step'() {
    const { page, close } = await opened('#lesson=lifo&step=5');
    await at(page, 5);
    const before = await facts(page), text = await page.inputValue('#text');
    await page.waitForFunction(() => location.hash.startsWith('#s='));
    const fragment = new URL(page.url()).hash;
    await close();
    const again = await opened(fragment);
    await at(again.page, 5);
    is(await again.page.inputValue('#text'), text, 'the text');
    is(await facts(again.page), before, 'the picture');
    await again.close();
  },
  async 'a damaged link says so'() {
    const { page, close } = await opened('#s=AAAA&step=2');
    await page.waitForSelector('body[data-state]');
    await close();
  },
  async 'axe finds nothing serious, dark and light, wide and narrow'() {
    for (const colorScheme of ['light', 'dark']) {
      for (const width of [1400, 390]) {
        const { page, close } = await opened('#lesson=pause&step=4', { colorScheme, viewport: { width, height: 844 } });
        await at(page, 4);
        for (const frame of page.frames()) {
          await frame.evaluate(axe);
          const { violations } = await frame.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
          const serious = violations.filter(one => ['serious', 'critical'].includes(one.impact));
          is(serious.map(one => `${one.id}: ${one.nodes[0].html}`), [], `axe at ${width}, ${colorScheme}`);
        }
        await close();
      }
    }
  },
  'at its end a lesson of the site leads to the next one, and dark text is readable': async () => {
    const page = await browser.newPage({ colorScheme: 'dark' });
    await page.goto(`${address}lessons/over-limit.html#step=11`);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run('.ending'));
    is(violations.map(one => one.id), [], 'axe at the end');
    await page.locator('.ending .next a').click();
    await page.waitForURL('**/lessons/self-post.html');
    is(await page.locator('h1').textContent(), 'A worker posts to its own port', 'the next lesson');
    await page.close();
  },
};

let failed = 0;
for (const [name, run] of Object.entries(cases)) {
  try {
    await Promise.race([run(), new Promise((_, late) => setTimeout(() => late(new Error('it took longer than a minute')), 60000).unref())]);
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n        ${error.message}`);
  }
}
await browser.close();
console.log(`playground: ${Object.keys(cases).length - failed} of ${Object.keys(cases).length} cases hold, ${checks} checks`);
process.exit(failed ? 1 : 0);
