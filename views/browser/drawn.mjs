// What a trace says is seen beside the lanes: packets in hand, programs, keys, numbers, trails, the
// words for ears and the reason.

const packetOf = ({ n }) => `p${n}`;

/** What is to be seen at each step. Everything is counted anew from the trace. */
export function toSee(trace) {
  const steps = [null, ...trace.steps], names = Object.keys(trace.threads), seen = [];
  const total = { handed: 0, woken: 0, taken: 0, starved: 0, crowded: 0 };
  steps.forEach((step, n) => {
    const before = steps[n - 1] ?? null;
    const { queued, active } = totals(step);
    if (step) count(total, step, before, trace.processors, queued, active);
    seen.push({ n, ...words(trace, step, n), lines: lines(trace, names, step),
      held: held(names, step),
      queued: (step?.state ?? []).flatMap(port => port.queue.map(packetOf)),
      keys: Object.fromEntries((step?.state ?? []).map(port => [port.port, keys(port)])),
      over: (step?.state ?? []).filter(port => port.active > port.limit).map(port => port.port),
      left: hasLeft(names, step, before),
      trails: step ? trails(names, step, before) : 0,
      meters: { ...total, idle: Math.max(0, trace.processors - active) } });
  });
  return seen;
}

const totals = step => {
  const sum = of => (step?.state ?? []).reduce((all, port) => all + of(port), 0);
  return { queued: sum(port => port.queue.length), active: sum(port => port.released.length) };
};

/** What a call returned was handed out; to a thread that waited, with a switch. */
function count(total, step, before, processors, queued, active) {
  const waited = new Set((before?.state ?? []).flatMap(port => port.waiting));
  for (const [thread, { packets = [] }] of Object.entries(step.results)) {
    total.handed += packets.length;
    if (!packets.length) continue;
    if (waited.has(thread)) total.woken += 1; else total.taken += packets.length;
  }
  total.starved += queued > 0 && active < processors ? 1 : 0;
  total.crowded += active > processors ? 1 : 0;
}

function words(trace, step, n) {
  const head = `Step ${n} of ${trace.steps.length}.`;
  if (!step) return { hears: [head, trace.question || trace.title] };
  return { says: step.says, hears: [head, step.says] };
}

/** The place in its program of the line that each thread began last. */
const lines = (trace, names, step) => Object.fromEntries(names.map(name =>
  [name, trace.threads[name].lines.indexOf(step?.pc[name] ?? 0)]).filter(([, line]) => line >= 0));

const held = (names, step) => Object.fromEntries(names.map((name, n) =>
  [n, (step?.holds[name] ?? []).map(packetOf)]).filter(([, packets]) => packets.length));

const keys = ({ devices, keys: of }) => devices.map((name, n) => `${name} key=${of[n]}`);

/** Whether the last of those in no list is in one after this step. */
const hasLeft = (names, step, before) => !!step && names.every(name => seat(step, name) !== 'nowhere')
  && names.some(name => seat(before, name) === 'nowhere');

/** A trail for whatever moved and is to be seen elsewhere than before. */
function trails(names, step, before) {
  const moved = new Set(step.moves.filter(({ to }) => to !== 'done' && to !== 'discarded')
    .map(({ item }) => item));
  return [...moved].filter(item => {
    if (names.includes(item)) return seat(before, item) !== seat(step, item);
    if (!/^p\d+$/.test(item)) return false;
    const place = inHand(step, item);
    return place > 0 ? false : place === 0 || seat(step, item) !== seat(before, item);
  }).length;
}

/** How many packets the thread with this one got before it; -1 if no thread has it. */
const inHand = (step, item) => Object.values(step.holds)
  .reduce((found, list) => Math.max(found, list.map(packetOf).indexOf(item)), -1);

function seat(step, item) {
  for (const port of step?.state ?? []) {
    for (const lane of ['waiting', 'released', 'paused', 'queue']) {
      const list = lane === 'queue' ? port.queue.map(packetOf) : port[lane];
      const at = list.indexOf(item);
      if (at >= 0) return `${port.port} ${lane} ${lane === 'waiting' ? list.length - at : at}`;
    }
  }
  return 'nowhere';
}

/** In the page: goes through all steps, and tells where something else is seen. */
export function seen({ seen: all, names }) {
  const root = document.getElementById('player'), faults = [];
  const jump = root.querySelector('[data-part=jump]');
  const { steps } = JSON.parse(document.getElementById('data').textContent).variants[0];
  const part = name => root.querySelector(`[data-part=${name}]`);
  let step = 0;
  const same = (what, is, should) => {
    const [a, b] = [is, should].map(value => JSON.stringify(value));
    if (a !== b) faults.push(`step ${step}: ${what}: ${a}, not ${b}`);
  };
  const center = node => {
    const box = node.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const visible = node => node && getComputedStyle(node).opacity !== '0';
  for (const right of all) {
    step = right.n;
    jump.value = step;
    jump.dispatchEvent(new Event('change', { bubbles: true }));
    const live = part('live').textContent;
    for (const words of right.hears) {
      if (!live.includes(words)) faults.push(`step ${step}: ${words} is not heard: ${live}`);
    }
    for (const [name, value] of Object.entries(right.meters)) {
      same(name, root.querySelector(`.meter.${name} dd`).textContent, String(value));
    }
    const rule = root.querySelector('.why .rid')?.textContent ?? null;
    same('the rule', rule, steps[step - 1]?.w ?? null);
    same('the row', root.querySelector('[aria-current=step]')?.dataset.go, String(step));
    same('trails', part('trails').childElementCount, right.trails);
    const strip = root.querySelector('.outside .what')?.textContent ?? '';
    same('the last in no list', strip === 'was in no list:', right.left);
    same('lines', linesSeen(), right.lines);
    packets(right);
    devices(right);
    const { x } = center(part('here')), mark = root.querySelector('.axis .at');
    same('the mark', [mark.textContent, Math.abs(center(mark).x - x) < 2], [String(step), true]);
    const marks = [...root.querySelectorAll('.held-marks text')];
    same('marks of what comes', marks.filter(one => center(one).x > center(part('here')).x
      + part('here').offsetWidth / 2).every(one => one.matches('.ahead')), true);
    same('marks of what was', marks.filter(one => center(one).x < x).some(one =>
      one.matches('.ahead')), false);
    same('over', [...root.querySelectorAll('.lane.is-over')].map(lane =>
      lane.closest('.board').dataset.port), right.over);
    if (faults.length > 20) break;
  }
  return faults;

  /** The line of each thread, by its place in the program. */
  function linesSeen() {
    const found = {};
    for (const box of root.querySelectorAll('.program')) {
      const rows = [...box.querySelectorAll('.ln')], gap = rows[0].matches('.gap-line');
      const before = gap ? parseInt(rows.shift().textContent.slice(2), 10) : 0;
      rows.forEach((row, n) => row.querySelectorAll('.pcs .chip').forEach(chip => {
        found[chip.title] = before + n;
      }));
    }
    return Object.fromEntries(names.filter(name => name in found).map(name => [name, found[name]]));
  }

  /** The first packet of a thread sits on its shoulder; nothing else is in sight but the queue. */
  function packets({ held, queued }) {
    const token = of => root.querySelector(`.tok[data-of="0:${of}"]`), allowed = new Set(queued);
    for (const [thread, [packet, ...more]] of Object.entries(held)) {
      allowed.add(packet);
      const holder = token(`t${thread}`), node = token(packet);
      if (!visible(holder)) continue;
      same(`${packet} is seen`, visible(node), true);
      if (!node) continue;
      const a = center(holder), b = center(node);
      same(`${packet} is with ${names[thread]}`, b.x - a.x > 8 && b.x - a.x < 60
        && Math.abs(b.y - a.y) < 30, true);
      same('what it has', node.textContent, more.length ? `${packet}+${more.length}` : packet);
    }
    const others = [...root.querySelectorAll('.tok.packet[data-of^="0:"]')].filter(visible)
      .map(node => node.dataset.of.slice(2)).filter(packet => !allowed.has(packet));
    same('packets that are nowhere', others, []);
  }

  function devices({ keys: of }) {
    for (const [port, should] of Object.entries(of)) {
      const lane = root.querySelector(`.board[data-port="${port}"] .lane.devices`);
      same('devices', JSON.parse(lane.dataset.items), should);
      const boxes = [...lane.querySelectorAll('.device .key')].map(key =>
        `${key.previousSibling.textContent} ${key.textContent.replace(' ', '=')}`);
      const short = should.every(text => text.length < 16);
      if (short) same('keys', boxes, should.slice(0, boxes.length));
      same('some devices', boxes.length > 0, should.length > 0);
    }
  }
}
