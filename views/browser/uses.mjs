// A page in use: link, two limits, paper and play.

const at = page => page.getAttribute('#player', 'data-step').then(Number);

/** Opens an address as if for the first time. */
async function open(page, address) {
  await page.goto('about:blank');
  await page.goto(address);
}

export async function useIt(page, trace, address, fault) {
  const last = trace.steps.length;
  const is = async (what, should) => {
    const step = await at(page);
    if (step !== should) fault(`${what}: step ${step}, not ${should}`);
  };
  await linkReopened(page, address, last, is, fault);
  await compare(page, address, trace, fault);
  await print(page, trace, fault);
  await moving(page, trace, address, is, fault);
}

async function linkReopened(page, address, last, is, fault) {
  const middle = Math.ceil(last / 2);
  await open(page, `${address}#step=${middle}`);
  await is('a link', middle);
  const picture = () => page.evaluate(() =>
    [...document.querySelectorAll('.tok')].map(token =>
      `${token.textContent} ${token.style.transform} ${token.style.opacity}`).sort().join());
  const first = await picture();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  for (let n = 0; n < Math.min(middle, 60); n += 1) await page.keyboard.press('ArrowRight');
  if (middle <= 60 && await picture() !== first) fault('the picture depends on the way to it');
}

/** Beside the first trace the other limit stands at the step that belongs to it. */
async function compare(page, address, trace, fault) {
  await open(page, `${address}#step=0`);
  const button = page.locator('[data-part=compare]');
  if (!await button.isVisible() || await button.getAttribute('aria-disabled') === 'true') return;
  await page.locator('[data-part=compare]').click();
  const faults = await page.evaluate(() => {
    const { variants } = JSON.parse(document.getElementById('data').textContent), wrong = [];
    const root = document.getElementById('player'), { of, steps, threads } = variants[1];
    const jump = root.querySelector('[data-part=jump]');
    const few = Math.min(variants[0].steps.length, 200);
    for (let n = 1; n <= few; n += 1) {
      jump.value = n;
      jump.dispatchEvent(new Event('change', { bubbles: true }));
      const says = root.querySelector('.other-says').textContent;
      const left = !of.includes(n);
      if (left !== says.includes('can not happen here')) wrong.push(`step ${n} says ${says}`);
      if (root.querySelectorAll('.board').length !== 2) wrong.push('there are not two boards');
      const done = of.filter(step => step <= n).length, lists = [[], [], [], []];
      for (const step of steps.slice(0, done)) {
        for (const [place, start, gone, ...come] of step.d || []) {
          if (place < 4) lists[place].splice(start, gone, ...come);
        }
      }
      ['queue', 'waiting', 'released', 'paused'].forEach((name, place) => {
        const { items } = root.querySelector(`.board[data-variant="1"] .lane.${name}`).dataset;
        const should = JSON.stringify(lists[place].map(one =>
          place ? threads[one].name : `p${one}`));
        if (items !== should) wrong.push(`step ${n}: ${name} is ${items}, not ${should}`);
      });
    }
    return wrong;
  });
  for (const text of faults.slice(0, 3)) fault(`compare: ${text}`);
  await page.keyboard.press('c');
  if (trace.steps.length && await page.locator('.board').count() !== trace.ports.length) {
    fault('the comparison does not end');
  }
}

/** On paper there is a picture for every step, or for one where there are many, and its words. */
async function print(page, trace, fault) {
  const pictures = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    const text = (node, what) => node.querySelector(what)?.textContent ?? null;
    const all = [...document.querySelectorAll('.print-step')].map(step => ({
      says: text(step, '.sentence'), where: text(step, '.where'), rule: text(step, '.reason .rid'),
      lanes: step.querySelectorAll('.lane').length,
      note: [...step.querySelectorAll('.note p')].map(p => p.textContent).join(' ') }));
    dispatchEvent(new Event('afterprint'));
    return all;
  });
  const last = trace.steps.length, should = last <= 60 ? last + 1 : 1;
  if (pictures.length !== should) fault(`${pictures.length} pictures on paper, not ${should}`);
  if (pictures.length !== should || should === 1) return;
  const rules = await page.evaluate(() => JSON.parse(document.getElementById('data').textContent)
    .variants[0].steps.map(step => step.w ?? null));
  pictures.forEach((picture, n) => {
    const step = trace.steps[n - 1];
    const right = { says: step?.says ?? (trace.question || trace.title),
      where: `Step ${n} of ${last}`, rule: rules[n - 1] ?? null, lanes: 5 * trace.ports.length,
      note: step ? (step.note || '').replaceAll('\n', ' ') : picture.note };
    if (JSON.stringify(picture) !== JSON.stringify(right)) {
      fault(`on paper: ${JSON.stringify(picture)}, not ${JSON.stringify(right)}`);
    }
  });
}

/** With motion the same place is reached, and Space plays on. */
async function moving(page, trace, address, is, fault) {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, `${address}#step=0`);
  await page.selectOption('[data-part=speed]', '4');
  await page.locator('[data-part=told]').focus();
  await page.keyboard.press('Space');
  await page.waitForFunction(() => Number(document.getElementById('player').dataset.step) >= 1);
  await page.keyboard.press('Space');
  await page.keyboard.press('Home');
  await is('after play, Home', 0);
  await dressed(page, trace, address, fault);
  await page.emulateMedia({ reducedMotion: 'reduce' });
}

/** A token that moves in a later beat looks as before until then, and at the end as it should. */
async function dressed(page, trace, address, fault) {
  const names = Object.keys(trace.threads);
  const wakes = ({ item, from, to }) => names.includes(item) && from === 'waiting'
    && to === 'released';
  const n = trace.steps.findIndex(({ moves }) => moves.slice(1).some(wakes));
  if (n < 0) return;
  const { item } = trace.steps[n].moves.slice(1).find(wakes);
  await open(page, `${address}#step=${n}`);
  const [soon, late] = await page.evaluate(async of => {
    const looks = () => document.querySelector(`.tok[data-of="0:t${of}"]`).dataset.s;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    const before = looks(), all = document.getAnimations()
      .filter(({ playState }) => playState !== 'finished');
    const told = all.map(animation => new Promise(done =>
      animation.addEventListener('finish', done)));
    for (const animation of all) animation.finish();
    await Promise.all(told);
    return [before, looks()];
  }, names.indexOf(item));
  if (`${soon} ${late}` !== 'waiting released') {
    fault(`a token that is woken looks ${soon}, then ${late}`);
  }
}
