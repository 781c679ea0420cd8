// Tokens on their way. A step forward tells its moves one after the other; every other change
// glides at once. Where a token ends depends on the state alone.

/** Moves that are told one by one. */
const MOST_MOVES = 60;

/** Where the tokens of a variant stand before and after the step that is shown. */
function pictureOf(player, variant, at) {
  const step = player.stepShown(variant), k = player.stepOf(variant);
  const moves = (step?.moves || []).slice(0, MOST_MOVES), wanted = new Set();
  const id = name => {
    const found = name && variant.kind(name);
    if (found?.kind === 'thread') return `t${found.n}`;
    return found?.kind === 'packet' ? `p${found.n}` : null;
  };
  for (const move of moves) for (const name of [move.item, move.with]) {
    if (id(name)) wanted.add(id(name));
  }
  const after = scene(variant.state(k)), before = scene(variant.state(step && k ? k - 1 : k));
  const past = spots(player, variant, before, wanted, at);
  const to = spots(player, variant, after, wanted, at).found, from = past.found;
  const key = name => `${variant.place}:${id(name)}`;
  for (const move of moves) {
    if (!id(move.item) || id(move.item)[0] !== 'p') continue;
    const name = key(move.item);
    if (!from.get(name)) from.set(name, sourceSpot(player, variant, move, at, step, past.spotOf));
    if (!to.get(name)) to.set(name, { ...from.get(name), hidden: true });
  }
  return { variant, step, moves, from, to, key, id, state: variant.state(k) };
}

/** A packet that a running thread takes itself: the waiting threads are passed over. */
const takesItself = (picture, move) => picture.id(move.item)?.[0] === 'p'
  && picture.id(move.to)?.[0] === 't' && move.from === 'queue'
  && !picture.moves.some(other => other.item === move.to && other.from === 'waiting');

/** A packet that never enters the queue passes over it. */
const handedAtOnce = (picture, move) => picture.id(move.item)?.[0] === 'p'
  && picture.id(move.to)?.[0] === 't' && move.from !== 'queue';

/** The top of the road over a lane, or nothing where the way is straight. */
function overLane(player, picture, move, from, to, at) {
  const itself = takesItself(picture, move);
  if (!itself && !(handedAtOnce(picture, move) && !narrow.matches)) return null;
  if (narrow.matches) return { x: Math.max(from.x, to.x) + 34, y: (from.y + to.y) / 2 };
  const board = player.boards.find(one =>
    one.variant === picture.variant && one.port === move.port);
  if (!board || board.folded) return null;
  const frame = at(board.lanes[itself ? 'waiting' : 'queue'].frame);
  return { x: itself ? (from.x + to.x) / 2 + 20 : frame.x, y: frame.top - 4 };
}

/** Gives the token of a key, made when it is first needed. */
function tokenOf(player, key, variant) {
  if (!player.tokens.has(key)) {
    const id = key.split(':')[1], thread = id[0] === 't' ? +id.slice(1) : null;
    const node = el('div', thread == null ? 'tok packet' : 'tok thread');
    if (thread != null) {
      node.textContent = variant.labels[thread];
      node.dataset.long = variant.labels[thread].length;
      paint(node, thread);
    }
    node.dataset.of = key;
    player.tokens.set(key, node);
    player.parts.tokens.append(node);
  }
  return player.tokens.get(key);
}

function dress(node, key, spot, moved) {
  const id = key.split(':')[1];
  node.classList.toggle('moved', moved && !spot.hidden);
  node.classList.toggle('small', !!spot.small);
  node.classList.toggle('over', !!spot.over);
  node.style.opacity = spot.hidden ? 0 : '';
  node.dataset.seat = spot.hidden ? '' : spot.seat || '';
  if (id[0] === 't') {
    node.dataset.s = spot.state;
    node.style.setProperty('--token', `${spot.size}px`);
  } else {
    const words = spot.more ? `${id}+${spot.more}` : id;
    if (node.textContent !== words) node.textContent = words;
    node.dataset.long = words.length;
  }
}

const css = spot => `translate(${spot.x.toFixed(1)}px,${spot.y.toFixed(1)}px)`;

function arrange(player, how) {
  const at = measure(player), variants = [...new Set(player.boards.map(board => board.variant))];
  player.pictures = variants.map(variant => pictureOf(player, variant, at));
  for (const animation of player.running) animation.cancel();
  player.running = [];
  const shown = new Map();
  for (const picture of player.pictures) {
    const beats = how === 'tell' ? picture.moves.length : 0;
    const beat = player.beat(beats), ways = beats ? waysOf(player, picture, at) : new Map();
    const moved = new Set(picture.moves.map(move => picture.key(move.item)));
    for (const [key, spot] of picture.to) {
      if (!spot) continue;
      const node = tokenOf(player, key, picture.variant);
      const before = player.shown?.get(key) || picture.from.get(key) || spot;
      const looks = () => dress(node, key, spot, moved.has(key));
      looks();
      node.style.transform = css(spot);
      shown.set(key, spot);
      const begins = ways.get(key)?.[0][0] ?? gone(picture, key);
      const still = how === 'still' || calm.matches || player.paper;
      if (!still && beats && begins > 0) {
        dress(node, key, before, false);
        player.running.push(waiting(node, begins * beat, looks));
      }
      if (still || (before.x === spot.x && before.y === spot.y && !ways.has(key))) continue;
      player.running.push(travel(node, before, spot, ways.get(key), beats, beat));
    }
  }
  for (const [key, node] of player.tokens) {
    if (!shown.has(key)) { node.remove(); player.tokens.delete(key); }
  }
  player.shown = shown;
  return at;
}

/** In which beat a token is gone that stops nowhere. */
const gone = ({ moves, key }, name) => moves.findIndex(move => key(move.item) === name);

/** A token looks as it did until its beat. Who is stopped before is dressed by what comes then. */
function waiting(node, duration, then) {
  const animation = node.animate([], { duration });
  animation.onfinish = then;
  return animation;
}

/** In which beat each token stops where. */
function waysOf(player, picture, at) {
  const { moves, from, to, key, state, variant } = picture, ways = new Map();
  const push = (name, beat, spot) => {
    if (spot) ways.set(name, [...(ways.get(name) || []), [beat, spot]]);
  };
  moves.forEach((move, beat) => {
    const name = key(move.item), id = picture.id(move.item);
    if (!id) return;
    if (id[0] === 't') {
      push(name, beat, to.get(name));
      const [held] = state.holds[+id.slice(1)];
      if (held) push(`${variant.place}:p${held}`, beat, to.get(`${variant.place}:p${held}`));
      return;
    }
    if (move.to === 'done' || move.to === 'discarded' || !to.get(name)) return;
    const top = from.get(name) && overLane(player, picture, move, from.get(name), to.get(name), at);
    if (top) push(name, beat, top);
    const later = moves.findIndex((other, n) => n > beat && other.item === move.to);
    const carrier = from.get(key(move.to));
    push(name, beat, later > beat && carrier ? badge(carrier) : to.get(name));
  });
  return ways;
}

/** One token's animation: several stops in one beat share it. */
function travel(node, before, spot, stops, beats, beat) {
  const n = beats || 1, ease = 'cubic-bezier(.45,.05,.15,1)';
  const frames = [{ transform: css(before), offset: 0 }];
  let here = before;
  (stops || [[n - 1, spot]]).forEach(([b, stop], i, all) => {
    const first = all[i - 1]?.[0] !== b, alone = first && all[i + 1]?.[0] !== b;
    const start = first ? b : b + 0.5, end = alone || !first ? b + 1 : b + 0.5;
    if (start > 0 && first) frames.push({ transform: css(here), offset: Math.min(1, b / n) });
    frames.at(-1).easing = alone ? ease : first ? 'ease-in' : 'ease-out';
    frames.push({ transform: css(stop), offset: Math.min(1, end / n) });
    here = stop;
  });
  return node.animate(frames, { duration: beats ? n * beat : 300, easing: 'linear' });
}
