// The boards: for each port that is shown five lanes with seats. Seats are drawn anew only when
// what is shown changes; tokens sit on seats.

const LANES = ['devices', 'queue', 'waiting', 'released', 'paused'];
const HEADS = {
  devices: ['Device list', 'Devices', 'complete under a key', 'keys'],
  queue: ['Completion queue', 'Queue', 'first in, first out', 'FIFO'],
  waiting: ['Waiting threads', 'Waiting', 'last in, first out', 'LIFO'],
  released: ['Released threads', 'Released', 'they run and count', 'run'],
  paused: ['Paused threads', 'Paused', 'blocked elsewhere', 'block'],
};
const GAPS = {
  queue: [['enter', 'complete', 'low']],
  waiting: [['take', 'head', 'high']],
  released: [['waiting>released', 'release', 'high'],
    ['released>waiting', 'get', 'middle', 'left']],
  paused: [['released>paused', 'block', 'high'],
    ['paused>released', 'unblock', 'middle', 'left']],
};

/** The boards to show: every port of the variant, or the chosen port under both limits. */
function boardsOf(player) {
  const { variants } = player.story;
  const of = variant => variant.ports.map((port, n) => ({ variant, port, n }));
  if (!player.wish.compare) return of(player.variant());
  return [variants[0], player.other()].flatMap(variant =>
    of(variant).filter(board => board.port === player.other().port));
}

/** A board is open where the last step that touched a port touched it, or where there are few. */
function foldedBoards(player, boards) {
  if (boards.length <= 2) return boards.map(() => false);
  const variant = player.variant(), step = variant.touching[player.at.step];
  const touched = step ? portsTouched(variant, step) : [0];
  return boards.map(({ n, port }) => !touched.includes(n) && !player.pinned.has(port));
}

/** The ports where something moves in a step; where nothing moves, those that its event names. */
function portsTouched(variant, step) {
  const { m: moves, e: event } = variant.raw.steps[step - 1];
  const names = moves?.length ? moves.map(([port]) => variant.text(port))
    : variant.text(event).split(' ');
  return names.map(name => variant.kind(name)).filter(found => found?.kind === 'port')
    .map(({ n }) => n);
}

/** For each step the last one up to it that touched a port, or 0. */
function touching(variant) {
  const last = new Int32Array(variant.last + 1);
  for (let k = 1; k <= variant.last; k += 1) {
    last[k] = portsTouched(variant, k).length ? k : last[k - 1];
  }
  return last;
}

/** Boards that are drawn. */
const MOST_BOARDS = 16;

/** The places of the boards that are drawn: the open ones, and others while there is room. */
function placesOf(folded) {
  const places = [...folded.keys()];
  if (places.length <= MOST_BOARDS) return places;
  const openFirst = [...places.filter(n => !folded[n]), ...places.filter(n => folded[n])];
  return openFirst.slice(0, MOST_BOARDS).sort((a, b) => a - b);
}

/** In a low window more than one board is drawn lower, so that all is seen at once. */
const isLow = ({ wish, story }) => innerHeight < 900 && !narrow.matches
  && (wish.compare || story.variants[0].ports.length > 1);

function buildStage(player) {
  const { boards: box, stage } = player.parts;
  const all = boardsOf(player), folds = foldedBoards(player, all), places = placesOf(folds);
  const boards = places.map(n => all[n]), folded = places.map(n => folds[n]);
  const open = folded.filter(is => !is).length, alone = boards.length === 1;
  player.height = alone ? (innerHeight >= 900 ? 252 : 190)
    : open > 2 ? 104 : isLow(player) ? 100 : 118;
  const caps = board => player.wish.predict && LANES.map(lane => capacity(player, board, lane));
  const key = JSON.stringify([narrow.matches, innerHeight >= 900, player.wish.compare,
    boards.map((board, n) => [board.variant.place, board.port, folded[n], caps(board)])]);
  if (key === player.built) return;
  player.built = key;
  stage.style.setProperty('--h', `${player.height}px`);
  stage.classList.toggle('many', !alone);
  player.boards = boards.map((board, n) => buildBoard(player, board, folded[n]));
  box.replaceChildren(...player.boards.map(board => board.node));
  if (all.length > boards.length) {
    const rest = all.filter(board => !boards.includes(board));
    box.append(el('p', 'rest', listButton(player, `+${rest.length}`, 'Other ports',
      () => rest.map(({ port }) => [cut(port, 40)])), ' other ports'));
  }
  box.append(el('div', 'strips', ...outsideStrips(player)));
}

function buildBoard(player, { variant, port, n }, folded) {
  const board = { variant, port, n, folded, lanes: {} };
  board.node = el('div', folded ? 'board folded' : 'board');
  board.node.dataset.port = port;
  board.node.dataset.variant = variant.place;
  board.heading = el('h2', 'sr');
  board.head = el('div', 'board-head');
  const lanes = el('div', 'lanes');
  for (const lane of LANES) {
    if (GAPS[lane] && !folded) lanes.append(buildGap(board, lane));
    board.lanes[lane] = buildLane(player, board, lane);
    lanes.append(board.lanes[lane].node);
  }
  board.node.append(board.heading, board.head, lanes);
  return board;
}

function buildGap(board, lane) {
  const gap = el('div', 'gap');
  gap.setAttribute('aria-hidden', 'true');
  for (const [move, word, height, left] of GAPS[lane]) {
    const arrow = el('div', `arr ${height} ${left || ''}`, el('span', '', word),
      svgEl('svg', { viewBox: '0 0 48 10', preserveAspectRatio: 'none' },
        svgEl('path', { d: 'M1 5H47M42 1l5 4-5 4' })));
    arrow.dataset.move = move;
    gap.append(arrow);
  }
  return gap;
}

function buildLane(player, board, lane) {
  const [long, short, says, brief] = HEADS[lane];
  const node = el('div', `lane ${lane}`), { variant, port } = board;
  node.setAttribute('role', 'group');
  node.setAttribute('aria-label',
    `${long} of ${port}${player.wish.compare ? `, ${variant.name}` : ''}`);
  Object.assign(node.dataset, { lane, short, long });
  const both = (a, b) => [el('span', 'long', a), el('span', 'short', b)];
  const mark = drawn(el('b'));
  const head = el('div', 'head', el('h3', '', ...both(long, short)),
    el('p', 'sub', ...both(says, brief), mark));
  const body = el('div', 'body'), text = el('p', 'sr');
  node.append(head, body, text);
  const built = { node, mark, body, text, cap: capacity(player, board, lane) };
  if (lane !== 'devices') seatLane(player, board, lane, built);
  return built;
}

/** How many of a lane are drawn one by one. */
function capacity(player, board, lane) {
  const room = narrow.matches ? { queue: 4, waiting: 4, released: 3, paused: 3, devices: 3 }[lane]
    : lane === 'devices' ? roomForDevices(player, board)
      : Math.max(3, Math.floor(player.height / 34));
  if (lane === 'queue') return narrow.matches ? 4 : Math.min(5, room);
  const { variant } = board;
  const most = Math.min(mostIn(player, variant, board.n, lane), room);
  if (lane === 'released') {
    const limit = variant.raw.ports[board.n][1];
    return Math.min(room, Math.max(limit + 1 <= room ? limit + 1 : 2, most + 1, 2));
  }
  return Math.min(room, Math.max(lane === 'waiting' ? 3 : 2, most));
}

/** Boxes of devices are lower where there are several ports, and stand above the poster. */
function roomForDevices({ height }, { variant, port }) {
  const box = height < 130 ? 32 : 42;
  return Math.max(1, Math.floor((height - (postsTo(variant, port) ? 44 : 0)) / box));
}

/** The most that are ever in a lane, or were so far where it is asked what comes. */
function mostIn(player, variant, port, lane) {
  const list = port * OF_PORT + { waiting: 1, released: 2, paused: 3, devices: 4 }[lane];
  if (player.wish.predict) return longest(variant, list, player.stepOf(variant));
  variant.most ||= {};
  return variant.most[list] ??= longest(variant, list, variant.last);
}

/** The greatest length of a list up to a step. */
function longest(variant, list, last) {
  let size = 0, most = 0;
  for (let k = 0; k < last; k += 1) {
    for (const change of variant.raw.steps[k].d || []) {
      if (change[0] === list) most = Math.max(most, size += change.length - 3 - change[2]);
    }
  }
  return most;
}

function seatLane(player, board, lane, built) {
  const shape = { queue: 'tube', waiting: 'cup', released: 'slots', paused: 'bench' }[lane];
  const frame = el('div', lane === 'queue' && isWide(board.variant) ? 'tube wide' : shape);
  const limit = board.variant.raw.ports[board.n][1];
  const seatHeight = Math.min(lane === 'queue' ? 44 : 52, player.height / built.cap);
  built.size = narrow.matches ? 34 : Math.min(44, Math.floor(seatHeight) - 7);
  frame.style.setProperty('--token', `${built.size}px`);
  frame.style.setProperty('--seat', `${seatHeight}px`);
  built.seats = [];
  for (let n = 0; n < built.cap; n += 1) {
    const seat = el('div', 'seat', drawn(el('i')), drawn(el('span')));
    if (lane === 'released') {
      seat.classList.toggle('beyond', n >= limit);
      const top = n === limit - 1 || (n === built.cap - 1 && limit > built.cap);
      if (top) {
        seat.classList.add(n === limit - 1 ? 'limitline' : 'limitfar');
        seat.append(drawn(el('em', 'limitword', `limit ${limit}`)));
      }
    }
    built.seats.push({ node: seat, anchor: seat.firstChild, word: seat.children[1] });
    frame.append(seat);
  }
  if (lane === 'queue') frame.append(drawn(el('div', 'enter', '▴ enter')));
  built.frame = frame;
  built.body.append(frame);
}

/** One strip a variant: what is at no port. */
function outsideStrips(player) {
  const variants = [...new Set(player.boards.map(board => board.variant))];
  player.strips = variants.map(variant => {
    const node = el('div', 'outside'), text = el('p', 'sr'), box = el('div', 'box');
    node.setAttribute('role', 'group');
    const several = variants.length > 1;
    node.setAttribute('aria-label', `At no port${several ? `, ${variant.name}` : ''}`);
    node.append(several ? drawn(el('b', '', `${variant.name}:`)) : '', box, text);
    return { variant, node, box, text };
  });
  return player.strips.map(strip => strip.node);
}
