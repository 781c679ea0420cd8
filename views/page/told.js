// The headline: what happened in a sentence, and the notes behind it.

function drawTold(player) {
  const { told, note } = player.parts, variant = player.variant();
  note.replaceChildren();
  if (player.asking) return drawQuestion(player, told, variant);
  const n = player.at.step, step = variant.steps[n];
  const eyebrow = el('p', 'eyebrow', el('span', 'where', `Step ${n} of ${variant.last}`));
  if (n > 0) {
    const event = el('code', '', step.event);
    event.title = step.event;
    eyebrow.append(event);
  }
  if (step.now && step.now !== '0') {
    eyebrow.append(el('span', 'clock', `at ${duration(step.now)}`));
  }
  if (n === 0) eyebrow.append(...beginning(player));
  if (step.refused) eyebrow.append(el('span', 'tag', 'refused'));
  const verdict = verdictOf(player);
  if (verdict) eyebrow.append(verdict);
  told.replaceChildren(eyebrow, el('p', 'sentence',
    ...(n ? rich(player, variant, step.says) : opening(player))));
  told.lastChild.dataset.keep = 'sentence';
  scrollable(told.lastChild, 'What happened');
  note.append(...notesOf(player, variant, step));
  note.scrollTop = 0;
  scrollable(note, 'Notes');
}

const focusTold = player => player.parts.told.focus({ preventScroll: true });

/** Notes that are shown one by one; a button lists more of them. */
const MOST_NOTES = 40;

/** The notes of a step under its sentence. What the story showed stands at its end. */
function notesOf(player, variant, step) {
  const notes = step.n ? step.notes : [setting(player, variant)];
  const ends = step.n === variant.last && !player.paper ? endNotes(player, variant) : [];
  const stay = notes.filter(text => !ends.includes(text));
  const shown = stay.slice(0, MOST_NOTES).map(text => el('p', '', ...noted(player, variant, text)));
  if (stay.length <= MOST_NOTES) return shown;
  const more = listButton(player, `+${stay.length - MOST_NOTES}`, `Notes of step ${step.n}`,
    () => stay.slice(MOST_NOTES).map(text => noted(player, variant, text)));
  return [...shown, el('p', '', more)];
}

/** A question stands alone: what was told of the step before is gone. */
function drawQuestion(player, told, variant) {
  const step = stepAsked(player);
  const eyebrow = el('p', 'eyebrow', el('span', 'where', placeOf(variant, player.at.step)),
    player.insisted ? el('span', 'insists', INSISTS)
      : el('span', '', `what comes next${player.wish.compare ? `, with ${variant.name}` : ''}?`));
  const sentence = el('p', 'sentence', ...asked(player, variant, step));
  told.replaceChildren(eyebrow, sentence, choices(player, step));
  scrollable(sentence, 'The question');
}

/** At the start one can choose to be asked. */
function beginning(player) {
  if (player.wish.predict || player.paper || !scoreOf(player).questions) return [];
  const begin = () => {
    setPredict(player, true);
    player.go(1, 'tell');
    if (!player.asking) focusTold(player);
  };
  return [press('tool begin', null, begin, 'Begin, and ask me first')];
}

/** Room for the longest that is told, so that nothing jumps; what is longer scrolls. Where the page
 *  is narrow the notes stand under the picture, and need no room above it. */
function roomToTell(player) {
  const { told, telling } = player.parts, variant = player.variant();
  const texts = variant.steps.slice(0, 400).map(step => el('div', '',
    el('p', 'sentence', ...(step.n ? rich(player, variant, step.says) : opening(player))),
    narrow.matches ? '' : el('div', 'note', ...notesOf(player, variant, step))));
  // Between question and answer the picture keeps its place; the verdict has a line of its own.
  const asks = narrow.matches && player.wish.predict;
  const question = step => el('div', '', el('p', 'sentence', ...asked(player, variant, step)),
    choices(player, step));
  const questions = asks
    ? variant.steps.slice(0, 400).filter(step => step.hasAsk).map(question) : [];
  const measured = el('div', 'measured', ...texts, ...questions);
  told.append(measured);
  const highest = nodes => nodes.reduce((most, node) => Math.max(most, node.offsetHeight), 0);
  const most = highest(texts), both = Math.max(most + (asks ? 22 : 0), highest(questions));
  measured.remove();
  telling.style.setProperty('--told', `${roomFor(player, most + 40)}px`);
  telling.style.setProperty('--told-narrow', `${Math.min(asks ? 224 : 170, both + 40)}px`);
}

const roomFor = (player, most) => isLow(player) ? Math.max(120, Math.min(170, most))
  : Math.max(158, Math.min(innerHeight < 900 ? 236 : 330, most));

const opening = player => [player.story.question || player.story.title];

/** The declarations in words. */
function setting(player, variant) {
  const ports = variant.raw.ports.map(([name, limit]) =>
    `port ${cut(name, 24)} with limit ${limit}`);
  const list = (word, names) => names.length
    ? `${plural(names.length, word)} (${cut(names.join(', '), 60)})` : `no ${word}`;
  const words = [...ports.slice(0, 4), ...(ports.length > 4 ? [`${ports.length - 4} more`] : [])];
  const windows = { xp: 'XP', vista: 'Vista' }[player.story.profile] || player.story.profile;
  const { remarks = [] } = remarked(player, variant);
  return [`On ${plural(variant.processors, 'processor')}: ${words.join(', ')}; ${
    list('thread', variant.threads)} and ${list('device', variant.devices)}. Windows ${
    windows}. Nothing has happened yet.`, ...remarks].join(' ');
}

/** What a screen reader is told of a step, sentence by sentence: how the answer was, what happened,
 *  and what is written beside it. While the story plays it is told what happens, and no more. */
function tell(player) {
  const variant = player.variant(), { step: n } = player.at, step = variant.steps[n];
  if (player.asking) return tellToChoose(player, variant);
  const says = n ? plain(step.says) : opening(player)[0], compared = player.wish.compare && n;
  const refused = step.refused && !says.includes('refused') ? 'Refused.' : '';
  const other = compared ? otherTold(player) : '';
  if (player.playing && n < variant.last) return [says, refused, other].filter(Boolean);
  const ends = n && n === variant.last ? endNotes(player, variant) : [];
  const notes = n ? step.notes.filter(note => !ends.includes(note)) : [setting(player, variant)];
  const end = n && n === variant.last
    ? [`${endWord(player, variant)}.`, ...ends, scoreWords(player)] : [];
  return [verdictTold(player), `Step ${n} of ${variant.last}.`, says, refused, briefly(notes),
    other, ...end].filter(Boolean);
}

/** The group of the answers has the focus then, and the question as its name. */
const tellToChoose = (player, variant) => [player.insisted ? INSISTS : '',
  `${placeOf(variant, player.at.step)}.`, howToAnswer(player)].filter(Boolean);

/** The most letters of notes that are told; the rest can be read. */
const MOST_TOLD = 240;

/** Notes up to the end of a sentence. */
function briefly(notes) {
  const text = notes.join(' ');
  if (text.length <= MOST_TOLD) return text;
  const end = text.slice(0, MOST_TOLD).search(/[.?!] [^.?!]*$/);
  return `${text.slice(0, end + 1)} The notes say more.`.trim();
}

/** Writes for a screen reader what is new: where one stays at a step, or a key has changed how it
 *  is shown, only what was not told before. */
function announce(player) {
  const { news, heard, at, asking } = player, place = `${at.step} ${asking}`;
  const words = tell(player), stays = news || place === heard.place;
  const fresh = stays ? words.filter(one => !heard.words.includes(one)) : words;
  Object.assign(player, { news: null, heard: { place, words } });
  const all = news ? [news(), ...fresh] : fresh;
  if (all.length) player.parts.live.textContent = all.join(' ');
}
