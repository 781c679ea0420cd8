// Buttons, keys, the link to a step.

function wire(player) {
  const { parts } = player;
  const click = (part, act) => parts[part].addEventListener('click', act);
  click('skip', () => focusTold(player));
  click('first', () => { player.stop(); player.go(0); });
  click('back', () => stepBack(player));
  click('next', () => { player.stop(); player.go(player.at.step + 1); });
  click('play', () => player.play());
  click('predict', () => setPredict(player, !player.wish.predict));
  click('compare', () => toggleCompare(player));
  click('theme', () => nextTheme(player));
  click('help', () => showHelp(player));
  click('explain', () => showNumbers(player));
  parts.scrub.addEventListener('input', event => {
    player.stop();
    player.go(+event.target.value);
  });
  parts.jump.addEventListener('change', event => jumpTo(player, event.target.value.trim()));
  parts.speed.addEventListener('change', event => { player.wish.speed = +event.target.value; });
  parts.rows.addEventListener('click', event => chartClick(player, event));
  parts.list.addEventListener('keydown', event => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) { event.preventDefault(); player.stop(); player.go(player.at.step + by, 'glide'); }
  });
}

/** Goes to the step of a number; other words change nothing. The field says where one is. */
function jumpTo(player, text) {
  if (/^\d+$/.test(text)) { player.stop(); player.go(+text); }
  player.parts.jump.value = player.at.step;
}

function stepBack(player) {
  player.stop();
  if (player.asking) { unask(player); player.draw('still'); }
  else player.go(player.at.step - 1);
}

function toggleCompare(player) {
  if (player.story.variants.length < 2) return;
  player.stop();
  setCompare(player, !player.wish.compare);
  player.shown = null;
  player.draw('still');
}

function setPredict(player, on) {
  player.wish.predict = on;
  unask(player);
  player.draw('still');
}

const NEXT_THEME = { auto: 'light', light: 'dark', dark: 'auto' };
const THEMES = { auto: 'As the system', light: 'Light', dark: 'Dark' };

function nextTheme(player) {
  setTheme(player, NEXT_THEME[player.wish.theme]);
  writeLink(player);
}

function setTheme(player, theme) {
  player.wish.theme = theme;
  const html = document.documentElement;
  if (theme === 'auto') delete html.dataset.theme; else html.dataset.theme = theme;
  const says = theme === 'auto' ? 'as the system' : theme;
  player.parts.theme.setAttribute('aria-label', `Theme: ${says}`);
}

const KEYS = [
  ['← →', 'one step back, one step on'], ['Space', 'play, pause'],
  ['Home End', 'first step, last step'], ['P', 'predict: ask me before the step is shown'],
  ['1–8 N G W …', 'answer with the key beside it'], ['S', 'skip the question'],
  ['L', 'the next limit'], ['C', 'compare two limits'], ['T', 'light, dark, as the system'],
  ['?', 'this list'],
];

const listed = rows => rows.flatMap(([word, says]) => [el('dt', '', word), el('dd', '', says)]);

function showHelp(player) {
  showDialog(player, 'Help', el('h2', '', 'Keyboard'), el('dl', '', ...listed(KEYS)),
    keysOff(player), ...numbersExplained(player));
}

/** Who speaks to the computer, or types into a screen reader, can take the letters away. */
function keysOff(player) {
  const button = press('tool', null, () => {
    player.wish.keys = !player.wish.keys;
    button.setAttribute('aria-pressed', !player.wish.keys);
    player.draw('still');
  }, 'Letter keys off');
  button.setAttribute('aria-pressed', !player.wish.keys);
  return el('p', 'keys-off', button, ' arrows, Space, Home and End stay');
}

const showNumbers = player => showDialog(player, 'Numbers', ...numbersExplained(player));

/** The numbers with what they are at this step, and the words of picture and timeline. */
function numbersExplained(player) {
  const values = metersOf(player, player.variant());
  const meters = METERS.map(([, word, says], n) => [`${values[n]} ${word}`, says]);
  return [el('h2', '', 'Numbers'), el('dl', 'words', ...listed(meters)),
    el('h2', '', 'Picture and timeline'), el('dl', 'words', ...listed(SIGNS))];
}

function showDialog(player, label, ...parts) {
  const { dialog } = player.parts;
  dialog.replaceChildren(...parts, closeForm());
  dialog.setAttribute('aria-label', label);
  // Else its last button has the focus, and WebKit scrolls there.
  const head = dialog.querySelector('h2');
  head.tabIndex = -1;
  head.autofocus = true;
  dialog.showModal();
  dialog.scrollTop = 0;
}

/** What a key does, if anything. */
function keyAct(player, event) {
  const key = event.key.toLowerCase(), { type, tagName } = event.target;
  const range = type === 'range';
  if (player.asking && key.length === 1) {
    const said = answerByKey(stepAsked(player), key);
    if (said != null) return () => answer(player, said);
  }
  // The key of an answer, pressed twice, does nothing else.
  if (isJudged(player) && answerByKey(player.step(), key) != null) return () => {};
  const to = n => () => { player.stop(); player.go(n); };
  if (!range && key === 'arrowright') return to(player.at.step + 1);
  if (!range && key === 'arrowleft') return () => stepBack(player);
  if (!range && key === 'home') return to(0);
  if (!range && key === 'end') return to(player.variant().last);
  if (key === ' ' && tagName !== 'BUTTON' && tagName !== 'SUMMARY') return () => player.play();
  return modeAct(player, key) || (key === '?' ? () => showHelp(player) : null);
}

/** What a key does that changes how all is shown, and says so: its button may be far away. */
function modeAct(player, key) {
  const { wish } = player, modes = {
    p: [() => setPredict(player, !wish.predict), () => `Predict ${wish.predict ? 'on' : 'off'}.`],
    t: [() => nextTheme(player), () => `${THEMES[wish.theme]}.`],
    c: [() => toggleCompare(player), () => comparedWords(player)],
    l: [() => setVariant(player, nextLimit(player)), () => limitTold(player)],
  };
  if (!Object.hasOwn(modes, key)) return null;
  const [act, news] = modes[key];
  return () => {
    player.news = news;
    act();
    if (player.news) announce(player);
  };
}

/** The place of the next limit. The first trace is always one of two that are compared. */
function nextLimit({ wish, at, story, compared }) {
  const { length } = story.variants;
  return wish.compare ? compared % (length - 1) + 1 : (at.variant + 1) % length;
}

function onKey(player, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || player.parts.dialog.open) return;
  const { tagName, type, isContentEditable } = event.target;
  // A page around the player has keys of its own.
  const nobody = [document.body, document.documentElement].includes(event.target);
  if (!nobody && !player.root.contains(event.target)) return;
  const typing = tagName === 'SELECT' || tagName === 'TEXTAREA' || isContentEditable
    || (tagName === 'INPUT' && type !== 'range');
  const taken = !player.wish.keys && event.key.length === 1 && event.key !== ' ';
  if (typing || taken || event.defaultPrevented) return;
  const act = keyAct(player, event);
  if (act) { event.preventDefault(); act(); }
}

function writeLink(player) {
  if (!player.options.link) return;
  const { wish, at } = player, words = [`step=${at.step}`];
  if (at.variant) words.push(`limit=${limitWords(player.variant())}`);
  if (wish.compare) words.push(`compare=${limitWords(player.other())}`);
  if (wish.predict) words.push('predict');
  if (!wish.keys) words.push('keys=off');
  if (wish.theme !== 'auto') words.push(`theme=${wish.theme}`);
  const hash = `#${words.join('&')}`;
  clearTimeout(player.linking);
  player.linking = setTimeout(() => {
    // Another address is about to be read, and is not to be written over.
    if (location.hash !== player.linked) return;
    if (hash !== player.linked) history.replaceState(null, '', hash);
    player.linked = hash;
  }, 60);
}

/** A limit as a link has it: with its port where there are several. */
const limitWords = ({ ports, port, limit }) => ports.length > 1 ? `${port}:${limit}` : `${limit}`;

function readLink(player) {
  if (!player.options.link) return;
  clearTimeout(player.linking);
  player.linked = location.hash;
  const words = new URLSearchParams(location.hash.slice(1)), { story } = player;
  const limited = name => story.variants.find(variant => words.has(name)
    && [String(variant.limit), limitWords(variant)].includes(words.get(name)));
  if (Object.hasOwn(NEXT_THEME, words.get('theme'))) setTheme(player, words.get('theme'));
  player.wish.predict = words.has('predict');
  player.wish.keys = words.get('keys') !== 'off';
  const variant = limited('limit') || story.variants[0];
  const step = Math.max(0, Math.min(variant.last, parseInt(words.get('step'), 10) || 0));
  player.at = { variant: variant.place, step };
  // The first trace is always one of the two, so it is not the other.
  player.compared = limited('compare')?.place || 1;
  setCompare(player, words.has('compare'));
}
