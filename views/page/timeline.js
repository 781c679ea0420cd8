// The timeline: a row for each thread, how many are queued, how many run. It is drawn once for a
// window of steps; a step only moves the mark on it.

const LEFT = () => tiny.matches ? 58 : 102;

/** The steps in the window. */
function windowOf(player) {
  const total = player.variant().last + 1, size = Math.max(8, Math.round(total / player.zoom));
  if (size >= total) return [0, total];
  const at = player.at.step;
  let [first, end] = player.window || [0, 0];
  const margin = Math.max(1, Math.floor(size / 8));
  const inside = end - first === size && at >= first + (first ? margin : 0)
    && at < end - (end < total ? margin : 0);
  if (!inside) {
    first = Math.max(0, Math.min(total - size, at - Math.floor(size / 2)));
    end = first + size;
  }
  return [first, end];
}

function drawTimeline(player) {
  const { time, chart, here, veil, held, axis, scrub } = player.parts;
  const [first, end] = player.window = windowOf(player);
  const width = time.clientWidth, left = LEFT(), column = (width - left) / (end - first);
  const variants = player.variantsShown();
  const key = JSON.stringify([first, end, width, variants.map(variant => variant.place),
    variants.map(variant => peaksOf(player, variant))]);
  const frame = { first, end, left, column, width, marks: [] };
  if (key !== player.charted) {
    player.charted = key;
    drawChart(player, chart, variants, frame);
    player.marks = frame.marks;
    held.replaceChildren(...frame.marks.map(({ mark }) => mark));
  }
  const at = player.at.step, x = left + (at - first) * column;
  here.style.transform = `translateX(${x}px)`;
  here.style.width = `${Math.max(2, column)}px`;
  // Rows that can be scrolled to are covered, too.
  here.style.height = veil.style.height = `${chart.getAttribute('height')}px`;
  veil.style.left = `${Math.min(width, x + Math.max(2, column))}px`;
  veil.classList.toggle('dark', player.wish.predict);
  held.style.height = veil.style.height;
  for (const { at: begins, mark } of player.marks) {
    mark.classList.toggle('ahead', begins > at);
    mark.classList.toggle('unknown', begins > at && player.wish.predict);
  }
  drawAxis(axis, at, frame);
  scrub.max = player.variant().last;
  scrub.value = at;
  const all = (width - left) / (player.variant().last + 1);
  time.style.setProperty('--left', `${left}px`);
  time.style.setProperty('--thumb', `${Math.max(14, all)}px`);
  time.classList.toggle('zoomed', end - first <= player.variant().last);
  scrub.setAttribute('aria-valuetext', `Step ${at} of ${player.variant().last}`);
}

function drawAxis(axis, at, { first, end, left, column }) {
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000]
    .find(size => size * column > (size > 99 ? 46 : 28)) || 100000;
  const marks = [];
  for (let n = Math.ceil(first / every) * every; n < end; n += every) {
    const apart = 12 + 3.4 * (String(n).length + String(at).length);
    if (n === at || Math.abs(n - at) * column < apart) continue;
    marks.push(axisMark(n, left + (n - first + 0.5) * column, ''));
  }
  marks.push(axisMark(at, left + (at - first + 0.5) * column, 'at'));
  axis.replaceChildren(...marks);
}

function axisMark(n, x, name) {
  const mark = el('span', name, String(n));
  mark.style.left = `${x}px`;
  return mark;
}

/** The height of a thread's row, by how many there are. */
const rowHeight = (threads, low) => threads <= 6 ? (low ? 16 : 19)
  : threads <= 12 ? 14 : threads <= 40 ? 8
  : Math.max(2, Math.min(7, 320 / threads));

function drawChart(player, chart, variants, frame) {
  const parts = [hatches()];
  let y = 4;
  for (const variant of variants) {
    if (variants.length > 1) {
      parts.push(words(0, y + 11, variant.name, 'lab'));
      y += 16;
    }
    y = drawThreadRows(player, variant, frame, y, parts);
    y = drawCounts(player, variant, frame, y + 6, parts) + (variants.length > 1 ? 10 : 2);
  }
  chart.setAttribute('viewBox', `0 0 ${frame.width} ${y}`);
  chart.setAttribute('height', y);
  chart.replaceChildren(...parts);
}

const words = (x, y, text, name) => svgEl('text', { x, y, class: name || '' }, text);

function hatches() {
  const pattern = (id, turn, colour) => svgEl('pattern', { id, width: 5, height: 5,
    patternUnits: 'userSpaceOnUse', patternTransform: `rotate(${turn})` },
  svgEl('rect', { width: 5, height: 5, fill: colour, opacity: 0.16 }),
  svgEl('rect', { width: 2.2, height: 5, fill: colour }));
  return svgEl('defs', {}, pattern('hatch-over', -45, 'var(--over)'),
    pattern('hatch-paused', 45, 'var(--paper)'));
}

/** From the steps of a variant to the columns of the axis. */
const columnOf = (player, variant, k) => variant.of && player.wish.compare
  ? (k > 0 ? variant.of[k - 1] : 0) : k;

/** Threads that have a row of their own. */
const MOST_ROWS = 120;

/** The threads that have rows: where they are many, the first of those that are ever at a port. */
function threadsOnRows({ threads, runs }) {
  const all = threads.map((_, n) => n);
  return all.length <= MOST_ROWS ? all
    : all.filter(thread => runs[thread].length > 1).slice(0, MOST_ROWS);
}

function drawThreadRows(player, variant, frame, top, parts) {
  const shown = threadsOnRows(variant), rest = variant.threads.length - shown.length;
  const low = isLow(player), height = rowHeight(shown.length, low);
  const bar = Math.max(Math.min(3, height), height - (low && height > 14 ? 4 : 7));
  const { first, left, column, width } = frame;
  const x = k => Math.max(left, Math.min(width,
    left + (columnOf(player, variant, k) - first) * column));
  shown.forEach((thread, place) => {
    const y = top + place * height, mid = y + height / 2, name = variant.threads[thread];
    if (height >= 14) {
      const label = words(0, mid + 4, cut(name, tiny.matches ? 6 : 10), 'lab');
      label.append(svgEl('title', {}, name));
      parts.push(label);
    }
    const paths = { waiting: '', released: '', paused: '' }, spans = {};
    const put = (state, [from, to]) => {
      paths[state] += state === 'waiting' ? `M${from.toFixed(1)} ${mid}H${to.toFixed(1)}`
        : `M${from.toFixed(1)} ${mid - bar / 2}H${to.toFixed(1)}v${bar}H${from.toFixed(1)}z`;
    };
    const runs = variant.runs[thread];
    runs.forEach(([from, state], n) => {
      if (state === 'outside') return;
      const a = x(from), b = n + 1 < runs.length ? x(runs[n + 1][0]) : endX(frame);
      if (b <= a) return;
      const end = b - (column > 6 ? 1 : 0), span = spans[state];
      // What stands nearer than one can see is drawn as one: a long story has thousands on a pixel.
      if (span && a - span[1] < 0.5) { span[1] = end; return; }
      if (span) put(state, span);
      spans[state] = [a, end];
    });
    Object.entries(spans).forEach(([state, span]) => put(state, span));
    const group = paint(svgEl('g', { class: 'row' }), thread);
    const draw = (state, shape, more) => paths[state]
      && group.append(svgEl('path', { class: shape, d: paths[state], ...more }));
    draw('waiting', 'w');
    draw('released', 'r');
    draw('paused', 'p');
    draw('paused', 'ph', { fill: 'url(#hatch-paused)' });
    if (column > 30 && height >= 14) heldMarks(player, variant, thread, frame, mid);
    parts.push(group);
  });
  const bottom = top + shown.length * height;
  if (!rest) return bottom;
  parts.push(words(0, bottom + 13, `+${plural(rest, 'thread')}`));
  return bottom + 16;
}

const endX = ({ first, end, left, column }) => left + (end - first) * column;

/** The packet that a thread has begins where its number stands, above the veil over what comes. */
function heldMarks(player, variant, thread, { first, end, left, column, marks }, mid) {
  const heldAt = k => variant.walk(k)[variant.ports.length * OF_PORT + thread * OF_THREAD][0];
  const begins = Math.max(1, player.stepAt(variant, first));
  let before = heldAt(begins - 1) ? `p${heldAt(begins - 1)}` : '';
  for (let k = begins; k <= Math.min(variant.last, player.stepAt(variant, end)); k += 1) {
    const held = heldAt(k);
    const name = held ? `p${held}` : '', at = columnOf(player, variant, k);
    if (name && name !== before && at >= first && at < end) {
      const out = variant.runs[thread].findLast(([from]) => from <= k)[1];
      const mark = words(left + (at - first) * column + 6, mid + 3.7, name, `held ${out}`);
      marks.push({ at, mark: paint(mark, thread) });
    }
    before = name;
  }
}

/** A stepped area over the columns; where columns are thinner than a pixel, the most in each. */
function area(values, player, variant, { first, end, left, column, width }, base, height, most) {
  let d = `M${left} ${base}`, bucket = -1, peak = 0;
  const y = value => (base - value / most * height).toFixed(1);
  const put = (a, b, value) => { d += `L${a.toFixed(1)} ${y(value)}L${b.toFixed(1)} ${y(value)}`; };
  let from = left;
  for (let at = first; at < end; at += 1) {
    const k = variant.of && player.wish.compare ? player.stepAt(variant, at) : at;
    const value = k <= variant.last ? values(k) : 0, a = left + (at - first) * column;
    if (column >= 1) { put(a, a + column, value); continue; }
    const pixel = Math.floor(a);
    if (pixel !== bucket) {
      if (bucket >= 0) put(from, a, peak);
      [bucket, peak, from] = [pixel, 0, a];
    }
    peak = Math.max(peak, value);
  }
  if (column < 1) put(from, width, peak);
  return `${d}L${endX({ first, end, left, column }).toFixed(1)} ${base}Z`;
}

/** The most of a list: of all steps, or of those so far where it is asked what comes. */
const peakOf = (player, variant, list) => (player.wish.predict
  ? list.subarray(0, player.stepOf(variant) + 1) : list)
  .reduce((most, value) => Math.max(most, value), 0);

/** By what the rows of counts are scaled. */
const peaksOf = (player, variant) => rowsOf(variant).flatMap(({ queued, running }) =>
  [peakOf(player, variant, queued), peakOf(player, variant, running)]);

const rowsOf = ({ counts }) => counts.ports.length ? counts.ports : [counts];

/** How many are queued and run: of each port where they are few, else of all. */
function drawCounts(player, variant, frame, top, parts) {
  const { counts, ports, raw, processors } = variant, rows = counts.ports;
  const low = isLow(player) ? { height: 12, tall: 26, gap: 4 } : {};
  const draw = (all, y) => {
    const row = { ...all, ...low };
    return drawRunning(player, variant, frame,
      drawQueued(player, variant, frame, y, parts, row) + row.gap, parts, row);
  };
  if (ports.length === 1) {
    const [, limit] = raw.ports[0], [queued, active] = tiny.matches ? ['queued', 'active']
      : ['packets queued', 'threads active'];
    return draw({ ...rows[0], limit, name: 'limit', queuedWords: queued, activeWords: active,
      height: 28, tall: 38, gap: 10, processors }, top);
  }
  if (!rows.length) {
    return draw({ queued: counts.queued, running: counts.running, limit: processors,
      name: 'processors', queuedWords: 'all queued', activeWords: 'all active', height: 28,
      tall: 38, gap: 10 }, top);
  }
  return ports.reduce((y, port, n) => draw({ ...rows[n], limit: raw.ports[n][1], name: 'limit',
    queuedWords: `${cut(port, 5)} queued`, activeWords: `${cut(port, 5)} active`, height: 16,
    tall: 30, gap: 6 }, y + (n ? 8 : 0)), top);
}

function drawQueued(player, variant, frame, top, parts, { queued, queuedWords, height }) {
  const base = top + height, most = Math.max(3, peakOf(player, variant, queued));
  const d = area(k => queued[k], player, variant, frame, base, height, most);
  parts.push(words(0, base - 1, queuedWords), svgEl('path', { class: 'queued', d }),
    svgEl('path', { class: 'floor', d: `M${frame.left} ${base + 0.5}H${frame.width}` }));
  if (most > 3 && height > 20) parts.push(words(0, base - 15, `most ${most}`, 'tiny'));
  return base;
}

/** The highest that is drawn: the limit and what is over it. A limit far above is only named. */
const scaleOf = (peak, limit) => limit <= Math.max(8, 2 * peak) ? Math.max(peak, limit, 2)
  : Math.max(2, peak + 1);

function drawRunning(player, variant, frame, top, parts, row) {
  const { running, limit, name, activeWords, processors } = row;
  const scale = scaleOf(peakOf(player, variant, running), limit);
  // Two lines with words above those below need room.
  const tall = processors > limit && processors <= scale ? Math.max(38, row.tall) : row.tall;
  const base = top + tall;
  const y = value => base - value / scale * tall;
  const isLimit = name === 'limit';
  const within = k => isLimit ? Math.min(running[k], limit) : running[k];
  const draw = (shape, values, more) => parts.push(svgEl('path', { class: shape, ...more,
    d: area(values, player, variant, frame, base, tall, scale) }));
  if (isLimit) draw('over-limit', k => running[k], { fill: 'url(#hatch-over)' });
  draw('blank', within);
  draw('running', within);
  const line = (value, text, shape) => {
    parts.push(words(0, Math.min(base - 14, Math.max(top + 8, y(value) + 4)),
      value > scale ? `${text} ↑` : text));
    if (value > scale) return;
    parts.push(svgEl('path', { class: shape, d: `M${frame.left} ${y(value)}H${frame.width}` }));
  };
  const cpus = count => tiny.matches ? `${count} cpus` : plural(count, 'processor');
  if (isLimit) line(limit, `limit ${limit}`, 'limit'); else line(limit, cpus(limit), 'processors');
  if (isLimit && processors > limit && processors <= scale) {
    line(processors, cpus(processors), 'processors');
  }
  parts.push(words(0, base, activeWords),
    svgEl('path', { class: 'floor', d: `M${frame.left} ${base + 0.5}H${frame.width}` }));
  return base;
}

/** A click on the chart goes to the step under it. */
function chartClick(player, event) {
  const box = player.parts.rows.getBoundingClientRect(), [first, end] = player.window;
  const left = LEFT(), column = (box.width - left) / (end - first);
  const n = Math.floor((event.clientX - box.x - left) / column);
  if (n >= 0) { player.stop(); player.go(first + Math.min(n, end - first - 1)); }
}

function drawZoom(player) {
  const { zoom, legend } = player.parts;
  const total = player.variant().last + 1, set = value => () => {
    player.zoom = Math.max(1, Math.min(total / 8, value()));
    player.window = null;
    drawTimeline(player);
  };
  zoom.hidden = total <= 60;
  zoom.replaceChildren(press('tool', 'Zoom in', set(() => player.zoom * 4), '+'),
    press('tool', 'Zoom out', set(() => player.zoom / 4), '−'),
    press('tool', 'Show all steps', set(() => 1), 'all'));
  const sign = (name, word) => el('span', '', el('i', name), word);
  legend.replaceChildren(sign('w', 'waiting'), sign('r', 'released'), sign('p', 'paused'),
    sign('o', 'over the limit'));
}
