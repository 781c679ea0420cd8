// What could happen instead: the steps that the simulator offers, and a line for any other.

import { $, el, press } from './dom.js';

let offer = null;

/** Offers steps after a step of a text. `choose(event, offer)` is called with the offer that was
 *  read, whatever is shown by then. */
export function show({ choices, all }, made, choose) {
  offer = { ...made, choose };
  const { after } = made, list = $('offered'), focused = list.contains(document.activeElement);
  list.replaceChildren(el('p', 'soft', after ? `Instead of what comes after step ${after}:`
    : 'Instead of what comes first:'));
  for (const [about, group] of Map.groupBy(choices, one => one.about ?? 'outside')) {
    list.append(el('h2', '', about), el('div', 'choices', ...group.map(({ event }) => {
      const short = event.startsWith(`${about}: `) ? event.slice(about.length + 2) : event;
      const button = press(short, () => take(event));
      button.setAttribute('aria-label', `What if: ${event}`);
      return button;
    })));
  }
  if (all === false) list.append(el('p', 'soft', 'There are others, too many to list.'));
  $('other').hidden = false;
  if (focused) $('whatif').focus({ preventScroll: true });
  wrong('');
}

/** Offers nothing, and says why. */
export function none(why) {
  offer = null;
  $('offered').replaceChildren(el('p', 'soft', why));
  $('other').hidden = true;
  wrong('');
}

export const wrong = words => { $('refused').textContent = words; };

function take(event) {
  const { choose, ...made } = offer;
  choose(event, made);
}

$('other').onsubmit = event => {
  event.preventDefault();
  const line = $('other-step').value.trim();
  if (line && offer) take(line);
};

/** What was typed there has been used. */
export const taken = () => { $('other-step').value = ''; };

const STATEMENTS = [
  [/^\s*(expect|always|sometimes|never)\b/m, 'expectations'],
  [/#/, 'comments'],
  [/^\s*concurrently\b/m, 'groups (one order of them stays)'],
];

/** What the simulator left out and wrote out, as it made one text of another. */
export function changes(from, to, after, last) {
  const out = STATEMENTS.filter(([sign]) => sign.test(from) && !sign.test(to))
    .map(([, words]) => words);
  if (after < last) out.unshift(`what came after step ${after}`);
  const said = ['profile', 'processors'].filter(word => !RegExp(`^\\s*${word}\\b`, 'm').test(from))
    .map(word => to.match(RegExp(`^${word} .*`, 'm'))?.[0]).filter(Boolean);
  const parts = [];
  if (out.length) parts.push(`Left out: ${out.join(', ')}. Undo brings it back.`);
  if (said.length) parts.push(`Written out, as it held before: ${said.join(', ')}.`);
  return parts.join(' ');
}
