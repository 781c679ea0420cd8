// What the limit is for, in numbers: up to this step, counted from the moves and states.

const METERS = [
  ['handed', 'handed out', 'Packets that reached a thread, up to this step.'],
  ['woken', 'woken', 'Waiting threads released with a packet, up to this step. Each costs a '
    + 'context switch.'],
  ['taken', 'no switch', 'Packets that a running thread took itself, up to this step: nobody '
    + 'was woken.'],
  ['idle', 'idle now', 'Processors without a released thread at this step. Threads at no port are '
    + 'not counted.'],
  ['starved', 'idle with work', 'Steps so far after which packets were queued while a processor '
    + 'was idle. A limit that is too low makes many.'],
  ['crowded', 'crowded', 'Steps so far after which more threads were released than there are '
    + 'processors. A limit that is too high makes many.'],
];

/** What stands in the picture and in the timeline, in words. */
const SIGNS = [
  ['p1+2', 'This thread has p1 in hand, and two more packets that the same call returned.'],
  ['+5', 'Five more are there than are drawn. The button lists all of them.'],
  ['in no list', 'A thread that belongs to no port: it runs other code, has not begun, or has '
    + 'ended. It holds no slot.'],
  ['other code', 'It posts, and is none of the threads here.'],
  ['waiting', 'The thread sleeps in its get: a thin line.'],
  ['released', 'The thread runs and holds a slot: a full bar, with the packet that it took.'],
  ['paused', 'The thread is blocked elsewhere or suspended, and holds no slot: a hatched bar.'],
  ['over', 'More threads run than the limit allows: hatched, above the dashed line of the limit.'],
  ['queued', 'Packets in the queue, which no thread has yet.'],
  ['active', 'Threads that run and hold slots, beside the limit.'],
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
  const home = narrow.matches ? player.parts.time : player.parts.bar;
  if (meters.parentNode !== home) home.append(meters);
  player.parts.bar.classList.toggle('two', variants[0].last > 999);
  placeTimeline(player);
}

/** In one column the timeline stands under the reasons, and keys come to it after them. */
function placeTimeline({ parts }) {
  const before = narrow.matches ? parts.why : parts.bar;
  if (parts.time.previousElementSibling !== before) before.after(parts.time);
}
