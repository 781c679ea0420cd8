// Questions to the simulator, which works in a thread of its own. It works on one; of those that
// wait, each kind has one, the newest. A question that is no longer wanted is answered with null.

const PATIENCE = 20000;
const LATE = 'This took longer than 20 seconds and was given up. '
  + 'Fewer steps that race, or fewer lines, take less.';
const NOT_STARTED = 'The simulator could not be started: worker.js can not be loaded. '
  + 'Reload the page to try again.';

const waiting = new Map();
let module, worker, current;

/** Asks: `request` is `'lessons'`, or an object with one kind of request in it. */
export function answerTo(request) {
  const kind = typeof request === 'string' ? request : Object.keys(request)[0];
  waiting.get(kind)?.end(null);
  waiting.delete(kind);
  return new Promise(end => {
    waiting.set(kind, { kind, request, end });
    next();
  });
}

/** Gives up what is asked about a text that is no longer the one. */
export function forget() {
  for (const [kind, question] of waiting) {
    if (kind === 'lessons') continue;
    waiting.delete(kind);
    question.end(null);
  }
  if (current && current.kind !== 'lessons') {
    stop();
    finish(null);
  }
}

function next() {
  if (current || !waiting.size) return;
  [[, current]] = waiting;
  waiting.delete(current.kind);
  work(current);
}

async function work(question) {
  try {
    const loaded = await (module ??= load());
    if (question !== current) return;
    worker ??= begun(loaded);
    worker.postMessage(question.request);
  } catch (error) {
    module = undefined;
    if (question === current) finish({ error: { message: error.message } });
  }
}

async function load() {
  const failed = why => new Error(`The simulator could not be loaded: playground.wasm ${why}. `
    + 'Reload the page to try again.');
  const response = await fetch('playground.wasm').catch(() => { throw failed('does not answer'); });
  if (!response.ok) throw failed(`is not there (${response.status})`);
  const bytes = await response.arrayBuffer();
  return WebAssembly.compile(bytes).catch(() => { throw failed('is damaged'); });
}

function begun(loaded) {
  const mine = new Worker('worker.js', { type: 'module' });
  mine.onmessage = ({ data: { begins, answer } }) => {
    if (mine !== worker || !current) return;
    // What it takes to load is not counted.
    if (begins) current.clock = setTimeout(late, PATIENCE); else finish(answer);
  };
  mine.onerror = event => {
    event.preventDefault();
    if (mine !== worker) return;
    stop();
    if (current) finish({ error: { message: NOT_STARTED } });
  };
  mine.postMessage(loaded);
  return mine;
}

function late() {
  stop();
  finish({ error: { message: LATE, late: true } });
}

function stop() {
  worker?.terminate();
  worker = undefined;
}

function finish(answer) {
  const { end, clock } = current;
  clearTimeout(clock);
  current = undefined;
  end(answer);
  next();
}
