// The timeline, read back from its shapes: what each thread does at each step, and the counts.

/** What the rows say: for each thread its state at each step, and for each port its counts. */
export function toChart(trace) {
  const states = Object.keys(trace.threads).map(name => [null, ...trace.steps].map(step => {
    const found = (step?.state ?? []).flatMap(port => ['waiting', 'released', 'paused']
      .filter(lane => port[lane].includes(name)));
    return found[0] ?? 'outside';
  }));
  const counts = lane => trace.ports.map((_, n) => [0, ...trace.steps.map(step =>
    step.state[n][lane].length)]);
  const begin = Object.keys(trace.threads).flatMap(name => trace.steps.flatMap((step, n) => {
    const [packet] = step.holds[name] ?? [], before = trace.steps[n - 1]?.holds[name]?.[0];
    return packet && packet.n !== before?.n ? [`${n + 1} p${packet.n}`] : [];
  }));
  return { begin: begin.sort(), states, queued: counts('queue'), running: counts('released'),
    limits: trace.ports.map(port => port.limit) };
}

/** In the page: where a shape stands elsewhere. */
export function charted({ begin, states, queued, running, limits }) {
  const root = document.getElementById('player'), faults = [];
  const chart = root.querySelector('[data-part=chart]'), last = states[0]?.length - 1;
  const all = root.querySelector('[data-part=rows]').clientWidth;
  const left = parseFloat(root.querySelector('[data-part=time]').style.getPropertyValue('--left'));
  const column = (all - left) / (last + 1), middle = k => left + (k + 0.5) * column;
  if (!(column > 4)) return faults;
  const spans = (row, shape) => [...(row.querySelector(`path.${shape}`)?.getAttribute('d') ?? '')
    .matchAll(/M([\d.]+) [\d.]+H([\d.]+)/g)].map(([, from, to]) => [Number(from), Number(to)]);
  const rows = [...chart.querySelectorAll('g.row')];
  if (rows.length !== states.length) return [`${rows.length} rows of ${states.length} threads`];
  rows.forEach((row, n) => {
    const shapes = { waiting: spans(row, 'w'), released: spans(row, 'r'), paused: spans(row, 'p') };
    states[n].forEach((state, k) => {
      const is = Object.keys(shapes).filter(name =>
        shapes[name].some(([from, to]) => from < middle(k) && to > middle(k))).join() || 'outside';
      if (is !== state) faults.push(`row ${n} at step ${k} is ${is}, not ${state}`);
    });
  });
  const marks = [...root.querySelectorAll('.held-marks text')].map(mark =>
    `${Math.floor((mark.getAttribute('x') - left) / column)} ${mark.textContent}`).sort();
  if (column > 30 && marks.join() !== begin.join()) faults.push(`marks: ${marks}, not ${begin}`);
  const shapes = (name, values) => {
    const paths = [...chart.querySelectorAll(`path.${name}`)];
    if (paths.length !== values.length) return faults.push(`${paths.length} shapes of ${name}`);
    return paths.forEach((path, n) => compare(name, path.getAttribute('d'), values[n]));
  };
  shapes('queued', queued);
  shapes('running', running.map((list, n) => list.map(value => Math.min(value, limits[n]))));
  shapes('over-limit', running);
  return faults;

  /** What is more stands higher, and what is none on the floor. */
  function compare(name, d, values) {
    const points = [...d.matchAll(/L([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    const floor = Number(d.match(/^M[\d.]+ ([\d.]+)/)[1]);
    const height = k => floor - (points.findLast(([x]) => x < middle(k))?.[1] ?? floor);
    const unit = Math.max(...values.map((_, k) => height(k))) / Math.max(1, ...values);
    values.forEach((value, k) => {
      if (Math.abs(height(k) - value * unit) > 0.2 || (value > 0 && unit < 2)) {
        faults.push(`${name} at step ${k} is ${height(k)} high for ${value}`);
      }
    });
  }
}
