// Predict: the learner answers a question before the step is shown, or skips it with a key or a
// button of its own. Nothing else goes on to the step.

const SKIPPED = -1;
const answerKey = (player, n) => `${player.at.variant}:${n}`;

/** The step that is asked about. */
const stepAsked = player => player.variant().steps[player.at.step + 1];

/** Where a question stands: the step it asks about is not shown. */
const placeOf = (variant, n) => n ? `After step ${n} of ${variant.last}` : 'Before the first step';

const questionOf = ({ event, ask }) => `${event}. ${ask.text}`;

/** The question with chips for its names. */
function asked(player, variant, step) {
  return questionOf(step).split(/\b(p\d+)\b/).map((part, n) => n % 2 ? packetChip(part) : part);
}

/** The answers, which have the question as their name. */
function choices(player, step) {
  const variant = player.variant(), row = el('div', 'choices'), { ask } = step;
  row.setAttribute('role', 'group');
  row.setAttribute('aria-label', questionOf(step));
  row.tabIndex = -1;
  row.dataset.keep = 'choices';
  ask.answers.forEach(({ key, text, isThread }, place) => {
    const says = isThread ? threadChip(player, variant, variant.kind(text).n) : text;
    const button = press(isThread ? '' : 'plain', text, () => answer(player, place), says,
      key === text || !player.wish.keys ? null : el('kbd', '', key.toUpperCase()));
    if (isThread) says.setAttribute('aria-hidden', 'true');
    button.title = text;
    button.dataset.keep = `answer ${place}`;
    row.append(button);
  });
  const skip = press('give', 'Skip this question', () => answer(player, SKIPPED), 'skip',
    player.wish.keys ? el('kbd', '', 'S') : null);
  skip.dataset.keep = 'skip';
  row.append(skip);
  return row;
}

/** A screen reader takes many keys for itself: the buttons come first. */
function howToAnswer(player) {
  if (!player.wish.keys) return 'Choose a button.';
  const { answers } = stepAsked(player).ask;
  const keys = answers.map(({ key, text }) => `${key.toUpperCase()} for ${text}`);
  return `Choose a button, or press ${keys.join(', ')}, or S to skip.`;
}

/** Asks before step n, if it has a question that was not answered or skipped. */
function asks(player, n) {
  const { wish } = player;
  return wish.predict && player.variant().steps[n].hasAsk
    && !player.answers.has(answerKey(player, n));
}

/** Whoever steps on while a question stands is told what goes on. */
function ask(player) {
  player.insisted = player.asking;
  player.asking = true;
  player.stop();
  player.draw('still');
  player.root.querySelector('.choices').focus({ preventScroll: true });
}

const INSISTS = 'Answer first, or skip the question.';

function answer(player, place) {
  const n = player.at.step + 1;
  player.answers.set(answerKey(player, n), place);
  unask(player);
  player.at.step = n;
  player.draw('tell');
  focusTold(player);
}

function unask(player) {
  player.asking = player.insisted = false;
}

/** Whether what is shown was asked before. */
const isJudged = player => player.wish.predict && !player.asking
  && player.answers.has(answerKey(player, player.at.step));

/** The place of what was said of the step that is shown, what was said, and what is right. */
function judgement(player) {
  if (!isJudged(player)) return null;
  const place = player.answers.get(answerKey(player, player.at.step)), { ask } = player.step();
  const text = of => cut(ask.answers[of].text, 30);
  return { place, isRight: place === ask.right, right: text(ask.right),
    said: place === SKIPPED ? '' : text(place) };
}

function verdictOf(player) {
  const judged = judgement(player);
  if (!judged) return null;
  const { place, isRight, right, said } = judged;
  if (isRight) return el('span', 'verdict right', el('b', '', '✓ As you said.'));
  if (place === SKIPPED) return el('span', 'verdict', `Skipped. The answer: ${right}.`);
  return el('span', 'verdict wrong', el('b', '', `✗ You said: ${said}.`),
    ` The answer: ${right}.`);
}

/** The same for ears, which see no sign. */
function verdictTold(player) {
  const judged = judgement(player);
  if (!judged) return '';
  const { place, isRight, right, said } = judged;
  if (isRight) return `Right: ${right}.`;
  return `${place === SKIPPED ? 'Skipped.' : `Wrong, you said: ${said}.`} The answer: ${right}.`;
}

/** The answer to a key while a question is open: a key of its own, or the letter of a thread. */
function answerByKey({ ask: { answers } }, key) {
  const place = answers.findIndex(one => one.key === key);
  if (place >= 0) return place;
  if (key === 's') return SKIPPED;
  const letter = answers.filter(one => one.isThread && one.text.toLowerCase() === key);
  return letter.length === 1 ? answers.indexOf(letter[0]) : null;
}

/** How the questions of this variant went so far. */
function scoreOf(player) {
  const { steps, questions, place } = player.variant();
  const score = { questions, answered: 0, right: 0, skipped: 0 };
  for (const [key, said] of player.answers) {
    const [variant, n] = key.split(':').map(Number);
    if (variant !== place) continue;
    if (said === SKIPPED) { score.skipped += 1; continue; }
    score.answered += 1;
    score.right += said === steps[n].ask.right ? 1 : 0;
  }
  return score;
}

function score(player) {
  const { answered, right } = scoreOf(player);
  return answered ? `Predict ${right}/${answered}` : 'Predict';
}
