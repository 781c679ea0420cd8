// What the limit is for, in numbers: up to this step, counted from the moves and states.

const METERS = [
  ['handed', 'handed out', 'Packets that reached a thread, up to this step.'],
  ['woken', 'woken', 'Waiting threads released with a packet, up to this step. Each costs a '
    + 'context switch.'],
  ['taken', 'no switch', 'Packets that a running thread took itself, up to this step: nobody '
    + 'was woken.'],
  ['idle', 'idle', 'Processors without a released thread at this step. Threads at no port are '
    + 'not counted.'],
  ['starved', 'idle with work', 'Steps so far after which packets were queued while a processor '
    + 'was idle. A limit that is too low makes many.'],
  ['crowded', 'crowded', 'Steps so far after which more threads were released than there are '
    + 'processors. A limit that is too high makes many.'],
];

/** The numbers of a variant at its step. */
function metersOf(player, variant) {
  const { counts } = variant, k = player.stepOf(variant);
  const value = name => name === 'idle'
    ? Math.max(0, variant.processors - counts.running[k]) : counts[name][k];
  return METERS.map(([name]) => value(name));
}

function drawMeters(player) {
  const { meters } = player.parts, variants = player.variantsShown();
  const rows = variants.map(variant => {
    const values = metersOf(player, variant);
    const cells = METERS.map(([name, word, title], n) => {
      const cell = el('div', `meter ${name}`, el('dt', '', word), el('dd', '', String(values[n])));
      cell.title = title;
      return cell;
    });
    const row = el('dl', 'meter-row', ...cells);
    row.dataset.variant = variant.place;
    if (variants.length < 2) return row;
    return el('div', 'meter-of', el('b', '', variant.name), row);
  });
  meters.replaceChildren(...rows);
  player.parts.bar.classList.toggle('two', rows.length > 1);
}
