// The machine and the simulator, in a thread of their own: a request goes in, an answer comes out.
let machine;

async function load() {
  const response = await fetch('playground.wasm');
  if (!response.ok) throw new Error(`playground.wasm could not be loaded (${response.status})`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), {});
  return instance.exports;
}

function ask(exports, request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const at = exports.request(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const length = exports.answer();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answered(), length)));
}

onmessage = async ({ data: { id, request } }) => {
  try {
    machine ??= load();
    postMessage({ id, answer: ask(await machine, request) });
  } catch (error) {
    // A machine that was interrupted is not used again.
    machine = undefined;
    postMessage({ id, answer: { error: { message: `The simulator stopped: ${error.message}` } } });
  }
};
