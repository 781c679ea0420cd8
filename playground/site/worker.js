// The machine and the simulator, in a thread of their own: the module comes first, then requests.
let module, machine;

async function answered(request) {
  machine ??= (await WebAssembly.instantiate(module, {})).exports;
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const at = machine.request(bytes.length);
  new Uint8Array(machine.memory.buffer, at, bytes.length).set(bytes);
  const length = machine.answer();
  const answer = new Uint8Array(machine.memory.buffer, machine.answered(), length);
  return JSON.parse(new TextDecoder().decode(answer));
}

onmessage = async ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    module = data;
    return;
  }
  postMessage({ begins: true });
  try {
    postMessage({ answer: await answered(data) });
  } catch (error) {
    // A machine that was interrupted is not used again.
    machine = undefined;
    postMessage({ answer: { error: { message: `The simulator stopped: ${error.message}` } } });
  }
};
