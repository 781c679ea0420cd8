// Stories that no lesson tells: three ports, another story in the same player, and a lesson that
// stands on a site.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { watch } from './driver.mjs';
import { goTo } from './keys.mjs';

const DATA = /(<script type="application\/json" id="data">)(.*?)(<\/script>)/s;

export async function stories(context, file, fault) {
  const folder = mkdtempSync(join(tmpdir(), 'iocp-sim-story-'));
  const path = join(folder, 'story.html'), address = pathToFileURL(path).href;
  const html = readFileSync(file, 'utf8');
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  watch(page, address, text => fault(`three ports: ${text}`));
  const same = (what, is, should) => {
    if (JSON.stringify(is) !== JSON.stringify(should)) {
      fault(`${what}: ${JSON.stringify(is)}, not ${JSON.stringify(should)}`);
    }
  };
  const data = text => JSON.parse(text.match(DATA)[2]), base = data(html);
  writeFileSync(path, html.replace(DATA, (_, head, __, tail) =>
    head + JSON.stringify(threePorts(base)) + tail)
    .replace('iocpSimPlayer.mount(', 'globalThis.player = iocpSimPlayer.mount('));
  try {
    await page.goto(`${address}#step=0`);
    await boards(page, same);
    await links(page, address, same);
    await updated(page, same);
    await onSite(context, html, base, fault, same);
  } finally {
    rmSync(folder, { recursive: true });
    await page.close();
  }
}

/** Posts to three ports in turn, and nothing between; then two threads run on one processor. */
function threePorts({ version, profile, rules }) {
  const ports = ['P', 'Q', 'R'], strings = [], text = words => {
    if (!strings.includes(words)) strings.push(words);
    return strings.indexOf(words);
  };
  const step = (event, changes, port) => ({ e: text(event), l: 1, s: [text(`${event}.`)],
    m: port ? [[text(port), text('p1'), text('post'), text('queue'), Object.keys(rules)[0]]] : [],
    d: changes });
  const steps = [step('A: sleep', []), step('post Q key=1', [[7, 0, 0, 1]], 'Q'),
    step('A: sleep', []), step('post R key=1', [[14, 0, 0, 2]], 'R'), step('A: sleep', []),
    step('post P key=1', [[0, 0, 0, 3]], 'P'), step('A: sleep', []),
    step('close R', [[20, 1, 1, 1]]),
    step('A: get P', [[2, 0, 0, 0]]), step('B: get Q', [[9, 0, 0, 1]])];
  const variant = { port: 'P', limit: 1, ports: ports.map(port => [port, 1]),
    threads: ['A', 'B'].map(name => ({ name, lines: [1], program: ['sleep'] })), devices: [],
    packets: [['1', 0, 'SUCCESS'], ['1', 0, 'SUCCESS'], ['1', 0, 'SUCCESS']], answers: [], steps };
  // The other limit stands at another place than its number.
  const other = { ...variant, limit: 7, of: steps.map((_, n) => n + 1),
    ports: [['P', 7], ['Q', 1], ['R', 1]] };
  for (const one of [variant, other]) one.strings = strings;
  return { version, title: 'Three', question: null, profile, processors: 1, rules, sources: {},
    variants: [variant, other] };
}

const open = page => page.locator('.board:not(.folded)').evaluateAll(all =>
  all.map(board => board.dataset.port).join());

/** Which board is open is said by the steps up to this one, however one comes there. */
async function boards(page, same) {
  const should = ['P', 'P', 'Q', 'Q', 'R', 'R', 'P', 'P', 'R', 'P', 'Q'];
  for (const from of [0, should.length - 1, 4]) {
    for (const n of should.keys()) {
      await goTo(page, from);
      await goTo(page, n);
      same(`three ports, from step ${from} to ${n}`, await open(page), should[n]);
    }
  }
  const meter = name => page.locator(`.meter.${name} dd`).textContent();
  same('two threads on one processor', [await meter('crowded'), await meter('idle')], ['1', '0']);
  await outside(page, same);
  await goTo(page, 2);
  await page.locator('.board[data-port=R] .pin').click();
  const focused = await page.evaluate(() => document.activeElement.textContent);
  same('the focus after a pin', focused, 'let fold');
  same('with a pin', await open(page), 'Q,R');
}

/** Keys are those of a page around the player where that has the focus. */
async function outside(page, same) {
  const before = await page.getAttribute('#player', 'data-step');
  await page.evaluate(() => {
    const other = document.createElement('button');
    document.body.append(other);
    other.focus();
  });
  for (const key of ['Home', 'p', 't', 'l']) await page.keyboard.press(key);
  same('keys elsewhere', [await page.getAttribute('#player', 'data-step'),
    await page.getAttribute('[data-part=predict]', 'aria-pressed'),
    await page.getAttribute('#player', 'data-variant')],
  [before, 'false', '0']);
  await page.evaluate(() => document.body.lastElementChild.remove());
}

/** A link names limits by their value, and keeps the theme. */
async function links(page, address, same) {
  const fresh = async hash => {
    await page.goto('about:blank');
    await page.goto(`${address}#${hash}`);
  };
  const variant = () => page.getAttribute('#player', 'data-variant');
  const limits = { 'limit=P:7': '1', 'limit=7': '1', 'limit=2': '0', 'limit=1': '0' };
  for (const [words, should] of Object.entries(limits)) {
    await fresh(`step=3&${words}&theme=dark`);
    same(`a link with ${words}`, await variant(), should);
  }
  await fresh('step=3&limit=P:7&theme=dark');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => location.hash.includes('step=4'));
  same('the link', await page.evaluate(() => location.hash), '#step=4&limit=P:7&theme=dark');
  await page.keyboard.press('t');
  await page.waitForFunction(() => !location.hash.includes('theme'));
  await page.keyboard.press('Space');
  const playing = () => page.getAttribute('[data-part=play]', 'aria-label');
  same('playing', await playing(), 'Pause');
  await page.evaluate(() => new Promise(done => {
    addEventListener('hashchange', done, { once: true });
    location.hash = 'step=1';
  }));
  const step = await page.getAttribute('#player', 'data-step');
  same('another address', [await playing(), step], ['Play', '1']);
  await page.keyboard.press('Space');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  same('on paper', await playing(), 'Play');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
}

/** Another story has no pins and no zoom of the one before. */
async function updated(page, same) {
  await page.evaluate(() => {
    const data = JSON.parse(document.getElementById('data').textContent), [variant] = data.variants;
    const quiet = { ...variant.steps[0] };
    variant.steps.push(...Array(100).fill(quiet));
    data.variants.length = 1;
    globalThis.long = data;
    player.update(data);
  });
  await goTo(page, 2);
  await page.locator('.board[data-port=R] .pin').click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  same('zoomed', await page.locator('.time.zoomed').count(), 1);
  await page.evaluate(() => player.update(globalThis.long));
  same('another story', [await page.locator('.time.zoomed').count(), await open(page)], [0, 'Q']);
  same('compare', [await page.getAttribute('[data-part=compare]', 'aria-disabled'),
    (await page.getAttribute('[data-part=compare]', 'title')).includes('several')], ['true', true]);
}

/** On a site there are links to what is around a lesson, and the wish to predict goes on. */
async function onSite(context, html, { lesson }, fault, same) {
  if (!lesson?.next) return;
  const page = await context.newPage(), site = 'http://site.test/lessons/';
  page.on('pageerror', error => fault(`on a site: ${error.message}`));
  await page.route('http://site.test/**', route =>
    route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(`${site}${lesson.name}.html#predict`);
  const hrefs = () => page.locator('#player a')
    .evaluateAll(all => all.map(a => a.getAttribute('href')));
  same('around a lesson', await hrefs(), ['../index.html', '../rules.html',
    `../playground.html#lesson=${lesson.name}`]);
  await page.keyboard.press('End');
  const links = await hrefs(), last = await page.getAttribute('#player', 'data-last');
  same('the next lesson', links.includes(`${lesson.next[0]}.html#predict`), true);
  const rule = await page.locator('.why .rid').textContent();
  same('a rule', links.includes(`../rules.html#${rule}`), true);
  await page.keyboard.press('p');
  same('the next lesson', (await hrefs()).includes(`${lesson.next[0]}.html`), true);
  await page.goto(`${site}other.html#step=${last}`);
  same('elsewhere', await hrefs(), []);
  await page.close();
}
