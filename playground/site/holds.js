// What holds of what the scenario claims, and where it does not.

import { $, el, press } from './dom.js';

/** `act` has `reveal(line)`, `walk(name, text)`, `more()` (nothing if there is no more to look at)
 *  and `open()`, which shows the list. */
export function show(played, act) {
  const { ends, states, complete, told, failures, tallies, stop, cut } = played;
  const panel = $('holds'), list = el('ul'), bad = wrong(played);
  const focused = panel.contains(document.activeElement);
  if (stop) {
    const words = `can not happen: ${stop.why}`;
    list.append(item(false, stop, words, ['the way', 'to', stop.counterexample], act));
  }
  for (const one of failures) {
    const { of, after, found, counterexample } = one;
    const where = of ? `in ${of[0]} of ${of[1]} ends` : `after step ${after}`;
    const words = `does not hold ${where}. Found: ${found}`;
    list.append(item(false, one, words, ['a counterexample', 'to', counterexample], act));
  }
  const failed = new Set(failures.map(one => one.span.line));
  for (const one of tallies.filter(one => !failed.has(one.span.line))) {
    const words = `${one.quantifier}: holds in ${one.held} of ${one.ends} ends`;
    list.append(item(true, one, words, ['a witness', 'of', one.witness], act));
  }
  panel.replaceChildren(list);
  const say = (name, words) => panel.append(el('p', name, words));
  if (!bad.length) panel.prepend(signed(played, allHolds(played)));
  if (ends > 1) say('soft', `${ends} ends, ${states} states. Shown: ${told}.`);
  if (cut) say('soft', 'The trace grew too large and is cut.');
  if (!complete) {
    say('fails', `Not every order was tried: ${states} states were seen.`);
    if (act.more) panel.append(press(act.more.label, act.more.act));
  }
  if (focused) panel.focus({ preventScroll: true });
  verdict(played, bad, act);
}

/** Nothing is claimed of a text that can not be read. */
export function none(why) {
  $('holds').replaceChildren(el('p', 'soft', why));
  $('sign').textContent = '';
  $('verdict').replaceChildren();
}

/** The stretches that can not happen or do not hold, as the editor marks them. */
export function wrong({ stop, failures }) {
  const short = failures.map(one => ({ ...one.span, message: `does not hold: ${one.found}` }));
  return stop ? [{ ...stop.span, message: `can not happen: ${stop.why}` }, ...short] : short;
}

const CLAIM = /^\s*(expect|always|sometimes|never)\b/m;

const allHolds = ({ text, tallies }) => {
  if (!CLAIM.test(text)) return 'Nothing is expected.';
  return tallies.length ? 'All that is claimed holds.' : 'All that is expected holds.';
};

function verdict(played, bad, act) {
  const { complete, stop, failures } = played;
  let words = complete ? allHolds(played) : 'Not every order was tried.';
  if (stop) words = `Line ${stop.span.line} can not happen.`;
  else if (failures.length === 1) words = `Line ${failures[0].span.line} does not hold.`;
  else if (failures.length) {
    words = `${failures.length} claims do not hold, the first in line ${failures[0].span.line}.`;
  }
  const line = signed(played, words, bad.length ? '✗' : complete ? undefined : '…');
  $('sign').textContent = line.dataset.sign;
  $('sign').className = line.className;
  $('verdict').replaceChildren(line);
  if (line.className === 'fails') $('verdict').append(' ', press('See why', act.open));
}

/** Words with their sign; where nothing is claimed they have none. */
function signed({ text }, words, sign = CLAIM.test(text) ? '✓' : '') {
  const name = { '✓': 'holds', '': 'soft' }[sign] ?? 'fails';
  const line = el('span', name, `${sign} ${words}`.trim());
  line.dataset.sign = sign;
  return line;
}

function item(holds, { span: { line } }, words, [way, joins, other], act) {
  const sign = el('span', holds ? 'holds' : 'fails', holds ? '✓ ' : '✗ ');
  const entry = el('li', '', sign, press(`line ${line}`, () => act.reveal(line)), ` ${words} `);
  const label = `${way} ${joins} line ${line}`;
  if (other) entry.append(press(`Walk to ${way}`, () => act.walk(label, other)));
  return entry;
}
