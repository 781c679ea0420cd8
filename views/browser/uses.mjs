// A page in use: link, keys, prediction, two limits, back and play.

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
  await keys(page, last, is);
  await predict(page, address, fault);
  await ending(page, trace, address, fault);
  await compare(page, address, trace, fault);
  await print(page, trace, fault);
  await moving(page, address, is);
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

async function keys(page, last, is) {
  await page.keyboard.press('End');
  await is('End', last);
  await page.keyboard.press('ArrowLeft');
  await is('ArrowLeft', Math.max(0, last - 1));
  await page.keyboard.press('Home');
  await is('Home', 0);
  await page.keyboard.press('ArrowRight');
  await is('ArrowRight', Math.min(1, last));
  await page.keyboard.press('?');
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await page.keyboard.press('t');
  await page.keyboard.press('t');
}

/** The first question is answered wrong, again right, and skipped; nothing else passes it. */
async function predict(page, address, fault) {
  for (const way of ['wrong', 'right', 'skip']) {
    await open(page, `${address}#step=0&predict`);
    const asked = await page.evaluate(() => {
      const data = JSON.parse(document.getElementById('data').textContent).variants[0];
      const n = data.steps.findIndex(step => step.q);
      if (n < 0) return null;
      const [, list, right] = data.steps[n].q;
      return { n, right, answers: data.answers[list], rule: data.steps[n].w };
    });
    if (!asked) return;
    await page.fill('[data-part=jump]', String(asked.n));
    await page.keyboard.press('Tab');
    await page.locator('[data-part=next]').click();
    await insists(page, asked, fault);
    const place = way === 'right' ? asked.right : (asked.right + 1) % asked.answers.length;
    const [key, says] = asked.answers[place];
    if (way === 'skip') await page.keyboard.press('s');
    else if (way === 'wrong') await page.keyboard.press(key);
    else await page.locator('.choices').getByRole('button', { name: says, exact: true }).click();
    const verdict = await page.locator('.verdict').textContent();
    const mark = { right: '✓', wrong: '✗', skip: 'Skipped' }[way];
    if (!verdict.startsWith(mark)) fault(`predict, ${way}: ${verdict}`);
    if (await at(page) !== asked.n + 1) fault('an answer does not show the step');
    await page.locator('[data-part=told]').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    if (await at(page) !== asked.n + 1) fault(`predict, ${way}: it is asked again`);
  }
}

/** Stepping on, playing and the step itself do not pass a question, and old reasons are gone. */
async function insists(page, { n, rule }, fault) {
  const part = name => page.locator(`[data-part=${name}]`);
  const place = await page.locator('.told .where').textContent();
  const should = n ? `After step ${n} of` : 'Before the first step';
  if (!place.startsWith(should)) fault(`a question stands at ${place}, not ${should}`);
  if ((await part('why').textContent()).includes(rule)) fault('the rule is shown too soon');
  await tellsNothing(page, n, fault);
  for (const act of [() => page.keyboard.press('ArrowRight'), () => part('next').click(),
    () => page.locator(`[data-go="${n + 1}"]`).click()]) {
    await act();
    if (await at(page) !== n) fault('a step with a question is shown before the answer');
    if (!await page.locator('.insists').isVisible()) fault('the question does not insist');
    if (!await page.locator('.choices').isVisible()) fault('the question is gone');
  }
}

/** Who is next has no sign at a question, and of later steps nothing is in the list. */
async function tellsNothing(page, n, fault) {
  const { signs, rows } = await page.evaluate(() => ({
    signs: [...document.querySelectorAll('.waiting .seat > span')].map(sign => sign.textContent),
    rows: [...document.querySelectorAll('[data-go]')].map(row =>
      [Number(row.dataset.go), row.children[1].textContent + row.children[2].textContent]),
  }));
  if (signs.some(Boolean)) fault(`at a question it is said who is next: ${signs}`);
  for (const [step, text] of rows) {
    if (step > n && !/^…[?]?$/.test(text)) fault(`before step ${n + 1} is known: ${step} ${text}`);
  }
}

/** At the last step, and only there, the story ends: what was asked, the score, what comes next. */
async function ending(page, trace, address, fault) {
  const last = trace.steps.length, end = page.locator('[data-part=ending]');
  if (!last) return;
  await open(page, `${address}#step=${last}&predict`);
  const { lesson, questions } = await page.evaluate(() => {
    const { lesson, variants } = JSON.parse(document.getElementById('data').textContent);
    return { lesson, questions: variants[0].steps.map((step, n) => step.q ? n : -1)
      .filter(n => n >= 0) };
  });
  const has = async words => {
    const text = await end.textContent();
    if (!text.includes(words)) fault(`the end does not say ${words}: ${text}`);
  };
  await has(trace.title);
  if (lesson) await has(lesson.next ? lesson.next[1] : 'This was the last lesson.');
  await page.keyboard.press('ArrowLeft');
  if (await end.isVisible()) fault('the end is shown before the last step');
  if (!questions.length || questions.length > 20) return;
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await end.getByRole('button', { name: 'Again, and ask me first' }).click();
  if (await at(page) !== 0) fault('again does not begin at the start');
  for (const n of questions) {
    await page.fill('[data-part=jump]', String(n));
    await page.keyboard.press('Tab');
    await page.locator('[data-part=next]').click();
    await page.getByRole('button', { name: 'Skip this question' }).click();
  }
  await page.locator('[data-part=told]').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await has(`0 of ${questions.length} right, ${questions.length} skipped.`);
}

/** Beside the first trace the other limit stands at the step that belongs to it. */
async function compare(page, address, trace, fault) {
  await open(page, `${address}#step=0`);
  if (!await page.locator('[data-part=compare]').isVisible()) return;
  await page.locator('[data-part=compare]').click();
  const faults = await page.evaluate(() => {
    const { variants } = JSON.parse(document.getElementById('data').textContent), wrong = [];
    const root = document.getElementById('player'), { of, steps } = variants[1];
    const jump = root.querySelector('[data-part=jump]');
    const few = Math.min(variants[0].steps.length, 200);
    for (let n = 1; n <= few; n += 1) {
      jump.value = n;
      jump.dispatchEvent(new Event('change', { bubbles: true }));
      const says = root.querySelector('.other-says').textContent;
      const left = !of.includes(n);
      if (left !== says.includes('can not happen here')) wrong.push(`step ${n} says ${says}`);
      if (root.querySelectorAll('.board').length !== 2) wrong.push('there are not two boards');
      const done = of.filter(step => step <= n).length;
      let active = 0;
      for (const step of steps.slice(0, done)) {
        for (const [place, , gone, ...come] of step.d || []) {
          if (place === 2) active += come.length - gone;
        }
      }
      const lane = root.querySelector('.board[data-variant="1"] .lane.released');
      if (Number(lane.dataset.active) !== active) wrong.push(`step ${n}: ${lane.dataset.active}`);
    }
    return wrong;
  });
  for (const text of faults.slice(0, 3)) fault(`compare: ${text}`);
  await page.keyboard.press('c');
  if (trace.steps.length && await page.locator('.board').count() !== trace.ports.length) {
    fault('the comparison does not end');
  }
}

/** On paper there is a picture for every step, or for one where there are many. */
async function print(page, trace, fault) {
  const pictures = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    const count = document.querySelectorAll('.print-step').length;
    dispatchEvent(new Event('afterprint'));
    return count;
  });
  const should = trace.steps.length <= 60 ? trace.steps.length + 1 : 1;
  if (pictures !== should) fault(`${pictures} pictures on paper, not ${should}`);
}

/** With motion the same place is reached, and Space plays on. */
async function moving(page, address, is) {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, `${address}#step=0`);
  await page.selectOption('[data-part=speed]', '4');
  await page.locator('[data-part=told]').focus();
  await page.keyboard.press('Space');
  await page.waitForFunction(() => Number(document.getElementById('player').dataset.step) >= 1);
  await page.keyboard.press('Space');
  await page.keyboard.press('Home');
  await is('after play, Home', 0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
}
