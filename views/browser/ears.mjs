// The page for ears: what is announced on a walk, what has the focus, and what has which name.

import { drawn, open } from './driver.mjs';

const MOST_STEPS = 40, MOST_TOLD = 240, MOST_LANDMARKS = 8;
const LANDMARKS = ['banner', 'main', 'complementary', 'region', 'navigation', 'contentinfo'];
const LANES = ['Device list', 'Completion queue', 'Waiting threads', 'Released threads',
  'Paused threads'];

export async function ears(page, trace, address, fault) {
  if (!trace.steps.length) return;
  const ear = { page, trace, last: trace.steps.length, open: hash => listen(page, address, hash),
    fault: text => fault(`ears: ${text}`) };
  ear.same = (what, is, should) => {
    const [a, b] = [is, should].map(value => JSON.stringify(value));
    if (a !== b) ear.fault(`${what}: ${a}, not ${b}`);
  };
  await walk(ear);
  await questions(ear);
  await limits(ear);
  await modes(ear);
  await lettersOff(ear);
  await dialogs(ear);
  await keepsFocus(ear);
  await playing(ear);
  for (const hash of ['step=0', `step=${Math.ceil(ear.last / 2)}`, `step=${ear.last}&compare`]) {
    await names(ear, hash);
  }
}

/** Opens a place as if for the first time, and listens. */
async function listen(page, address, hash) {
  await open(page, address, hash);
  await page.evaluate(() => {
    const live = document.querySelector('[aria-live]');
    globalThis.announced = [];
    new MutationObserver(() => globalThis.announced.push(live.textContent))
      .observe(live, { childList: true, characterData: true, subtree: true });
  });
}

/** What was announced since it was last asked, and how the page stands. */
const heard = page => page.evaluate(() => {
  const at = document.activeElement, root = document.getElementById('player');
  return { all: globalThis.announced.splice(0), step: Number(root.dataset.step),
    asking: root.dataset.asking === 'true', other: root.querySelector('.other-says')?.textContent,
    focus: at.getAttribute('aria-label') ?? at.tagName };
});

async function press(ear, key) {
  await ear.page.keyboard.press(key);
  return heard(ear.page);
}

/** What a step says, and its note where it is short; what the end adds comes after it. */
function expected({ trace, last }, n) {
  const { says, refused } = trace.steps[n - 1], ends = n === last;
  const note = (trace.steps[n - 1].note || '').replaceAll('\n', ' ');
  const words = [says, refused && !says.includes('refused') ? 'Refused.' : ''];
  return { says, note, exact: !ends && note.length <= MOST_TOLD,
    words: [`Step ${n} of ${last}.`, ...words, ends ? '' : note].filter(Boolean).join(' ') };
}

function once(ear, n, { all }) {
  if (all.length !== 1) return ear.fault(`step ${n} is announced ${all.length} times: ${all}`);
  const { says } = ear.trace.steps[n - 1];
  if (all[0].split(says).length > 2) ear.fault(`step ${n} is told twice: ${all[0]}`);
  return null;
}

/** On and on: each step once, with its note; at the end what the story showed. */
async function walk(ear) {
  await ear.open('step=0');
  const { last } = ear;
  for (let n = 1; n <= Math.min(last, MOST_STEPS); n += 1) {
    const now = await press(ear, 'ArrowRight'), { words, exact, says, note } = expected(ear, n);
    once(ear, n, now);
    if (exact) ear.same(`step ${n}`, now.all[0], words);
    else if (!now.all[0]?.startsWith(`Step ${n} of ${last}. ${says}`)) ear.fault(now.all[0]);
    else if (n < last && !now.all[0].endsWith('The notes say more.')) ear.fault(now.all[0]);
    else if (n === last) concluded(ear, now.all[0], note);
  }
  await ear.page.setViewportSize({ width: 1270, height: 790 });
  await ear.page.waitForFunction(() => innerWidth === 1270);
  await drawn(ear.page);
  ear.same('a window of another size', (await heard(ear.page)).all, []);
  await ear.page.setViewportSize({ width: 1280, height: 800 });
}

function concluded({ fault, last }, told, note) {
  const so = note.slice(note.lastIndexOf('So: '));
  if (!told.includes('The end.') && !told.includes('Here the trace stops.')) fault(told);
  if (note.includes('So: ') && !told.split('The end.')[1]?.includes(so)) {
    fault(`step ${last} does not tell what was shown: ${told}`);
  }
  if (told.split(so).length > 2 && so) fault(`step ${last} tells twice what was shown`);
}

const asked = page => page.evaluate(() => {
  const { steps, answers, strings } = JSON.parse(document.getElementById('data').textContent)
    .variants[0];
  return steps.flatMap(({ e, q }, at) => q ? [{ n: at + 1, right: q[2], answers: answers[q[1]],
    name: `${strings[e]}. ${strings[q[0]].replaceAll('\ufffc', `p${q[3]}`)}` }] : []);
});

/** Goes to a step by the field for it. */
const goTo = (page, step) => page.locator('[data-part=jump]').evaluate((jump, to) => {
  jump.value = to;
  jump.dispatchEvent(new Event('change', { bubbles: true }));
}, step);

/** A question gives its name and the focus to its answers; the verdict comes first after it. */
async function questions(ear) {
  await ear.open('step=0&predict');
  for (const [turn, one] of (await asked(ear.page)).slice(0, 6).entries()) {
    const { n, name, right, answers } = one, text = place => answers[place][1].slice(0, 30);
    await goTo(ear.page, n - 1);
    await heard(ear.page);
    let now = await press(ear, 'ArrowRight');
    const keys = answers.map(([key, says]) => `${key.toUpperCase()} for ${says}`).join(', ');
    const place = n === 1 ? 'Before the first step' : `After step ${n - 1} of ${ear.last}`;
    ear.same('the focus at a question', now.focus, name);
    ear.same('a question', now.all, [`${place}. Choose a button, or press ${keys}, or S to skip.`]);
    now = await press(ear, 'ArrowRight');
    ear.same('insisting', now.all, ['Answer first, or skip the question.']);
    ear.same('the focus when it insists', now.focus, name);
    const said = [right, (right + 1) % answers.length, -1][turn % 3];
    now = await press(ear, said < 0 ? 's' : answers[said][0]);
    const verdict = said === right ? `Right: ${text(right)}.`
      : `${said < 0 ? 'Skipped.' : `Wrong, you said: ${text(said)}.`} The answer: ${text(right)}.`;
    ear.same('the focus after an answer', now.focus, 'What happened');
    once(ear, n, now);
    const head = `${verdict} Step ${n} of ${ear.last}. ${ear.trace.steps[n - 1].says}`;
    if (!now.all[0]?.startsWith(head)) ear.fault(`not ${head}: ${now.all[0]}`);
  }
}

/** With two limits each step says what the other makes of it. */
async function limits(ear) {
  await ear.open('step=1');
  const button = ear.page.locator('[data-part=compare]');
  if (!await button.isVisible() || await button.getAttribute('aria-disabled') === 'true') return;
  const names = await ear.page.evaluate(() =>
    JSON.parse(document.getElementById('data').textContent).variants
      .map(({ limit }) => `limit ${limit}`));
  const begins = `Compare: ${names[0]} and ${names[1]}. Under ${names[1]}: `;
  const first = await press(ear, 'c');
  if (!first.all[0]?.startsWith(begins)) ear.fault(`not ${begins} but ${first.all}`);
  for (let n = 2; n <= Math.min(ear.last, MOST_STEPS); n += 1) {
    const now = await press(ear, 'ArrowRight'), { words, exact, says } = expected(ear, n);
    once(ear, n, now);
    const other = `Under ${names[1]}: ${now.other === says ? 'the same.' : now.other}`;
    if (exact) ear.same(`step ${n}`, now.all[0], `${words} ${other}`);
    else if (!now.all[0]?.includes(other)) ear.fault(`step ${n} lacks ${other}: ${now.all[0]}`);
  }
  ear.same('compare off', (await press(ear, 'c')).all, ['Compare off.']);
  const limit = `Limit ${names[1].slice(6)}.`, changed = await press(ear, 'l');
  if (!changed.all[0]?.startsWith(limit)) ear.fault(`another limit says ${changed.all}`);
}

/** A key that changes how all is shown says so, and no more. */
async function modes(ear) {
  await ear.open('step=1');
  for (const [key, says] of [['p', 'Predict on.'], ['p', 'Predict off.'], ['t', 'Light.'],
    ['t', 'Dark.'], ['t', 'As the system.']]) {
    ear.same(`the key ${key}`, (await press(ear, key)).all, [says]);
  }
  const slider = await ear.page.locator('[data-part=scrub]').getAttribute('aria-valuetext');
  ear.same('the slider', slider, `Step 1 of ${ear.last}`);
}

/** Without letter keys a question names none, and they do nothing. */
async function lettersOff(ear) {
  const { page, same } = ear;
  await ear.open('step=0&predict&keys=off');
  const [one] = await asked(page);
  if (one) {
    await goTo(page, one.n - 1);
    await heard(page);
    const now = await press(ear, 'ArrowRight');
    if (!now.all[0]?.endsWith('. Choose a button.')) ear.fault(`without letters: ${now.all}`);
    await press(ear, one.answers[0][0]);
    same('a letter that is off', (await press(ear, 's')).asking, true);
    same('signs of letters', await page.locator('.choices kbd').count(), 0);
  }
  await ear.open('step=1');
  await page.locator('[data-part=help]').click();
  await page.getByRole('button', { name: 'Letter keys off' }).click();
  await page.keyboard.press('Escape');
  same('letters, off', (await press(ear, 'p')).all, []);
  if (ear.last > 1) same('arrows stay', (await press(ear, 'ArrowRight')).step, 2);
}

/** A dialog opens at its head, and gives the focus back. */
async function dialogs({ open: openAt, page, same }) {
  await openAt('step=0');
  await page.locator('[data-part=help]').focus();
  await page.keyboard.press('Enter');
  const { tag, top } = await page.evaluate(() => ({ tag: document.activeElement.tagName,
    top: document.querySelector('dialog').scrollTop }));
  same('the focus of a dialog', [tag, top], ['H2', 0]);
  await page.keyboard.press('Escape');
  same('the focus after a dialog', (await heard(page)).focus, 'Keyboard help');
}

/** Whatever has the focus when a step is drawn anew keeps it, or leaves it to another part. */
async function keepsFocus({ open: openAt, page, last, fault }) {
  await page.setViewportSize({ width: 1280, height: 620 });
  const middle = Math.ceil(last / 2);
  await openAt(`step=${middle}`);
  const lost = await page.evaluate(async step => {
    const root = document.getElementById('player'), found = [];
    const jump = root.querySelector('[data-part=jump]');
    const to = n => {
      jump.value = n;
      jump.dispatchEvent(new Event('change', { bubbles: true }));
    };
    const all = () => [...root.querySelectorAll('button, summary, a, input, select, [tabindex]')]
      .filter(node => node.checkVisibility() && !node.closest('dialog'));
    for (let place = 0; place < Math.min(60, all().length); place += 1) {
      for (const next of [step + 1, step - 1, Number(root.dataset.last)]) {
        to(step);
        const node = all()[place];
        node?.focus();
        to(next);
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        if (document.activeElement === document.body) {
          found.push(`${node.ariaLabel ?? node.textContent.slice(0, 20)} at step ${next}`);
        }
      }
    }
    return found;
  }, middle);
  for (const text of lost.slice(0, 5)) fault(`the focus is lost: ${text}`);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** While it plays only what happens is told; who stops it hears the rest. */
async function playing(ear) {
  if (ear.last < 3) return;
  await ear.open('step=0');
  await press(ear, 'Space');
  await ear.page.waitForFunction(() => globalThis.announced.length > 0);
  const { all } = await press(ear, 'Space'), { says, words } = expected(ear, 1);
  const rest = words.replace(` ${says}`, '');
  ear.same('playing', all[0], words.includes('Refused.') ? `${says} Refused.` : says);
  if (words.length < MOST_TOLD) ear.same('a pause', all[1], rest.replace(' Refused.', ''));
}

/** Landmarks are few and differ, all buttons and lists have names, and a list is read once. */
async function names(ear, hash) {
  await ear.open(hash);
  const session = await ear.page.context().newCDPSession(ear.page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const seen = nodes.filter(({ ignored }) => !ignored).map(({ role, name, nodeId, childIds }) =>
    ({ id: nodeId, role: role?.value, name: name?.value ?? '', childIds }));
  const marks = seen.filter(({ role }) => LANDMARKS.includes(role))
    .map(({ role, name }) => `${role} ${name}`);
  if (new Set(marks).size < marks.length || marks.length > MOST_LANDMARKS) {
    ear.fault(`${hash}: landmarks are ${marks.join(', ')}`);
  }
  for (const { role, name } of seen) {
    if (['button', 'slider', 'textbox', 'combobox', 'link'].includes(role) && !name.trim()) {
      ear.fault(`${hash}: a ${role} has no name`);
    }
  }
  await lanes(ear, hash, seen, new Map(nodes.map(node => [node.nodeId, node])));
}

async function lanes(ear, hash, seen, nodes) {
  const boards = await ear.page.locator('.board').evaluateAll(all => all.map(board =>
    [board.dataset.port, board.querySelector('.lane.released').dataset.limit]));
  const heads = seen.filter(({ role, name }) => role === 'heading' && name.startsWith('Port '))
    .map(({ name }) => name.replace(/, (gone|closed)$/, ''));
  ear.same(`${hash}: headings`, heads,
    boards.map(([port, limit]) => `Port ${port}, limit ${limit}`));
  const compares = hash.includes('compare') && new Set(boards.map(([port]) => port)).size === 1
    && boards.length > 1;
  for (const [port, limit] of boards) for (const lane of LANES) {
    const name = `${lane} of ${port}${compares ? `, limit ${limit}` : ''}`;
    const found = seen.filter(one => one.role === 'group' && one.name === name);
    if (found.length !== 1) ear.fault(`${hash}: ${found.length} groups are named ${name}`);
    else readOnce(ear, `${hash}: ${name}`, textsOf(nodes, found[0].id));
  }
}

function textsOf(nodes, id) {
  const node = nodes.get(id);
  if (!node) return [];
  const own = !node.ignored && node.role?.value === 'StaticText' ? [node.name.value] : [];
  return own.length ? own : (node.childIds ?? []).flatMap(child => textsOf(nodes, child));
}

/** No word of a list but its head, its order and its words for ears. */
function readOnce(ear, what, texts) {
  const last = texts.at(-1) ?? '';
  const before = texts.slice(0, -1).filter(text => !text.startsWith('+'));
  if (!/\.$/.test(last)) ear.fault(`${what} has no words for ears: ${texts}`);
  if (before.length > 2) ear.fault(`${what} is read twice: ${texts}`);
}
