// A page that asks before it shows, and the end of a story.

const at = page => page.getAttribute('#player', 'data-step').then(Number);

/** Opens an address as if for the first time. */
async function open(page, address) {
  await page.goto('about:blank');
  await page.goto(address);
}

export async function asking(page, trace, address, fault) {
  await predict(page, address, fault);
  await begin(page, address, fault);
  await besides(page, address, fault);
  await ending(page, trace, address, fault);
}

/** The first step of the first trace that is asked about, less one. */
const firstAsked = page => page.evaluate(() => {
  const { variants } = JSON.parse(document.getElementById('data').textContent);
  return variants[0].steps.findIndex(step => step.q);
});

/** The opening offers to be asked. */
async function begin(page, address, fault) {
  await open(page, `${address}#step=0`);
  const n = await firstAsked(page), offer = page.locator('.begin');
  if (n < 0) {
    if (await offer.count()) fault('a story without questions offers to ask');
    return;
  }
  await offer.click();
  const pressed = await page.getAttribute('[data-part=predict]', 'aria-pressed');
  if (pressed !== 'true') fault('it does not begin to ask');
  const asks = await page.getAttribute('#player', 'data-asking') === 'true';
  if (asks !== (n === 0) || (n > 0 && await at(page) !== 1)) {
    fault(`after the beginning: ${await at(page)}, ${asks}`);
  }
}

/** With two limits it is asked about the first trace. */
async function besides(page, address, fault) {
  const n = await firstAsked(page), compare = page.locator('[data-part=compare]');
  if (n < 0 || !await compare.isVisible()) return;
  if (await compare.getAttribute('aria-disabled') === 'true') return;
  await open(page, `${address}#step=${n}&predict&compare=2`);
  await page.keyboard.press('ArrowRight');
  if (!await page.locator('.choices').isVisible()) fault('with two limits nothing is asked');
  if (await page.locator('.board').count() !== 2) fault('a question ends the comparison');
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
    const names = asked.answers.map(([, text]) => text.toLowerCase());
    await again(page, ['s', key, '1', '2', ...names.filter(text => text.length === 1)], fault);
    await page.locator('[data-part=told]').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    if (await at(page) !== asked.n + 1) fault(`predict, ${way}: it is asked again`);
  }
}

/** The keys of answers, pressed once more, change nothing. */
async function again(page, keys, fault) {
  const all = () => page.evaluate(() => JSON.stringify([
    { ...document.getElementById('player').dataset }, document.querySelectorAll('.board').length,
    document.querySelector('.verdict')?.textContent]));
  const before = await all();
  for (const key of keys) {
    await page.keyboard.press(key);
    const after = await all();
    if (after !== before) return fault(`${key} after an answer leads from ${before} to ${after}`);
  }
  return null;
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
  const lines = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.program')];
    return boxes.flatMap(box => {
      const texts = [...box.querySelectorAll('.ln:not(.gap-line)')];
      const known = texts.findLastIndex(line => line.matches('.cur'));
      return texts.map((line, n) => [n > known, line.querySelector('.text').textContent]);
    });
  });
  for (const [comes, text] of lines) {
    if (comes !== (text === '…')) fault(`before step ${n + 1} a program says ${text}`);
  }
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

