// The end of a story: what it asked and showed, how the predictions went, and what comes next.

/** The note that answers the question of a story: the last of its last step, if it says so. */
const conclusion = variant => {
  const note = variant.steps[variant.last].notes.at(-1) || '';
  return variant.last && note.startsWith('So') ? note : null;
};

function drawEnding(player) {
  const { ending } = player.parts, { story, at } = player, variant = player.variant();
  const ended = variant.last > 0 && at.step === variant.last && !player.asking && !player.paper;
  ending.hidden = !ended;
  player.root.classList.toggle('ended', ended);
  ending.replaceChildren();
  if (!ended) return;
  const shown = conclusion(variant);
  ending.append(el('h2', '', 'The end'), el('p', 'title', story.title),
    story.question ? el('p', 'asked', story.question) : '');
  if (shown) ending.append(el('div', 'note', el('p', '', ...noted(player, variant, shown))));
  const words = scoreWords(player);
  if (words) ending.append(el('p', 'score', words));
  ending.append(el('p', 'again', ...againButtons(player)));
  if (story.lesson) ending.append(nextLesson(story.lesson));
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
