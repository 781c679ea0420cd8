// What stands in the lanes at a step: counts, labels, lists for ears, and the facts for tests.

/** The state of a variant at the moment that is shown. */
const stateNow = (player, variant) => variant.state(player.stepOf(variant));

function drawLanes(player) {
  for (const board of player.boards) drawBoard(player, board);
  for (const strip of player.strips) drawStrip(player, strip);
}

function drawBoard(player, board) {
  const state = stateNow(player, board.variant), port = state.ports[board.n];
  const over = Math.max(0, port.released.length - port.limit);
  board.node.classList.toggle('closed', port.closed);
  board.node.classList.toggle('destroyed', port.destroyed);
  Object.assign(board.node.dataset, { closed: port.closed, destroyed: port.destroyed });
  drawBoardHead(player, board, port);
  const facts = listsOf(board, port);
  for (const lane of LANES) {
    const built = board.lanes[lane];
    built.node.dataset.items = JSON.stringify(facts[lane]);
    built.text.textContent = heard(board, lane, facts[lane], state);
    drawMark(built, lane, facts[lane].length, port);
  }
  const { released } = board.lanes;
  Object.assign(released.node.dataset, { active: port.released.length, limit: port.limit });
  released.node.classList.toggle('is-over', over > 0);
  if (board.folded) drawFolded(player, board, facts);
  else {
    drawDevices(player, board, port);
    drawSeats(player, board, port);
    drawArrows(player, board);
  }
}

function listsOf(board, port) {
  const { threads, devices } = board.variant, names = list => list.map(n => threads[n]);
  return {
    devices: port.bound.map(({ device, key }) => `${devices[device]} key=${key}`),
    queue: port.queue.map(n => `p${n}`), waiting: names(port.waiting),
    released: names(port.released), paused: names(port.paused),
  };
}

/** A lane in words: all that is drawn in it. */
function heard(board, lane, items, state) {
  const { variant } = board, port = state.ports[board.n], { limit } = port;
  const says = { devices: n => keyed(variant.devices[port.bound[n].device], port.bound[n].key),
    queue: n => keyed(items[n], variant.packets[port.queue[n] - 1]?.[0]) }[lane]
    || (n => withPackets(variant, state, items[n]));
  const order = { waiting: 'Newest first: ', queue: 'Oldest first: ' }[lane] || '';
  const list = items.length ? `${order}${fewOf(items, (_, n) => says(n))}.` : 'Empty.';
  const over = items.length > limit ? `, ${items.length - limit} over` : '';
  if (lane === 'released') return `${list} ${items.length} active, limit ${limit}${over}.`;
  return lane === 'devices' && postsTo(variant, board.port) ? `${list} Other code posts.` : list;
}

const keyed = (name, key) => key == null ? name : `${name} with key ${key}`;

function withPackets(variant, state, name) {
  const found = variant.kind(name), held = found?.kind === 'thread' ? state.holds[found.n] : [];
  return held.length ? `${name} with ${held.map(n => `p${n}`).join(' and ')}` : name;
}

/** The first of a list in words. */
const fewOf = (items, words, most = 20) => items.slice(0, most).map(words).join(', ')
  + (items.length > most ? ` and ${items.length - most} more` : '');

function drawMark(built, lane, n, port) {
  const both = (long, short) => built.mark.replaceChildren(
    el('span', 'long', long), el('span', 'short', short));
  if (lane === 'released') both(`${n} active, limit ${port.limit}`, `${n} of ${port.limit}`);
  else {
    const word = { devices: 'associated', queue: 'queued', waiting: 'asleep',
      paused: 'paused' }[lane];
    both(n ? `${n} ${word}` : 'empty', n ? `${n} ${word}` : 'empty');
  }
}

function drawBoardHead(player, board, port) {
  const ends = port.destroyed ? 'gone' : port.closed ? 'closed' : '';
  board.heading.textContent = `Port ${board.port}, limit ${port.limit}${ends && `, ${ends}`}`;
  const words = [drawn(el('b', 'port-name', `Port ${cut(board.port, 24)}`)),
    drawn(el('span', player.wish.compare ? 'port-limit' : '', `limit ${port.limit}`))];
  if (ends) words.push(drawn(el('span', 'tag', ends)));
  if (player.wish.compare && board.variant.place) words.push(otherSays(player, board.variant));
  board.head.replaceChildren(...words);
  if (player.boards?.length > 2 || board.folded) {
    const pinned = player.pinned.has(board.port);
    const pin = press('pin', null, () => {
      pinned ? player.pinned.delete(board.port) : player.pinned.add(board.port);
      player.draw('still');
    }, pinned ? 'let fold' : 'keep open');
    pin.setAttribute('aria-pressed', pinned);
    pin.dataset.keep = `pin ${board.port}`;
    board.head.append(pin);
  }
}

/** A folded port is a line: what is where, in words. */
function drawFolded(player, board, facts) {
  const state = stateNow(player, board.variant);
  for (const lane of LANES) {
    const built = board.lanes[lane], items = facts[lane];
    const few = items.slice(0, 3).map(name => {
      const found = board.variant.kind(name.split(' ')[0]);
      if (found?.kind !== 'thread') return nameChip(player, board.variant, name.split(' ')[0]);
      const chip = labelChip(board.variant, found.n);
      chip.dataset.s = lane;
      if (state.holds[found.n].length) chip.classList.add('holds');
      return chip;
    });
    const more = items.length > 3 ? `+${items.length - 3}` : items.length ? '' : '–';
    built.body.replaceChildren(drawn(el('span', 'few', ...few, more)));
  }
}

function drawDevices(player, board, port) {
  const { body, cap } = board.lanes.devices, { variant } = board;
  const boxes = [];
  board.boxes = new Map();
  const many = port.bound.length > cap;
  for (const { device, key } of port.bound.slice(0, many ? cap - 1 : cap)) {
    const box = drawn(deviceBox(variant.devices[device], key));
    board.boxes.set(variant.devices[device], box);
    boxes.push(box);
  }
  if (many) {
    const more = listButton(player, `+${port.bound.length - cap + 1}`, `Devices of ${board.port}`,
      () => port.bound.map(({ device, key }) => [`${variant.devices[device]}, key ${key}`]));
    boxes.push(el('div', 'device rest', more));
    for (const { device } of port.bound.slice(cap - 1)) {
      board.boxes.set(variant.devices[device], boxes.at(-1));
    }
  }
  if (postsTo(variant, board.port)) {
    const poster = drawn(el('div', 'device poster', el('span', 'long', 'post'),
      el('span', 'short', 'other code: post')));
    poster.title = 'Code of none of these threads posts';
    boxes.push(drawn(el('p', 'apart', 'other code:')), poster);
    board.boxes.set('post', poster);
  }
  body.replaceChildren(...boxes);
  const moves = player.stepShown(variant)?.moves || [];
  for (const move of moves) {
    const source = variant.kind(move.item)?.kind === 'device' ? move.item : move.from;
    const named = source === 'post' && isNamed(player.stepShown(variant).event);
    if (move.port === board.port && !named) board.boxes.get(source)?.classList.add('on');
  }
}

function deviceBox(name, key) {
  const most = name.length + key.length > 12 ? 5 : 9;
  const box = el('div', 'device', el('span', 'name', cut(name, 14)),
    el('span', 'key', `key ${cut(key, most)}`));
  box.title = `${name}, key ${key}`;
  return box;
}

/** Whether a thread of the story does the step. */
const isNamed = event => event.includes(': ');

/** Whether code of none of the threads ever posts to the port. */
function postsTo(variant, port) {
  variant.posted ||= new Set(variant.raw.steps.flatMap(step => (step.m || [])
    .filter(move => variant.text(move[2]) === 'post' && !isNamed(variant.text(step.e)))
    .map(move => variant.text(move[0]))));
  return variant.posted.has(port);
}

function drawSeats(player, board, port) {
  for (const lane of ['queue', 'waiting', 'released', 'paused']) {
    const built = board.lanes[lane], list = port[lane], hidden = list.length - built.cap;
    built.frame.querySelector('.more')?.remove();
    const over = lane === 'released' ? list.length - port.limit : 0;
    built.seats.forEach((seat, n) => {
      seat.word.textContent = seatWord(player, board, lane, list, n, built, port);
      seat.word.title = lane === 'queue' && n < list.length
        ? packetWords(board.variant, list[n]) : '';
      const used = n >= port.limit && n < list.length;
      if (lane === 'released') seat.node.classList.toggle('used', over > 0 && used);
    });
    if (hidden > 0) {
      const at = built.seats[lane === 'waiting' ? 0 : built.cap - 1];
      const rows = () => list.map(n => lane === 'queue' ? [packetWords(board.variant, n)]
        : [threadChip(player, board.variant, n)]);
      const more = listButton(player, `+${hidden + 1}`, `${HEADS[lane][0]} of ${board.port}, ${
        { queue: 'oldest first', waiting: 'newest first' }[lane] || 'in order of entering'}`, rows);
      more.classList.add('more');
      at.node.append(more);
    }
  }
}

/** Whether packets have names of so many digits that they need more room. */
const isWide = variant => variant.packets.length > 999;

function packetWords(variant, n) {
  const packet = variant.packets[n - 1];
  if (!packet) return `p${n}`;
  const [key, bytes, status] = packet;
  return `p${n}: key ${key}, ${plural(bytes, 'byte')}, ${status}`;
}

function seatWord(player, board, lane, list, n, built, port) {
  if (lane === 'queue') {
    const packet = board.variant.packets[list[n] - 1];
    const drawn = list.length <= built.cap || n < built.cap - 1;
    return packet && drawn ? `key ${cut(packet[0], isWide(board.variant) ? 3 : 5)}` : '';
  }
  // Who is next is what a question asks.
  const next = Math.min(list.length, built.cap) - 1;
  if (lane === 'waiting') return n === next && !player.asking ? 'next' : '';
  if (lane === 'released') return n < port.limit ? `slot ${n + 1}` : 'over';
  return '';
}

/** What a list has at most. */
const MOST_LISTED = 300;

/** A button that opens a list. */
function listButton(player, label, title, rowsOf) {
  return press('plus', `${label} more: show ${title}`, () => {
    const rows = rowsOf();
    const items = rows.slice(0, MOST_LISTED).map(row => el('li', '', ...row.map(part =>
      typeof part === 'string' ? part : part.cloneNode(true))));
    showDialog(player, title, el('h2', '', title), el('ol', 'all', ...items),
      rows.length > MOST_LISTED ? el('p', '', `and ${rows.length - MOST_LISTED} more`) : '');
  }, label);
}

function closeForm() {
  const form = el('form', '', el('button', 'tool', 'Close'));
  form.method = 'dialog';
  return form;
}

function drawArrows(player, board) {
  const step = player.stepShown(board.variant), { variant } = board;
  const used = new Map();
  const act = step?.event.split(' ')[1] || '';
  for (const move of step?.moves || []) {
    if (move.port !== board.port) continue;
    const { kind } = variant.kind(move.item) || {};
    if (kind === 'thread') used.set(`${move.from}>${move.to}`, act);
    if (kind !== 'packet') continue;
    if (move.from !== 'queue' && move.to !== 'done' && variant.kind(move.to)?.kind !== 'port') {
      used.set('enter', variant.kind(move.from)?.kind === 'device' ? 'complete' : 'post');
    }
    if (variant.kind(move.to)?.kind === 'thread') used.set('take', 'head');
  }
  const words = { 'released>paused': ['block', 'suspend'],
    'paused>released': ['unblock', 'resume'] };
  for (const arrow of board.node.querySelectorAll('.arr')) {
    const move = arrow.dataset.move;
    arrow.classList.toggle('on', used.has(move));
    const word = arrow.firstChild;
    if (words[move]) {
      word.textContent = words[move].find(one => one === used.get(move)) || words[move][0];
    }
    if (move === 'enter') word.textContent = used.get(move) || 'complete';
  }
}

/** What is at no port: threads, in the order of declaration, and devices. */
function drawStrip(player, strip) {
  const { variant } = strip, k = player.stepOf(variant), state = variant.state(k);
  const at = new Set(state.ports.flatMap(({ waiting, released, paused }) =>
    [...waiting, ...released, ...paused]));
  const bound = new Set(state.ports.flatMap(port => port.bound.map(({ device }) => device)));
  const threads = variant.threads.map((_, n) => n).filter(n => !at.has(n));
  const devices = variant.devices.filter((_, n) => !bound.has(n));
  const cap = narrow.matches ? 4 : 9;
  strip.seats = new Map();
  strip.boxes = new Map();
  strip.pile = new Set();
  const seated = variant.threads.length <= cap ? variant.threads.map((_, n) => n)
    : threads.slice(0, cap);
  const moves = player.stepShown(variant)?.moves || [];
  const left = moves.filter((move, n) => move.from === 'outside'
    && moves.findIndex(({ item }) => item === move.item) === n);
  const run = threads.filter(n => endedBy(variant, n) > k);
  const cells = seated.map(n => {
    const seat = el('i');
    strip.seats.set(n, seat);
    const come = left.some(({ item }) => variant.kind(item)?.n === n);
    const holds = state.holds[n].length && (come || !at.has(n)) ? 'cell holds' : 'cell';
    if (at.has(n)) return el('span', holds, seat);
    const ended = run.length && endedBy(variant, n) <= k;
    return el('span', holds, seat, ended ? el('em', '', 'ended') : null);
  });
  const last = strip.seats.get(seated.at(-1)), first = seated.findIndex(n => !at.has(n));
  if (first >= 0) {
    cells.splice(narrow.matches ? 0 : first, 0, el('span', 'what', inNoList(run.length)));
  } else if (left.length) {
    const place = seated.indexOf(variant.kind(left[0].item)?.n);
    const what = el('span', 'what', 'was in no list:');
    if (place >= 0) cells.splice(narrow.matches ? 0 : place, 0, what);
  }
  for (const n of threads.slice(cap)) {
    if (!last || strip.seats.has(n)) continue;
    strip.seats.set(n, last);
    strip.pile.add(n);
  }
  if (threads.length > cap) {
    cells.push(listButton(player, `+${threads.length - cap}`, 'Threads in no list',
      () => threads.map(n => [threadChip(player, variant, n)])));
  }
  if (devices.length) cells.push(el('span', 'what', tiny.matches ? 'not associated:'
    : 'associated with no port:'));
  for (const name of devices.slice(0, 4)) {
    const box = el('span', 'device', el('span', 'name', cut(name, 10)));
    strip.boxes.set(name, box);
    cells.push(box);
  }
  for (const cell of cells) if (cell.tagName !== 'BUTTON') drawn(cell);
  strip.box.replaceChildren(...cells);
  strip.node.classList.toggle('empty', !threads.length && !devices.length);
  const ended = threads.filter(n => !run.includes(n));
  const named = n => withPackets(variant, state, variant.threads[n]);
  strip.text.textContent = [['Threads that run other code', run, named],
    ['Threads that ended', ended, named], ['Devices', devices, name => name]]
    .filter(([, list]) => list.length)
    .map(([word, list, name]) => `${word}: ${fewOf(list, name)}.`).join(' ') || 'Nothing.';
}

/** What a thread does that stands in none of the five lists. */
const inNoList = run => {
  if (!run) return 'in no list, ended:';
  return tiny.matches ? 'in no list:' : `in no list, ${run === 1 ? 'runs' : 'run'} other code:`;
};

/** The step in which a thread ended, if it did. */
function endedBy(variant, thread) {
  if (!variant.ends) {
    variant.ends = new Map();
    for (const step of variant.steps.slice(1)) {
      const [who, act] = step.event.split(': ');
      if (act === 'exit' && !step.refused) variant.ends.set(variant.kind(who)?.n, step.n);
    }
  }
  return variant.ends.get(thread) ?? Infinity;
}
