// The player. It keeps a position, wishes and guesses; everything drawn follows from the trace.

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const narrow = matchMedia('(max-width:900px)');
const tiny = matchMedia('(max-width:600px)');

/** What was told to a screen reader before anything was. */
const NOTHING = { place: '', words: [] };

function makePlayer(root, data, options) {
  return {
    root, options, parts: skeleton(root), story: decode(data),
    at: { variant: 0, step: 0 }, compared: 1, asking: false, insisted: false, answers: new Map(),
    wish: { predict: false, compare: false, speed: 1, theme: 'auto', evidence: false,
      keys: true },
    pinned: new Set(), tokens: new Map(), running: [], shown: null, built: null, zoom: 1,
    window: null, playing: 0, news: null, heard: NOTHING,
    variant() { return this.story.variants[this.at.variant]; },
    other() { return this.story.variants[this.compared] || this.story.variants[1]; },
    step() { return this.variant().steps[this.at.step]; },
    variantsShown() {
      return this.wish.compare ? [this.variant(), this.other()] : [this.variant()];
    },
    stepAt: aligned,
    stepOf(variant) {
      return variant === this.variant() ? this.at.step : aligned(variant, this.at.step);
    },
    stepShown(variant) {
      if (!this.at.step || this.asking) return null;
      if (this.wish.compare && !happens(variant, this.at.step)) return null;
      return variant.steps[this.stepOf(variant)];
    },
    beat(moves) { return Math.min(640, 2600 / Math.max(1, moves)) / this.wish.speed; },
    draw(how) { drawAll(this, how); },
    drawStill() { this.shown = null; drawAll(this, 'still'); },
    go(n, how) { goTo(this, n, how); },
    play() { playOn(this); },
    stop() { stopPlaying(this); },
  };
}

/** What had the focus and is drawn anew has it again; what is gone leaves it to what is told. */
function drawAll(player, how) {
  const held = player.root.contains(document.activeElement) && document.activeElement;
  drawParts(player, how);
  if (!held || player.paper || document.activeElement !== document.body) return;
  const { keep } = held.dataset;
  const again = keep && player.root.querySelector(`[data-keep="${CSS.escape(keep)}"]`);
  again?.focus({ preventScroll: true });
  if (document.activeElement === document.body) focusTold(player);
}

function drawParts(player, how) {
  const { parts, story, at, wish } = player, variant = player.variant();
  if (!player.paper) player.root.classList.toggle('narrow', narrow.matches);
  const room = [at.variant, innerWidth, innerHeight < 900, wish.compare,
    narrow.matches && wish.predict].join(' ');
  if (room !== player.roomed && !player.paper) {
    player.roomed = room;
    roomToTell(player);
  }
  buildStage(player);
  drawLanes(player);
  drawTold(player);
  drawEnding(player);
  drawWhy(player);
  drawPrograms(player);
  drawSteps(player);
  if (!parts.ending.hidden) {
    scrollable(parts.ending.querySelector('.note'), 'What it showed');
    scrollable(parts.why, 'Why');
  }
  drawMeters(player);
  const measured = arrange(player, how);
  drawTrails(player, measured, how);
  drawTimeline(player);
  Object.assign(player.root.dataset, { step: at.step, last: variant.last, variant: at.variant,
    asking: player.asking });
  player.root.classList.toggle('comparing', wish.compare);
  parts.bar.style.setProperty('--p', variant.last ? at.step / variant.last : 1);
  parts.jump.value = at.step;
  parts.jump.style.width = `${Math.max(46, 22 + 9 * String(variant.last).length)}px`;
  parts.of.textContent = `of ${variant.last}`;
  const disabled = (part, is) => parts[part].setAttribute('aria-disabled', is);
  disabled('first', at.step === 0 && !player.asking);
  disabled('back', at.step === 0 && !player.asking);
  disabled('next', at.step === variant.last);
  parts.predict.textContent = score(player);
  parts.predict.setAttribute('aria-pressed', wish.predict);
  parts.compare.setAttribute('aria-pressed', wish.compare);
  parts.variants.querySelectorAll('button').forEach((button, n) => button.setAttribute(
    'aria-pressed', player.variantsShown().includes(story.variants[n])));
  if (!player.paper) {
    announce(player);
    writeLink(player);
    player.options.onStep?.(at.step, player);
  }
}

function goTo(player, n, how) {
  const variant = player.variant(), { at } = player;
  n = Math.max(0, Math.min(variant.last, Math.trunc(n) || 0));
  const forward = n === at.step + 1;
  if (forward && asks(player, n)) return ask(player);
  if (n === at.step && !player.asking && !how) return;
  unask(player);
  at.step = n;
  player.draw(how || (forward ? 'tell' : 'glide'));
}

function playOn(player) {
  if (player.playing) {
    player.stop();
    return announce(player);
  }
  if (player.at.step === player.variant().last) player.go(0);
  showPlaying(player, true);
  const tick = () => {
    player.go(player.at.step + 1);
    if (player.asking || player.at.step === player.variant().last) return player.stop();
    const moves = player.step().moves.length;
    const pause = (1500 + moves * player.beat(moves) * player.wish.speed) / player.wish.speed;
    player.playing = setTimeout(tick, pause);
  };
  player.playing = setTimeout(tick, 250);
}

function stopPlaying(player) {
  clearTimeout(player.playing);
  player.playing = 0;
  showPlaying(player, false);
}

function showPlaying(player, on) {
  const { play } = player.parts;
  play.replaceChildren(icon(on ? 'pause' : 'play'), el('span', 'word', on ? 'Pause' : 'Play'));
  play.setAttribute('aria-label', on ? 'Pause' : 'Play');
}

/** What depends on the story, not on the step. */
function drawStory(player) {
  const { parts, story } = player;
  player.at.variant = Math.min(player.at.variant, story.variants.length - 1);
  player.at.step = Math.min(player.at.step, player.variant().last);
  parts.title.textContent = story.title;
  parts.title.title = story.title;
  parts.question.textContent = story.question || '';
  parts.question.title = story.question || '';
  drawSite(player);
  const several = story.variants.length > 1;
  parts.variants.hidden = !several;
  parts.compare.hidden = !several && player.variant().ports.length < 2;
  parts.compare.setAttribute('aria-disabled', !several);
  parts.compare.title = several ? 'Both limits at once (C)'
    : 'Limits are compared in stories with one port: this one has several';
  parts.variants.replaceChildren(...story.variants.map(variant => press('', variant.name,
    () => setVariant(player, variant.place), el('span', 'long', variant.name),
    el('span', 'short', String(variant.limit)))));
  for (const variant of story.variants) variant.labels = labels(variant.threads);
  if (!several) player.wish.compare = false;
  // Nothing of a story before this one is kept but the place and the wishes.
  Object.assign(player, { asking: false, insisted: false, built: null, charted: null, listed: null,
    heard: NOTHING, roomed: null, shown: null, window: null, zoom: 1 });
  player.pinned.clear();
  player.answers.clear();
  for (const node of player.tokens.values()) node.remove();
  player.tokens.clear();
  drawZoom(player);
}

/** Puts a player into an element. `data` is what `page::data` makes; `options` are `link` (keep the
 *  step in the address) and `onStep(step)`. What comes back goes to steps and takes other data. */
function mount(root, data, options = {}) {
  const player = makePlayer(root, data, options);
  wire(player);
  setTheme(player, 'auto');
  readLink(player);
  stopPlaying(player);
  drawStory(player);
  player.draw('still');
  listen(player);
  return {
    go: (n, how) => player.go(n, how),
    update(next) {
      player.stop();
      player.story = decode(next);
      drawStory(player);
      player.draw('still');
    },
  };
}

function listen(player) {
  let frame = 0;
  const again = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (player.paper) return;
      player.built = player.charted = null;
      player.drawStill();
    });
  };
  addEventListener('keydown', event => onKey(player, event));
  addEventListener('resize', again);
  addEventListener('beforeprint', () => { player.stop(); preparePrint(player); });
  addEventListener('afterprint', () => endPrint(player));
  if (player.options.link) {
    addEventListener('hashchange', () => {
      player.stop();
      readLink(player);
      player.shown = null;
      player.draw('still');
    });
  }
  document.fonts?.ready.then(again);
}

globalThis.iocpSimPlayer = { mount };
