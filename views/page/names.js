// Names as people see them: short labels and colours of threads, chips in sentences.

/** A short label for each name, all different: the name itself where it is short. */
function labels(names) {
  const used = new Map();
  return names.map((name, n) => {
    let label = name.length <= 2 ? name : initials(name);
    for (let more = 2; used.has(label); more += 1) label = `${name[0].toUpperCase()}${n + more}`;
    used.set(label, n);
    return label;
  });
}

function initials(name) {
  const digits = (name.match(/\d+$/) || [''])[0].slice(-2);
  const words = name.replace(/\d+$/, '').split(/_+|(?<=[a-z])(?=[A-Z])/).filter(Boolean);
  const letters = words.length > 1 ? words[0][0] + words[1][0] : words[0]?.[0] || name[0];
  return digits ? letters[0].toUpperCase() + digits : letters.toUpperCase();
}

/** Gives a node the colour of a thread: the first four are chosen, the others spread apart. */
function paint(node, thread) {
  node.dataset.t = thread < 4 ? 'ABCD'[thread] : 'more';
  if (thread >= 4) node.style.setProperty('--hue', String((20 + (thread - 4) * 137.508) % 360));
  return node;
}

function threadChip(player, variant, thread) {
  const name = variant.threads[thread];
  const chip = paint(el('b', name.length <= 2 ? 'chip' : 'chip wide', cut(name, 18)), thread);
  if (name.length > 18) chip.title = name;
  return chip;
}

/** A chip with the short label, and the whole name as its title. */
function labelChip(variant, thread) {
  const chip = paint(el('b', 'chip', variant.labels[thread]), thread);
  chip.title = variant.threads[thread];
  chip.dataset.long = variant.labels[thread].length;
  return chip;
}

const packetChip = name => el('b', 'pk', name);

function nameChip(player, variant, name) {
  const found = variant.kind(name);
  if (found?.kind === 'thread') return threadChip(player, variant, found.n);
  if (found?.kind === 'packet') return packetChip(name);
  return el('b', 'named', cut(name, 24));
}

/** A sentence with a chip for each name. */
function rich(player, variant, says) {
  const [words, ...names] = says;
  const parts = words.split(HOLE);
  return parts.flatMap((part, n) =>
    n < names.length && n < parts.length - 1
      ? [part, nameChip(player, variant, names[n])] : [part]);
}

/** The same sentence for ears. */
const plain = says => {
  let n = 0;
  return says[0].split(HOLE).map(part => part + (says[n += 1] ?? '')).join('');
};

/** A note: names of threads and packets of this trace are marked where they stand as words. */
function noted(player, variant, text) {
  return text.split(/\b(p\d+)\b/).map((part, n) =>
    n % 2 && +part.slice(1) <= variant.packets.length ? packetChip(part) : part);
}
