// The end of a story: what it asked and showed, how the predictions went, and what comes next; and
// the links of a lesson on the site, which a page on a disk does not have.

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
  const { questions, answered, right, skipped } = scoreOf(player);
  const rest = questions - answered - skipped;
  if (!questions) return '';
  if (!answered && !skipped) {
    return questions === 1 ? 'One question can be asked on the way.'
      : `${questions} questions can be asked on the way.`;
  }
  const words = [`${right} of ${questions} right`, `${skipped} skipped`, `${rest} not asked`];
  const said = words.filter((_, n) => n === 0 || [0, skipped, rest][n]);
  return `Your predictions: ${said.join(', ')}.`;
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

/** The lesson after this one: a link on the site. */
function nextLesson({ story, wish }) {
  const { next } = story.lesson;
  if (!next) return el('p', 'next', 'This was the last lesson.');
  const [file, title] = next, words = el('b', '', title);
  const link = isOnSite(story) ? anchor(`${file}.html${wish.predict ? '#predict' : ''}`, words)
    : words;
  return el('p', 'next', 'Next lesson: ', link, ' ', el('code', '', file));
}

/** Whether the page stands among the lessons of the site. */
const isOnSite = ({ lesson }) => !!lesson && location.protocol.startsWith('http')
  && location.pathname.endsWith(`/lessons/${lesson.name}.html`);

const anchor = (href, ...children) => {
  const node = el('a', '', ...children);
  node.href = href;
  return node;
};

/** The number of a rule, which leads to the list of all rules. */
const ruleLink = (player, id, name) => {
  const link = isOnSite(player.story) ? anchor(`../rules.html#${id}`, id) : el('span', '', id);
  link.className = name;
  return link;
};

function drawSite(player) {
  const { parts: { site }, story } = player;
  site.hidden = !isOnSite(story);
  site.replaceChildren();
  if (site.hidden) return;
  site.append(anchor('../index.html', 'All lessons'), anchor('../rules.html', 'Rules'),
    anchor(`../playground.html#lesson=${story.lesson.name}`, 'Change it'));
}
