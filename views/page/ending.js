// The end of a story: what it asked and showed, how the predictions went, and what comes next.

/** The trace that says why this one is not the whole story: under another limit the steps are those
 *  of the first trace. */
const remarked = (player, variant) => variant.raw.cut ? variant.raw : player.story.variants[0].raw;

/** The notes that stand at the end: what the story showed, if the last of them says so; and what
 *  its trace does not tell. */
function endNotes(player, variant) {
  const { remarks = [] } = remarked(player, variant);
  const last = variant.steps[variant.last].notes.at(-1) || '';
  return last.startsWith('So') ? [last, ...remarks] : remarks;
}

/** What the last step is. A story that goes on has not ended. */
const endWord = (player, variant) => remarked(player, variant).cut ? 'Here the trace stops'
  : 'The end';

function drawEnding(player) {
  const { ending } = player.parts, { story, at } = player, variant = player.variant();
  const ended = variant.last > 0 && at.step === variant.last && !player.asking && !player.paper;
  ending.hidden = !ended;
  player.root.classList.toggle('ended', ended);
  ending.replaceChildren();
  if (!ended) return;
  ending.append(el('h2', '', endWord(player, variant)), el('p', 'title', story.title),
    story.question ? el('p', 'asked', story.question) : '', el('div', 'note',
      ...endNotes(player, variant).map(text => el('p', '', ...noted(player, variant, text)))));
  const words = scoreWords(player);
  if (words) ending.append(el('p', 'score', words));
  ending.append(el('p', 'again', ...againButtons(player)));
  if (story.lesson && !remarked(player, variant).cut) ending.append(nextLesson(player));
}

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
    focusTold(player);
  };
  const buttons = [press('tool', null, again(false), 'Again')];
  if (scoreOf(player).questions) {
    buttons.push(press('tool', null, again(true), 'Again, and ask me first'));
  }
  return buttons;
}

/** The lesson after this one: a link where the pages of the lessons stand side by side. */
function nextLesson({ story, wish }) {
  const { name, next } = story.lesson;
  if (!next) return el('p', 'next', 'This was the last lesson.');
  const [file, title] = next, words = el('b', '', title);
  const { protocol, pathname } = location;
  const beside = protocol.startsWith('http') && pathname.endsWith(`/${name}.html`);
  const link = beside ? el('a', '', words) : words;
  if (beside) link.href = `${file}.html${wish.predict ? '#predict' : ''}`;
  return el('p', 'next', 'Next lesson: ', link, ' ', el('code', '', file));
}
