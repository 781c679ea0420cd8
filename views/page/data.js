// The page's form of a trace undone. Nothing here knows what a port does: the lists at a step are
// the lists of the step before with the changes that the step brings.

const HOLE = '\ufffc', KEYFRAME = 64;
const OF_PORT = 7, OF_THREAD = 2;

function decode(data) {
  if (data.version !== 'iocp-sim-page/3') throw new Error(`unknown form: ${data.version}`);
  return { ...data, variants: data.variants.map((raw, place) => decodeVariant(raw, place, data)) };
}

function decodeVariant(raw, place, data) {
  const text = number => raw.strings[number];
  const threads = raw.threads.map(thread => thread.name);
  const ports = raw.ports.map(port => port[0]);
  const kinds = new Map();
  ports.forEach((name, n) => kinds.set(name, { kind: 'port', n }));
  threads.forEach((name, n) => kinds.set(name, { kind: 'thread', n }));
  raw.devices.forEach((name, n) => kinds.set(name, { kind: 'device', n }));
  const variant = {
    raw, place, ports, threads, devices: raw.devices, packets: raw.packets, text,
    port: raw.port, limit: raw.limit, processors: data.processors,
    name: `limit ${raw.limit}`, last: raw.steps.length,
    of: raw.of || null,
    kind: name => kinds.get(name) || packetNamed(name),
  };
  if (ports.length > 1) variant.name = `${cut(raw.port, 18)}: limit ${raw.limit}`;
  variant.walk = walker(raw);
  variant.state = remembering(k => asState(variant, variant.walk(k)));
  // The other limits of a long trace cost nothing until they are looked at.
  lazy(variant, 'steps', () => decodeSteps(raw, text));
  lazy(variant, 'questions', () => raw.steps.filter(step => step.q).length);
  lazy(variant, 'touching', () => touching(variant));
  lazy(variant, 'counted', () => count(variant));
  lazy(variant, 'counts', () => variant.counted.counts);
  lazy(variant, 'runs', () => variant.counted.runs);
  return variant;
}

const packetNamed = name => /^p\d+$/.test(name) ? { kind: 'packet', n: +name.slice(1) } : null;

/** A value that is made when it is first asked for. */
const lazy = (object, name, make) => Object.defineProperty(object, name, {
  configurable: true,
  get() {
    const value = make();
    Object.defineProperty(object, name, { value });
    return value;
  },
});

function decodeSteps({ steps, answers }, text) {
  let now = '0';
  const start = { n: 0, event: 'start', says: [''], notes: [], moves: [], results: [], line: 0 };
  return [start, ...steps.map((step, at) => new Step(step, at + 1, now = step.t || now, text,
    answers))];
}

/** A step, read when it is looked at: a long trace opens without reading all of them. */
class Step {
  #raw; #text; #answers;
  constructor(raw, n, now, text, answers) {
    this.#raw = raw;
    this.#text = text;
    this.#answers = answers;
    this.n = n;
    this.now = now;
  }
  get line() { return this.#raw.l; }
  get refused() { return this.#raw.r || null; }
  get lead() { return this.#raw.w || null; }
  get event() { return this.#text(this.#raw.e); }
  get says() { return this.#raw.s.map(this.#text); }
  get notes() { return (this.#raw.n || []).map(this.#text); }
  get moves() { return (this.#raw.m || []).map(move => decodeMove(move, this.#text)); }
  get results() { return (this.#raw.x || []).map(result => decodeResult(result, this.#text)); }
  get ask() { return this.#raw.q ? decodeAsk(this.#raw.q, this.#text, this.#answers) : null; }
  get hasAsk() { return !!this.#raw.q; }
}

const decodeMove = ([port, item, from, to, rule, rides], text) => ({
  port: text(port), item: text(item), from: text(from), to: text(to), rule,
  with: rides == null ? null : text(rides),
});

const decodeResult = ([thread, kind, rule, packets], text) =>
  ({ thread: text(thread), kind, rule, packets });

const decodeAsk = ([words, list, right, packet], text, answers) => ({
  text: text(words).split(HOLE).join(`p${packet}`), right,
  answers: answers[list].map(([key, says, isThread]) => ({ key, text: says, isThread })),
});

/** The lists after step k, from the nearest kept row of lists. Lists are shared, never changed. */
function walker(raw) {
  const first = [];
  for (const [, limit] of raw.ports) first.push([], [], [], [], [], [], [limit, 0, 0]);
  for (let n = 0; n < raw.threads.length; n += 1) first.push([], [0]);
  const kept = [first];
  const apply = (lists, at) => {
    for (const [place, start, gone, ...come] of raw.steps[at - 1].d || []) {
      const old = lists[place];
      lists[place] = [...old.slice(0, start), ...come, ...old.slice(start + gone)];
    }
  };
  return k => {
    let at = Math.min(Math.floor(k / KEYFRAME), kept.length - 1) * KEYFRAME;
    const lists = kept[at / KEYFRAME].slice();
    while (at < k) {
      at += 1;
      apply(lists, at);
      if (at % KEYFRAME === 0 && at / KEYFRAME === kept.length) kept.push(lists.slice());
    }
    return lists;
  };
}

function asState(variant, lists) {
  const ports = variant.ports.map((name, n) => {
    const [queue, waiting, released, paused, devices, keys, about] =
      lists.slice(n * OF_PORT, n * OF_PORT + OF_PORT);
    const [limit, closed, destroyed] = about;
    const bound = devices.map((device, at) => ({ device, key: variant.text(keys[at]) }));
    return { name, queue, waiting, released, paused, bound, limit,
      closed: !!closed, destroyed: !!destroyed };
  });
  const own = variant.ports.length * OF_PORT;
  const threads = variant.threads.map((_, n) => n);
  return {
    ports,
    holds: threads.map(n => lists[own + n * OF_THREAD]),
    pc: threads.map(n => lists[own + n * OF_THREAD + 1][0]),
  };
}

/** The few states that were asked for last. */
function remembering(make) {
  const made = new Map();
  return k => {
    if (!made.has(k)) {
      if (made.size > 8) made.delete(made.keys().next().value);
      made.set(k, make(k));
    }
    return made.get(k);
  };
}
