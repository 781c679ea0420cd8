// The end of a story: what it asked and showed, how the predictions went, and what comes next.

/** How a note begins that says of a story that there is more of it than its trace tells. */
const GOES_ON = ['The story goes on', 'The story can not go on', 'Events that were not recorded'];

/** How a note begins that says of a story that it may have ends which nobody saw. */
const MAY_END = ['This is one of', 'This is the one end'];

const begins = words => note => words.some(word => note.startsWith(word));
const goesOn = begins(GOES_ON), remarks = begins([...GOES_ON, ...MAY_END]);

/** Whether the trace tells the story up to its end. */
const isWhole = variant => !variant.raw.cut && !variant.steps[variant.last].notes.some(goesOn);

/** The notes of the last step that stand at the end: what the story showed, the last of them if it
 *  says so; and why it is not whole. */
function endNotes(variant) {
  const { notes } = variant.steps[variant.last], rest = notes.filter(remarks).slice(-2);
  const last = notes.findLast(note => !remarks(note)) || '';
  return variant.last && last.startsWith('So') ? [last, ...rest] : rest;
}

function drawEnding(player) {
  const { ending } = player.parts, { story, at } = player, variant = player.variant();
  const ended = variant.last > 0 && at.step === variant.last && !player.asking && !player.paper;
  ending.hidden = !ended;
  player.root.classList.toggle('ended', ended);
  ending.replaceChildren();
  if (!ended) return;
  const notes = endNotes(variant);
  if (variant.raw.cut) notes.push(CUT);
  if (variant.raw.ends > 1 && !notes.some(remarks)) {
    notes.push(`This is one of ${variant.raw.ends} ends that the story can have.`);
  }
  ending.append(el('h2', '', endWord(variant)), el('p', 'title', story.title),
    story.question ? el('p', 'asked', story.question) : '', el('div', 'note',
      ...notes.map(text => el('p', '', ...noted(player, variant, text)))));
  const words = scoreWords(player);
  if (words) ending.append(el('p', 'score', words));
  ending.append(el('p', 'again', ...againButtons(player)));
  if (story.lesson && isWhole(variant)) ending.append(nextLesson(story.lesson));
}

const CUT = 'The story goes on under this limit, and is too large to be told whole.';

/** What the last step is. A story that goes on has not ended. */
const endWord = variant => isWhole(variant) ? 'The end' : 'Here the trace stops';

/** The score in words, or how much could be asked. */
function scoreWords(player) {
  const { questions, answered, right, skipped } = scoreOf(player), rest = questions - answered - skipped;
  if (!questions) return '';
  if (!answered && !skipped) {
    return questions === 1 ? 'There is a question on the way.'
      : `There are ${questions} questions on the way.`;
  }
  const words = [`${right} of ${questions} right`, `${skipped} skipped`, `${rest} not asked`];
  return `Your predictions: ${words.filter((_, n) => n === 0 || [0, skipped, rest][n]).join(', ')}.`;
}

function againButtons(player) {
  const again = predict => () => {
    for (const key of [...player.answers.keys()]) {
      if (key.startsWith(`${player.at.variant}:`)) player.answers.delete(key);
    }
    player.stop();
    setPredict(player, predict);
    player.go(0);
    player.parts.told.focus({ preventScroll: true });
  };
  const buttons = [press('tool', null, again(false), 'Again')];
  if (scoreOf(player).questions) {
    buttons.push(press('tool', null, again(true), 'Again, and ask me first'));
  }
  return buttons;
}

/** The lesson after this one: a link where the pages of the lessons stand side by side. */
function nextLesson({ name, next }) {
  if (!next) return el('p', 'next', 'This was the last lesson.');
  const [file, title] = next, words = el('b', '', title);
  const { protocol, pathname } = location;
  const beside = protocol.startsWith('http') && pathname.endsWith(`/${name}.html`);
  const link = beside ? el('a', '', words) : words;
  if (beside) link.href = `${file}.html`;
  return el('p', 'next', 'Next lesson: ', link, ' ', el('code', '', file));
}
