// The text that is written, its line numbers, and what is marked in it. All lines have one height,
// so only those in view are numbered, and a mark stands where its line stands.

import { $, el } from './dom.js';

const LINE = 20, ABOVE = 8;
const numbers = $('numbers'), marks = $('marks'), paper = $('paper');
let heard = {}, placed = '', fresh = true, undone = false;
let here = 0, faults = [], lines = 1;

export const text = () => $('text').value;

/** `typed()` when something was written; `undo()` and `redo()` where the browser has none. */
export function listen(to) { heard = to; }

/** Puts another text there. It gets a field of its own: the browser's undo would mix the two. */
export function place(words) {
  const old = $('text'), field = old.cloneNode(false);
  const { selectionStart, selectionEnd, scrollTop, scrollLeft } = old;
  const focused = document.activeElement === old;
  field.value = words;
  old.replaceWith(field);
  if (focused) field.focus({ preventScroll: true });
  field.setSelectionRange(selectionStart, selectionEnd);
  field.scrollTo(scrollLeft, scrollTop);
  [placed, fresh, undone, faults] = [field.value, true, false, []];
  paint();
}

/** Marks the line of the step, and stretches of lines with what is wrong there. */
export function mark(line, wrong) {
  [here, faults] = [line, wrong];
  paint();
}

function paint() {
  const words = text();
  lines = 1;
  for (let at = words.indexOf('\n'); at >= 0; at = words.indexOf('\n', at + 1)) lines += 1;
  $('text').toggleAttribute('aria-invalid', false);
  if (faults.some(one => one.unread)) $('text').setAttribute('aria-invalid', 'true');
  const shown = faults.length ? words.split('\n') : [];
  marks.replaceChildren();
  if (here) marks.append(at(here, el('span', 'here')));
  for (const one of faults) if (one.line) marks.append(at(one.line, struck(shown, one)));
  follow();
}

function at(line, node) {
  node.style.top = `${ABOVE + (line - 1) * LINE}px`;
  return node;
}

function struck(shown, { line, column, length, message }) {
  const letters = [...shown[line - 1] ?? ''], from = column - 1, to = from + Math.max(1, length);
  const part = (a, b) => letters.slice(a, b).join('');
  return el('span', 'wrong', part(0, from), el('u', '', part(from, to) || ' '), part(to),
    el('span', 'message', `◂ ${message}`));
}

/** Numbers and marks stand where the text was scrolled to. */
function follow() {
  const { scrollTop, scrollLeft, clientHeight, clientWidth, scrollWidth } = $('text');
  const first = Math.max(1, Math.floor((scrollTop - ABOVE) / LINE));
  const last = Math.min(lines, first + Math.ceil(clientHeight / LINE) + 3);
  const column = [];
  for (let line = first; line <= last; line += 1) {
    const bad = faults.some(one => one.line === line);
    column.push(at(line, el('span', bad ? 'bad' : line === here ? 'here' : '', String(line))));
  }
  numbers.replaceChildren(...column);
  numbers.style.transform = `translateY(${-scrollTop}px)`;
  marks.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
  paper.classList.toggle('goes-on', scrollWidth - scrollLeft - clientWidth > 3);
}

/** Brings a line into view. */
export function seek(line) {
  const field = $('text'), top = ABOVE + (line - 1) * LINE;
  const inView = top >= field.scrollTop && top + 2 * LINE <= field.scrollTop + field.clientHeight;
  if (line && !inView) field.scrollTop = top - field.clientHeight / 3;
}

/** Selects a line. */
export function reveal(line) {
  const words = text(), before = words.split('\n').slice(0, line - 1).join('\n');
  const from = line > 1 ? before.length + 1 : 0, to = words.indexOf('\n', from);
  $('text').focus();
  $('text').setSelectionRange(from, to < 0 ? words.length : to);
  seek(line);
}

paper.addEventListener('input', event => {
  fresh = false;
  undone = event.inputType === 'historyUndo' && text() === placed;
  heard.typed?.();
});
paper.addEventListener('scroll', follow, true);
new ResizeObserver(follow).observe(paper);

paper.addEventListener('keydown', event => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  const back = key === 'z' && !event.shiftKey && (fresh || undone);
  const on = (key === 'y' || (key === 'z' && event.shiftKey)) && fresh;
  if (!back && !on) return;
  event.preventDefault();
  (back ? heard.undo : heard.redo)?.();
});
