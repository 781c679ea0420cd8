// The headline: what happened in a sentence, and the notes behind it.

function drawTold(player) {
  const { told } = player.parts, variant = player.variant();
  if (player.asking) return drawQuestion(player, told, variant);
  const n = player.at.step, step = variant.steps[n];
  const eyebrow = el('p', 'eyebrow', el('span', 'where', `Step ${n} of ${variant.last}`));
  if (n > 0) eyebrow.append(el('code', '', step.event));
  if (step.now && step.now !== '0') {
    eyebrow.append(el('span', 'clock', `at ${duration(step.now)}`));
  }
  if (step.refused) eyebrow.append(el('span', 'tag', 'refused'));
  const verdict = verdictOf(player, n);
  if (verdict) eyebrow.append(verdict);
  told.replaceChildren(eyebrow, el('p', 'sentence', ...(n ? rich(player, variant, step.says) : opening(player))));
  const notes = n ? step.notes : [setting(player, variant)];
  if (notes.length) {
    const note = el('div', 'note');
    for (const text of notes) note.append(el('p', '', ...noted(player, variant, text)));
    told.append(note);
    scrollable(note, 'Notes');
  }
}

/** A question stands alone: what was told of the step before is gone. */
function drawQuestion(player, told, variant) {
  const step = stepAsked(player);
  const eyebrow = el('p', 'eyebrow', el('span', 'where', placeOf(variant, player.at.step)),
    el('span', '', 'what comes next?'));
  told.replaceChildren(eyebrow, el('p', 'sentence', ...asked(player, variant, step)),
    choices(player, step));
  if (player.insisted) told.append(el('p', 'insists', INSISTS));
}

/** Room for the longest that is told, so that nothing jumps; what is longer scrolls. */
function roomToTell(player, variant) {
  let most = 0;
  for (const step of variant.steps.slice(1, 400)) {
    const notes = step.notes.reduce((sum, text) => sum + Math.ceil(text.length / 116) * 20.5 + 5, 0);
    most = Math.max(most, 42 + Math.ceil(plain(step.says).length / 70) * 29 + notes);
  }
  const height = Math.max(158, Math.min(236, Math.round(most)));
  player.parts.told.style.setProperty('--told', `${height}px`);
}

const opening = player => [player.story.question || player.story.title];

/** The declarations in words. */
function setting(player, variant) {
  const ports = variant.raw.ports.map(([name, limit]) => `port ${name} with limit ${limit}`);
  const list = (word, names) => names.length
    ? `${plural(names.length, word)} (${cut(names.join(', '), 60)})` : `no ${word}`;
  const words = [...ports.slice(0, 4), ...(ports.length > 4 ? [`${ports.length - 4} more`] : [])];
  const ends = variant.raw.ends > 1
    ? ` This is one of ${variant.raw.ends} ends that the story can have.` : '';
  return `On ${plural(variant.processors, 'processor')}: ${words.join(', ')}; ${
    list('thread', variant.threads)} and ${list('device', variant.devices)}. Windows ${
    player.story.profile}. Nothing has happened yet.${ends}`;
}

/** What a screen reader is told after each step. */
function tell(player) {
  const variant = player.variant(), { step: n } = player.at, step = variant.steps[n];
  if (player.asking) {
    const { event, ask } = stepAsked(player);
    const keys = ask.answers.map(({ key, text }) => `${key.toUpperCase()} for ${text}`).join(', ');
    const insists = player.insisted ? `${INSISTS} ` : '';
    return `${insists}${placeOf(variant, n)}. Predict: ${event}. ${ask.text} Press ${keys}, `
      + 'or S to skip.';
  }
  if (n === 0) return `Step 0 of ${variant.last}. ${opening(player)[0]}`;
  const moves = step.moves.slice(0, 8).map(spoken).join(' ');
  const more = step.moves.length > 8 ? ` And ${step.moves.length - 8} more moves.` : '';
  const refused = step.refused ? ` Refused by rule ${step.refused}.` : '';
  return `Step ${n} of ${variant.last}. ${plain(step.says)}${refused} ${moves}${more}`;
}
