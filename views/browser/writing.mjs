// Scenarios that are written, played, gone on from and undone.

import { is, holds, opened, facts, at, text, shows, says, reads, offered, key, played, write, LIFO,
  UNTIDY, RACE, MANY } from './desk.mjs';

export const writing = {
  async 'a scenario that is written is played, and its end is what the simulator says'() {
    const { page, close } = await opened();
    await write(page, LIFO);
    await key(page, 'End');
    await at(page, 3);
    const { ports } = await facts(page);
    is([ports[0].waiting, ports[0].released], [['A'], ['B']], 'the newest is released');
    await key(page, 'ArrowLeft');
    await at(page, 2);
    await close();
  },
  async 'a fault is shown where it is, and nothing is said to hold then'() {
    const { page, close } = await opened();
    is(await page.textContent('#sign'), '✓', 'what is expected holds');
    await write(page, 'port P\nthread A\nA: gte P\n');
    const fault = await page.textContent('#fault');
    holds(fault.startsWith('Line 3, column 4:') && fault.includes('get'), fault);
    holds(/[^.?!][.?!]$/.test(fault), `one stop ends it: ${fault}`);
    is(await page.textContent('#marks u'), 'gte', 'the stretch is underlined');
    is(await page.textContent('#numbers .bad'), '3', 'the line is marked');
    is(await page.getAttribute('#text', 'aria-invalid'), 'true', 'and said to be wrong');
    is(await page.textContent('#sign') + await page.textContent('#verdict'), '', 'no verdict');
    await write(page, LIFO);
    is(await page.textContent('#verdict'), 'Nothing is expected.', 'nor where nothing is claimed');
    is(await page.getAttribute('#text', 'aria-invalid'), null, 'it is mended');
    holds(await page.isHidden('#fault'), 'and the fault is gone');
    await close();
  },
  async 'what if goes on from the step that is named, once, and is undone'() {
    const { page, close } = await opened();
    await write(page, `${LIFO}expect B got key=7 # so\n`);
    const before = await text(page);
    await key(page, 'Home');
    await key(page, 'ArrowRight');
    await at(page, 1);
    await offered(page, 1);
    await page.getByRole('button', { name: 'What if: post P key=1' }).dblclick();
    await at(page, 2);
    await says(page, '#trail', 'after 1: post P key=1');
    is((await facts(page)).ports[0].released, ['A'], 'A gets it, since B does not wait');
    holds((await text(page)).endsWith('A: get P\npost P key=1\n'), 'it was taken once');
    is(await page.textContent('#numbers .here'), '7', 'and its line is the one of the step');
    const notice = await page.textContent('#notice');
    for (const words of ['what came after step 1', 'expectations', 'comments', 'profile 11',
      'processors 4', 'Undo']) holds(notice.includes(words), `${words} is told: ${notice}`);
    await offered(page, 2);
    await page.fill('#other-step', 'A: nap');
    await page.click('#other button');
    await says(page, '#refused', 'nap');
    is(await page.inputValue('#other-step'), 'A: nap', 'what was typed stays');
    await page.fill('#other-step', 'A: block');
    await page.click('#other button');
    await says(page, '#trail', 'after 1: post P key=1 › after 2: A: block');
    is(await page.inputValue('#other-step'), '', 'and goes when it was taken');
    await page.click('#undo');
    await reads(page, 'post P key=1\n');
    await page.click('#undo');
    await shows(page, before);
    await at(page, 1);
    is(await page.textContent('#trail'), '', 'the trail ends where it was typed');
    await page.click('#redo');
    await says(page, '#trail', 'after 1');
    await close();
  },
  async 'a step that was offered for a text is not taken in another'() {
    const { page, close } = await opened();
    await write(page, LIFO);
    await offered(page, 0);
    const other = `${LIFO}post P key=8\n`;
    await played(page, () => page.evaluate(words => {
      const field = document.querySelector('#text');
      field.value = words;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      document.querySelector('#offered button').click();
    }, other));
    is(await text(page), other, 'what was typed before it was chosen stands');
    await offered(page, 0);
    await page.evaluate(words => {
      const field = document.querySelector('#text');
      field.value = words;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      document.querySelector('#offered button').click();
      document.querySelector('#tidy').click();
      field.value = `${words}# more\n`;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, other);
    await page.waitForSelector('body[data-state=played]');
    await page.waitForFunction(() => location.hash.startsWith('#s='));
    is(await text(page), `${other}# more\n`, 'what was typed after it stands');
    await close();
  },
  async 'whatever is undone, every text that was typed can be had again'() {
    const { page, close } = await opened();
    const lesson = await text(page), seen = new Set([lesson]);
    await page.focus('#text');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    seen.add('');
    for (const line of UNTIDY.split(/(?<=\n)/)) {
      await page.keyboard.insertText(line);
      seen.add(await text(page));
    }
    await played(page, () => page.click('#tidy'));
    is(await page.textContent('#trail'), 'tidied', 'tidy is a step of the trail');
    const tidy = await text(page);
    holds(tidy.includes('A: get P  # waits') && tidy !== UNTIDY, tidy);
    await page.focus('#text');
    await page.evaluate(() => document.execCommand('undo'));
    is(await text(page), tidy, 'the browser has nothing to undo in it');
    await page.keyboard.press('Control+Z');
    await shows(page, UNTIDY);
    await page.keyboard.press('Control+Y');
    await shows(page, tidy);
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('post P\n');
    const more = `${tidy}post P\n`;
    seen.add(tidy).add(more);
    is(await text(page), more, 'it goes on');
    is(await page.textContent('#trail'), '', 'what is typed begins another trail');
    for (let press = 0; press < 12; press += 1) {
      if (press % 2) await page.keyboard.press('Control+Z');
      else await page.evaluate(() => document.execCommand('undo'));
      holds(seen.has(await text(page)), `no mixture: ${await text(page)}`);
    }
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('# other\n');
    const back = [await text(page)];
    while (await page.getAttribute('#undo', 'aria-disabled') === 'false') {
      await played(page, () => page.click('#undo'));
      back.push(await text(page));
    }
    for (const words of [lesson, UNTIDY, tidy, more]) {
      holds(back.includes(words), `${words} is found again`);
    }
    await close();
  },
  async 'a group is explored; its claims are told in words; one walks to an order and back'() {
    const { page, close } = await opened();
    await write(page, RACE);
    is(await page.textContent('#verdict > span'), '✗ Line 9 does not hold.', 'the verdict');
    is(await page.textContent('#numbers .bad'), '9', 'the line is marked');
    await page.getByRole('button', { name: 'See why' }).click();
    holds((await page.textContent('#holds')).includes('2 ends'), 'both ends are found');
    await page.getByRole('button', { name: 'Walk to a counterexample' }).click();
    await reads(page, 'expect A timeout');
    await at(page, 0);
    holds((await page.textContent('#notice')).includes('Undo'), 'it says where the source is');
    is(await page.textContent('#trail'), 'a counterexample to line 9', 'and what this is');
    await page.click('#undo');
    await shows(page, RACE);
    await page.getByRole('button', { name: 'Walk to a witness' }).click();
    await reads(page, 'expect A got key=1');
    await write(page, 'port P\nthread A\nA: get P\nA: get P\n');
    is(await page.textContent('#verdict > span'), '✗ Line 4 can not happen.', 'the verdict');
    is(await page.textContent('#numbers .bad'), '4', 'the line is marked');
    await close();
  },
  async 'more can be looked at, and what takes long can be left'() {
    const { page, close } = await opened();
    await write(page, MANY);
    await says(page, '#verdict', 'Not every order was tried');
    await page.click('#tab-holds');
    await page.getByRole('button', { name: 'Look at up to 200000 states' }).click();
    await page.waitForSelector('#desk[aria-busy=true] #looking:not([hidden])');
    await page.fill('#text', LIFO);
    await says(page, '#verdict', 'Nothing is expected.');
    is(await page.getAttribute('#desk', 'aria-busy'), 'false', 'it is done');
    await key(page, 'End');
    await at(page, 3);
    await close();
  },
  async 'the tabs are used with keys'() {
    const { page, close } = await opened();
    await page.focus('#tab-whatif');
    await page.keyboard.press('ArrowRight');
    holds(await page.isVisible('#holds') && await page.isHidden('#whatif'), 'the other is shown');
    is(await page.evaluate(() => document.activeElement.id), 'tab-holds', 'and has the focus');
    is(await page.getAttribute('#tab-holds', 'aria-selected'), 'true', 'and is chosen');
    await page.keyboard.press('ArrowLeft');
    holds(await page.isVisible('#whatif'), 'and back');
    await close();
  },
  async 'the editor follows the step, and a long text costs no more than a short one'() {
    const { page, close } = await opened();
    await write(page, `port P\nthread A\n${'post P\n'.repeat(2000)}`);
    await key(page, 'End');
    await says(page, '#numbers .here', '2002');
    const seen = await page.evaluate(() => {
      const box = id => document.querySelector(id).getBoundingClientRect();
      const [line, mark, field] = [box('#numbers .here'), box('#marks .here'), box('#text')];
      const inView = line.top > field.top && line.bottom < field.bottom;
      const parts = document.querySelectorAll('.editor *').length;
      return { even: line.top === mark.top, inView, parts };
    });
    is([seen.even, seen.inView, seen.parts < 100], [true, true, true], JSON.stringify(seen));
    await page.evaluate(() => { document.querySelector('#text').scrollTop = 1e9; });
    await says(page, '#numbers span:last-child', '2003');
    await close();
  },
};
