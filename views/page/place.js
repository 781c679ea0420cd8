// Where every token is: the scene of a state, and the spots on the page that its seats give.

/** Where each thread and packet is: in which lane of which port, or with whom. */
function scene(state) {
  const threads = new Map(), packets = new Map();
  state.ports.forEach((port, n) => {
    for (const lane of ['waiting', 'released', 'paused']) {
      const list = port[lane];
      list.forEach((thread, index) =>
        threads.set(thread, { port: n, lane, index, count: list.length }));
    }
    port.queue.forEach((packet, index) =>
      packets.set(packet, { port: n, lane: 'queue', index, count: port.queue.length }));
  });
  state.holds.forEach((held, holder) =>
    held.forEach((packet, index) => packets.set(packet, { holder, index, count: held.length })));
  return { state, threads, packets };
}

/** The seat of the index-th of a lane, and whether it is drawn there. */
function seatOf(built, lane, { index, count }) {
  const { cap } = built;
  if (lane === 'waiting') {
    if (count <= cap) return [count - 1 - index, true];
    return index < cap - 1 ? [cap - 1 - index, true] : [0, false];
  }
  if (count <= cap || index < cap - 1) return [index, true];
  return [cap - 1, false];
}

/** Measures once what a drawing asks for often. */
function measure(player) {
  const origin = player.parts.stage.getBoundingClientRect(), known = new Map();
  return node => {
    if (!known.has(node)) {
      const box = node.getBoundingClientRect();
      known.set(node, { x: box.x + box.width / 2 - origin.x, y: box.y + box.height / 2 - origin.y,
        right: box.right - origin.x, bottom: box.bottom - origin.y, top: box.y - origin.y });
    }
    return known.get(node);
  };
}

function boardAt(player, variant, port) {
  return player.boards.find(board => board.variant === variant && board.n === port);
}

function threadSpot(player, variant, thread, place, at) {
  const long = variant.labels[thread].length;
  if (!place) {
    const strip = player.strips.find(one => one.variant === variant);
    const seat = strip.seats.get(thread);
    if (!seat) return hiddenAt(at(strip.node));
    return { ...pick(at(seat)), size: 26, long, state: 'outside', hidden: strip.pile.has(thread) };
  }
  const board = boardAt(player, variant, place.port);
  if (!board) return hiddenAt(at(player.parts.stage), place.lane);
  const built = board.lanes[place.lane];
  if (board.folded) return hiddenAt(at(built.body), place.lane);
  const [seat, drawn] = seatOf(built, place.lane, place);
  return { ...pick(at(built.seats[seat].anchor)), size: built.size, long, state: place.lane,
    hidden: !drawn, over: place.lane === 'released' && place.index >= limitOf(board),
    seat: `${board.port}/${place.lane}/${place.index}` };
}

const limitOf = board => board.variant.raw.ports[board.n][1];
const pick = ({ x, y }) => ({ x, y });
const hiddenAt = (box, state) => ({ x: box.x, y: box.y, size: 20, hidden: true, state });

/** A packet sits on the shoulder of the thread that holds it, beside its label. */
const badge = spot => ({ x: spot.x + Math.max(spot.long > 2 ? 30 : 24, spot.size * 0.62),
  y: spot.y + spot.size * 0.3, small: true, hidden: spot.hidden });

/** A packet with a long number leaves the label of its thread free: beside it, or under it where
 *  the next thread is near. */
function moveAside(spot, digits) {
  if (digits < 3) return;
  if (narrow.matches) { spot.x -= 10; spot.y += 8; } else spot.x += (digits - 2) * 3.5;
}

function packetSpot(player, variant, packet, place, spotOf, at) {
  if (!place) return null;
  if (place.holder != null) {
    const spot = badge(spotOf(place.holder));
    moveAside(spot, String(packet).length);
    if (place.index > 0) spot.hidden = true;
    if (place.index === 0 && place.count > 1) spot.more = place.count - 1;
    return spot;
  }
  const board = boardAt(player, variant, place.port);
  if (!board) return hiddenAt(at(player.parts.stage));
  const built = board.lanes.queue;
  if (board.folded) return hiddenAt(at(built.body));
  const [seat, drawn] = seatOf(built, 'queue', place);
  return { ...pick(at(built.seats[seat].anchor)), hidden: !drawn,
    small: player.height / built.cap < 26, seat: `${board.port}/queue/${place.index}` };
}

/** Where a packet comes from that was nowhere: a device, a poster, the edge of the port. */
function sourceSpot(player, variant, move, at, step, before) {
  const board = player.boards.find(one => one.variant === variant && one.port === move?.port);
  if (!board) return hiddenAt(at(player.parts.stage));
  const actor = move.from === 'post' ? variant.kind(step.event.split(': ')[0]) : null;
  if (actor?.kind === 'thread') return { ...before(actor.n), hidden: true };
  const strip = player.strips.find(one => one.variant === variant);
  const box = board.boxes?.get(move.from) || strip.boxes.get(move.from)
    || board.boxes?.get('post');
  const spot = at(box?.isConnected ? box : board.lanes.devices.node);
  return narrow.matches ? { x: spot.x, y: spot.bottom, hidden: true }
    : { x: spot.right, y: spot.y, hidden: true };
}

/** The spots of all tokens that are drawn, and of those that move: key → spot. */
function spots(player, variant, seen, wanted, at) {
  const found = new Map(), key = id => `${variant.place}:${id}`;
  const spotOf = thread => threadSpot(player, variant, thread, seen.threads.get(thread), at);
  const shown = place => {
    if (!place) return false;
    const board = boardAt(player, variant, place.port);
    return board && !board.folded && seatOf(board.lanes[place.lane], place.lane, place)[1];
  };
  const holders = new Map();
  for (const [thread, place] of seen.threads) {
    if (shown(place) || wanted.has(`t${thread}`)) {
      found.set(key(`t${thread}`), spotOf(thread));
      holders.set(thread, true);
    }
  }
  const strip = player.strips.find(one => one.variant === variant);
  let outside = 0;
  for (const thread of strip.seats.keys()) {
    if (seen.threads.has(thread) || ((outside += 1) > 9 && !wanted.has(`t${thread}`))) continue;
    found.set(key(`t${thread}`), spotOf(thread));
    holders.set(thread, true);
  }
  for (const name of wanted) {
    const thread = name[0] === 't' ? +name.slice(1) : null;
    if (thread != null && !found.has(key(name))) found.set(key(name), spotOf(thread));
  }
  for (const [packet, place] of seen.packets) {
    const near = place.holder != null ? holders.has(place.holder) : shown(place);
    if (near || wanted.has(`p${packet}`)) {
      found.set(key(`p${packet}`), packetSpot(player, variant, packet, place, spotOf, at));
    }
  }
  return { found, spotOf };
}
