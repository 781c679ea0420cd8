// Predict: the learner says who gets a packet before the step is shown.

const answerKey = (player, n) => `${player.at.variant}:${n}`;

/** The question with a chip for the packet. */
function asked(player, variant, ask) {
  return ask.text.split(/\b(p\d+)\b/).map((part, n) => n % 2 ? packetChip(part) : part);
}

function choices(player, ask) {
  const variant = player.variant(), row = el('div', 'choices');
  row.setAttribute('role', 'group');
  row.setAttribute('aria-label', 'Your prediction');
  ask.threads.forEach((name, n) => {
    const chip = threadChip(player, variant, variant.kind(name).n);
    chip.setAttribute('aria-hidden', 'true');
    const button = press('', name, () => answer(player, name), chip, el('kbd', '', String(n + 1)));
    button.title = name;
    row.append(button);
  });
  row.append(press('plain', 'Nobody yet', () => answer(player, 'nobody'), 'nobody yet',
    el('kbd', '', 'N')));
  row.append(press('give', null, () => answer(player, null), 'just show me'));
  return row;
}

function answer(player, said) {
  const n = player.at.step + 1;
  player.answers.set(answerKey(player, n), said);
  player.asking = false;
  player.at.step = n;
  player.draw('tell');
  player.parts.told.focus({ preventScroll: true });
}

const rightAnswer = ask => ask.answer ?? 'nobody';

function verdictOf(player, n) {
  const said = player.answers.get(answerKey(player, n));
  if (!said || !player.wish.predict) return null;
  const variant = player.variant(), { ask } = variant.steps[n], right = rightAnswer(ask);
  if (said === right) return el('span', 'verdict right', el('b', '', '✓ As you said.'));
  const who = right === 'nobody' ? ['nobody gets it yet']
    : [nameChip(player, variant, right), ' gets it'];
  return el('span', 'verdict wrong', el('b', '', `✗ You said ${cut(said, 20)}`), ': ', ...who,
    '. The rule on the page says why.');
}

/** The answer to a key while a question is open. */
function answerByKey(player, key) {
  const { ask } = player.variant().steps[player.at.step + 1];
  if (key === 'n') return 'nobody';
  if (/^[1-8]$/.test(key)) return ask.threads[+key - 1] ?? null;
  const letter = ask.threads.filter(name => name.toLowerCase() === key);
  return letter.length === 1 ? letter[0] : null;
}

function score(player) {
  let asked_ = 0, right = 0;
  for (const [key, said] of player.answers) {
    const [variant, n] = key.split(':').map(Number);
    if (variant !== player.at.variant || !said) continue;
    asked_ += 1;
    right += said === rightAnswer(player.variant().steps[n].ask) ? 1 : 0;
  }
  return asked_ ? `Predict ${right}/${asked_}` : 'Predict';
}
