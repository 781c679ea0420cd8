// The texts in the order in which they came, and which of them is shown. None is ever dropped: who
// goes back and writes has what was written before behind him.

let entries = [], at = 0;

export const now = () => entries[at];
export const before = () => entries[at - 1];
export const behind = () => entries[at + 1];

export function begin(text) {
  entries = [{ text, path: [], step: 0 }];
  at = 0;
}

/** Goes on with a text that was made of the one before, or that has nothing to do with it. */
export function walk(label, text, step, apart = false) {
  add({ text, path: apart ? [label] : [...now().path, label], does: label }, step);
}

/** What was typed. Words typed one after another are one entry. */
export function typed(text, step) {
  if (text === now().text) return;
  if (now().typed && before()?.text === text) at -= 1;
  else if (behind()?.typed && behind().text === text) at += 1;
  else if (now().typed && !behind()) now().text = text;
  else add({ text, path: [], does: 'what you typed', typed: true }, step);
}

function add(entry, step) {
  now().step = step;
  if (behind()) entries.push({ ...now() });
  at = entries.push({ ...entry, step }) - 1;
}

export function goBack(step) {
  now().step = step;
  at -= 1;
  return now();
}

export function goOn(step) {
  now().step = step;
  at += 1;
  return now();
}
