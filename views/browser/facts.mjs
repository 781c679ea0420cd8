// What a trace says is in the lanes, and what a page shows there.

const packet = ({ n }) => `p${n}`;

/** The lanes of every port at these steps, as the trace has them. */
export function wanted(trace, steps) {
  return Object.fromEntries(steps.map(n =>
    [n, n === 0 ? start(trace) : lanes(trace.steps[n - 1])]));
}

function start(trace) {
  return { says: null, holds: {}, ports: trace.ports.map(({ name, limit }) => ({ port: name,
    active: 0, limit, closed: false, destroyed: false, devices: [], queue: [], waiting: [],
    released: [], paused: [] })) };
}

function lanes(step) {
  const holds = Object.entries(step.holds).filter(([, held]) => held.length);
  return {
    says: step.says, event: step.event, note: (step.note || '').replaceAll('\n', ' '),
    holds: Object.fromEntries(holds.map(([name, held]) => [name, held.map(packet)])),
    ports: step.state.map(port => ({ ...port, queue: port.queue.map(packet),
      devices: port.devices.map(name => name), keys: undefined })),
  };
}

/** In the page: goes to these steps in turn, and tells where it differs. */
export async function shown({ order, right }) {
  const root = document.getElementById('player'), faults = [];
  const jump = root.querySelector('[data-part=jump]');
  const text = selector => root.querySelector(selector)?.textContent ?? '';
  const same = (step, what, is, should) => {
    if (JSON.stringify(is) !== JSON.stringify(should)) {
      faults.push(`step ${step}: ${what} is ${JSON.stringify(is)}, not ${JSON.stringify(should)}`);
    }
  };
  for (const step of order) {
    jump.value = step;
    jump.dispatchEvent(new Event('change', { bubbles: true }));
    same(step, 'the step', Number(root.dataset.step), step);
    if (right[step].says) {
      same(step, 'the sentence', text('.told .sentence'), right[step].says);
      same(step, 'the event', text('.told .eyebrow code'), right[step].event);
      const note = [...root.querySelectorAll('.note p')].map(p => p.textContent).join(' ');
      same(step, 'the note', note, right[step].note);
    }
    for (const port of right[step].ports) {
      const board = root.querySelector(`.board[data-port="${port.port}"][data-variant="0"]`);
      const lane = name => board.querySelector(`.lane[data-lane="${name}"]`);
      for (const name of ['devices', 'queue', 'waiting', 'released', 'paused']) {
        const items = JSON.parse(lane(name).dataset.items);
        same(step, `${port.port} ${name}`, items.map(item => item.split(' ')[0]), port[name]);
        if (name === 'devices' || board.classList.contains('folded')) continue;
        drawn(step, port, name, lane(name), port[name]);
      }
      const { active, limit } = lane('released').dataset;
      same(step, `${port.port} active`, [Number(active), Number(limit)], [port.active, port.limit]);
      same(step, `${port.port} closed`, [board.dataset.closed, board.dataset.destroyed],
        [String(port.closed), String(port.destroyed)]);
    }
    if (faults.length > 20) break;
  }
  return faults;

  /** The tokens that are seen stand in the lane, each on its seat. */
  function drawn(step, port, name, lane, items) {
    const box = lane.getBoundingClientRect(), seats = [];
    for (const token of root.querySelectorAll('.tok')) {
      const [of, at, index] = (token.dataset.seat || '').split('/');
      if (of !== port.port || at !== name) continue;
      const spot = token.getBoundingClientRect();
      const x = spot.x + spot.width / 2, y = spot.y + spot.height / 2;
      const inside = x > box.left - 2 && x < box.right + 2 && y > box.top - 2 && y < box.bottom + 2;
      same(step, `${port.port} ${name} ${index} inside`, inside, true);
      seats[index] = token.textContent;
    }
    const tokens = items.length <= 3 ? items.length : 2;
    same(step, `${port.port} ${name} tokens`, seats.filter(Boolean).length >= tokens, true);
    if (name === 'queue') seats.forEach((label, n) => same(step, 'the queue', label, items[n]));
    const short = items.every(item => item.length <= 2);
    if (short) seats.forEach((label, n) => same(step, name, label, items[n]));
  }
}
