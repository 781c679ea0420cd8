// What stands around a scenario: links, parts that load or not, menus, the other pages.

import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { AXE, address, chrome, is, holds, opened, inside, facts, at, text, shows, says, reads,
  offered, key, write, LIFO, RACE, openedStuck, isReadable } from './desk.mjs';

export const around = {
  async 'of the questions of a kind the newest is answered'() {
    const { page, close } = await opened();
    const answered = await page.evaluate(async () => {
      const { answerTo } = await import('./simulator.js');
      const texts = ['port P\npost P\n', 'port Q\npost Q\n', 'port R\npost R\n'];
      const answers = texts.map(text => answerTo({ canonical: { text } }));
      return (await Promise.all(answers)).map(answer => answer?.text[5] ?? null);
    });
    is(answered, ['P', null, 'R'], 'the second was no longer wanted');
    await close();
  },
  async 'what is asked about an older text is not waited for'() {
    const { page, close } = await openedStuck();
    page.setDefaultTimeout(10000);
    await page.fill('#text', LIFO);
    await page.clock.runFor(300);
    await says(page, '#verdict', 'Nothing is expected.');
    is(page.workers().length, 1, 'one works');
    await close();
  },
  async 'a simulator that does not answer is given up, and begun anew'() {
    const { page, close } = await openedStuck();
    await page.clock.runFor(10000);
    holds(await page.isHidden('#fault'), 'it has 20 seconds');
    await page.clock.runFor(20000);
    await says(page, '#fault', 'took longer than 20 seconds');
    is(await page.isHidden('#looking'), true, 'nothing is looked for');
    await page.fill('#text', LIFO);
    await page.clock.runFor(300);
    await says(page, '#verdict', 'Nothing is expected.');
    is(page.workers().length, 1, 'one works');
    await close();
  },
  async 'a link leads to the same scenario and step'() {
    const { page, close } = await opened('#lesson=lifo&step=5');
    await at(page, 5);
    is(new URL(page.url()).hash, '#lesson=lifo&step=5', 'the address stays as it was given');
    const before = await facts(page), words = await text(page);
    await page.click('#share');
    await says(page, '#share', 'Copied');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await close();
    const again = await opened(new URL(link).hash);
    await at(again.page, 5);
    is(await text(again.page), words, 'the text');
    is(await facts(again.page), before, 'the picture');
    await again.page.evaluate(() => { location.hash = '#lesson=pause&step=2'; });
    await reads(again.page, 'A worker blocks');
    await at(again.page, 2);
    await again.page.click('#undo');
    await shows(again.page, words);
    await at(again.page, 5);
    await again.close();
  },
  async 'a damaged link says so, and is not written over'() {
    for (const [hash, words] of [['#s=AAAA&step=2', 'This link is damaged'],
      ['#s=%25&step=2', 'This link is damaged'], ['#lesson=nope', 'no lesson']]) {
      const { page, close } = await opened(hash);
      await at(page, 0);
      await says(page, '#notice', words);
      holds(await page.isVisible('#notice'), 'it is seen');
      is(new URL(page.url()).hash, hash, 'the link is as it was');
      await key(page, 'ArrowRight');
      await page.waitForFunction(() => location.hash.endsWith('step=1'));
      holds(await page.isVisible('#notice'), 'and it stays so');
      await write(page, LIFO);
      holds(await page.isHidden('#notice'), 'until something is written');
      await close();
    }
  },
  async 'what is wrong with a link or a part is in view on a phone, too'() {
    const phone = { viewport: { width: 390, height: 844 } };
    for (const [hash, parts, id] of [['#s=AAAA', {}, '#notice'],
      ['', { 'playground.wasm': null }, '#fault']]) {
      const { page, close } = await opened(hash, phone, parts);
      await page.waitForFunction(id => {
        const { top, bottom } = document.querySelector(id).getBoundingClientRect();
        return bottom > top && top >= 0 && bottom <= innerHeight + 1;
      }, id);
      await close();
    }
  },
  async 'a long scenario makes no link, but a file'() {
    const { page, close } = await opened();
    const letters = Array.from({ length: 9000 }, (_, n) => (n * n * 7919 % 46656).toString(36));
    const long = `${LIFO}# ${letters.join('')}\n`;
    await write(page, long);
    await page.click('#share');
    await says(page, '#notice', 'kB long');
    is(new URL(page.url()).hash, '', 'there is none in the address');
    const [file] = await Promise.all([page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as file' }).click()]);
    is(readFileSync(await file.path(), 'utf8'), long, 'the file');
    await write(page, LIFO);
    await page.waitForFunction(() => location.hash.startsWith('#s='));
    await close();
  },
  async 'a part that can not be loaded is named, and the text is there'() {
    const link = `#s=${deflateRawSync(LIFO).toString('base64url')}&step=0`;
    for (const [file, id, words] of [['playground.wasm', '#fault', 'playground.wasm is not there'],
      ['worker.js', '#fault', 'worker.js can not be loaded'],
      ['player.html', '#unplayed', 'player.html is not there']]) {
      const { page, close } = await opened(link, {}, { [file]: null });
      await says(page, id, words);
      holds(await page.isVisible(id), `${file} is missed`);
      holds((await text(page)).startsWith('port P'), 'the text of the link');
      await close();
    }
    const { page, close } = await opened(link, {}, { 'player.html': async route => {
      const response = await route.fetch(), body = await response.text();
      await route.fulfill({ response, body: body.replaceAll(/iocp-sim-page\/\d+/g, 'old') });
    } });
    await says(page, '#unplayed', 'different versions');
    await close();
  },
  async 'the menu has the lessons, and brings back what it replaced'() {
    const { page, close } = await opened();
    await write(page, LIFO);
    await page.selectOption('#lesson', 'pause');
    await reads(page, 'A worker blocks');
    await says(page, '#trail', 'lesson pause');
    await page.click('#undo');
    await shows(page, LIFO);
    await close();
  },
  async 'light and dark are chosen for desk and player at once'() {
    const { page, close } = await opened('', { colorScheme: 'light' });
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await key(page, 't');
    await key(page, 't');
    await page.waitForSelector('html[data-theme=dark]');
    holds(await paper() !== light, 'the desk is dark');
    await key(page, 't');
    await page.waitForSelector('html:not([data-theme])');
    await close();
  },
  async 'the wide picture has its room at 1280, and a phone shows controls and editor at once'() {
    const wide = await opened('', { viewport: { width: 1280, height: 800 } });
    is(await inside(wide.page).evaluate(() => innerWidth > 900), true, 'the player is wide');
    await wide.close();
    const { page, close } = await opened('', { viewport: { width: 390, height: 844 } });
    const [head, frame, desk] = await Promise.all(['header', '#player', '.desk .bar']
      .map(id => page.locator(id).boundingBox()));
    holds(frame.y >= head.height && desk.y >= frame.y + frame.height && desk.y + 44 <= 844,
      JSON.stringify({ head, frame, desk }));
    is(await page.evaluate(() => document.documentElement.scrollWidth), 390, 'nothing is cut');
    await close();
  },
  async 'the pages of the site lead to one another, and the language is told'() {
    const context = await chrome.newContext(), page = await context.newPage();
    for (const name of ['index', 'playground', 'language', 'rules']) {
      await page.goto(`${address}${name}.html`);
      const links = page.locator('header a');
      is(await links.allTextContents(), ['iocp-sim', 'Lessons', 'Playground', 'Language', 'Rules'],
        `the head of ${name}`);
      for (const link of await links.evaluateAll(all => all.map(one => one.href))) {
        is((await page.request.get(link)).status(), 200, link);
      }
    }
    await page.goto(`${address}index.html`);
    const first = await page.getAttribute('.begin', 'href');
    is(first, 'lessons/tour.html#predict', 'to the first lesson');
    await page.goto(`${address}language.html`);
    const samples = await page.locator('.sample').allTextContents();
    const told = await page.locator('dt').allTextContents();
    for (const word of ['get', 'post', 'associate', 'replace', 'dissociate', 'complete', 'block',
      'unblock', 'suspend', 'resume', 'apc', 'exit', 'close', 'advance', 'note', 'expect', 'always',
      'sometimes', 'never', 'title', 'question', 'profile', 'processors', 'port', 'thread',
      'device']) holds(told.some(one => one.split(/[ :]/).includes(word)), `${word} is told`);
    await context.close();
    const desk = await opened();
    for (const sample of samples) {
      await write(desk.page, sample);
      is(await desk.page.textContent('#sign'), '✓', `it holds: ${sample}`);
    }
    await desk.close();
  },
  async 'axe finds nothing serious, dark and light, wide and narrow'() {
    for (const colorScheme of ['light', 'dark']) {
      for (const width of [1400, 390]) {
        const { page, close } = await opened('#lesson=pause&step=4',
          { colorScheme, viewport: { width, height: 844 } });
        await at(page, 4);
        await offered(page, 4);
        for (const frame of page.frames()) await isReadable(frame, `${width}, ${colorScheme}`);
        await write(page, RACE);
        await page.click('#tab-holds');
        await isReadable(page, `${width}, ${colorScheme}, what holds`);
        for (const name of ['index', 'language']) {
          await page.goto(`${address}${name}.html`);
          await isReadable(page, `${name}, ${width}, ${colorScheme}`);
        }
        await close();
      }
    }
  },
  async 'at its end a lesson of the site leads to the next one, and dark text is readable'() {
    const page = await chrome.newPage({ colorScheme: 'dark' });
    await page.goto(`${address}lessons/over-limit.html#step=11`);
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => window.axe.run('.ending'));
    is(violations.map(one => one.id), [], 'axe at the end');
    await page.locator('.ending .next a').click();
    await page.waitForURL('**/lessons/self-post.html*');
    is(await page.locator('h1').textContent(), 'A worker posts to its own port', 'the next lesson');
    await page.close();
  },
};
