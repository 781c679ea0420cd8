// What is counted over the steps of a trace: from its moves and states alone.

/** Ports that are counted one by one; more of them are counted together. */
const COUNTED = 3;

/** For every step: how many are queued and run, and what happened up to it. */
function count(variant) {
  const size = variant.last + 1;
  const list = () => new Int32Array(size);
  const counts = { queued: list(), running: list(), over: list(), handed: list(), woken: list(),
    taken: list(), starved: list(), crowded: list(), ports: [] };
  if (variant.ports.length <= COUNTED) {
    counts.ports = variant.ports.map(() => ({ queued: list(), running: list() }));
  }
  const runs = variant.threads.map(() => [[0, 'outside']]);
  const lists = variant.walk(0);
  const { raw, ports, processors } = variant;
  let queued = 0, running = 0;
  for (let k = 1; k < size; k += 1) {
    const step = raw.steps[k - 1];
    follow(step.d || [], lists, ports.length, runs, k);
    queued = running = 0;
    let over = 0;
    for (let port = 0; port < ports.length; port += 1) {
      const at = port * OF_PORT, active = lists[at + 2].length;
      queued += lists[at].length;
      running += active;
      over += Math.max(0, active - lists[at + 6][0]);
      if (counts.ports.length) {
        counts.ports[port].queued[k] = lists[at].length;
        counts.ports[port].running[k] = active;
      }
    }
    counts.queued[k] = queued;
    counts.running[k] = running;
    counts.over[k] = over;
    handOvers(variant, step, counts, k);
    counts.starved[k] = counts.starved[k - 1] + (queued > 0 && running < processors ? 1 : 0);
    counts.crowded[k] = counts.crowded[k - 1] + (running > processors ? 1 : 0);
  }
  return { counts, runs };
}

/** Applies the changes of a step, and notes which threads stand elsewhere after it. */
function follow(changes, lists, ports, runs, k) {
  const moved = new Map();
  const LANES = { 1: 'waiting', 2: 'released', 3: 'paused' };
  const lane = place => place < ports * OF_PORT ? LANES[place % OF_PORT] : null;
  for (const [place, start, gone] of changes) {
    if (lane(place)) {
      for (const thread of lists[place].slice(start, start + gone)) moved.set(thread, 'outside');
    }
  }
  for (const [place, start, gone, ...come] of changes) {
    const old = lists[place];
    lists[place] = [...old.slice(0, start), ...come, ...old.slice(start + gone)];
    if (lane(place)) for (const thread of come) moved.set(thread, lane(place));
  }
  for (const [thread, state] of moved) {
    if (runs[thread].at(-1)[1] !== state) runs[thread].push([k, state]);
  }
}

/** Packets that reached a thread: with a wake-up, or without a switch. */
function handOvers(variant, step, counts, k) {
  const { text } = variant;
  let handed = 0, woken = 0, taken = 0;
  const moves = step.m || [];
  const slept = new Set(moves.filter(move => text(move[2]) === 'waiting').map(move => move[1]));
  for (const [, item, from, to, , rides] of moves) {
    if (text(from) === 'waiting' && text(to) === 'released') woken += rides == null ? 0 : 1;
    if (variant.kind(text(item))?.kind !== 'packet') continue;
    if (variant.kind(text(to))?.kind !== 'thread') continue;
    handed += 1;
    taken += slept.has(to) ? 0 : 1;
  }
  counts.handed[k] = counts.handed[k - 1] + handed;
  counts.woken[k] = counts.woken[k - 1] + woken;
  counts.taken[k] = counts.taken[k - 1] + taken;
}
