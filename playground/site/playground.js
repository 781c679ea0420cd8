// The playground: a text, and what the simulator says of it. What is shown is a function of the
// text and of a position; nothing here knows what a port does.

import { $, el, press, sentence } from './dom.js';
import * as editor from './editor.js';
import * as holds from './holds.js';
import { LONGEST, packed, unpacked } from './links.js';
import * as player from './player.js';
import { answerTo, forget } from './simulator.js';
import * as trail from './trail.js';
import * as whatif from './whatif.js';

const START = `title My first scenario

port P limit 1
thread A B

A: get P
B: get P
post P key=1  # who gets it?
expect B got key=1
`;
const FIRST_CAP = 20000, LONG_CAP = 200000;
const UNREAD = 'The scenario can not be read yet. The player still shows the one before.';

// What the simulator said last, with the text that it is about; the step that is shown.
let played = null, step = 0, cap = FIRST_CAP;
// A link that was followed stays in the address until the text or the step is another.
let changed = false;

// ── playing ─────────────────────────────────────────────────────────────────────────────────────
let asked = 0, fault = null;

async function play(position) {
  const mine = ++asked, text = editor.text();
  const looking = setTimeout(() => busy(true), 300);
  const answer = await answerTo({ play: { text, cap } });
  clearTimeout(looking);
  if (mine !== asked) return;
  busy(false);
  if (!answer || editor.text() !== text) return;
  if (answer.error?.late && played?.text === text) {
    cap = played.cap;
    notice(sentence(answer.error));
  } else if (answer.error) {
    cannot(answer.error);
  } else {
    await can({ ...answer, text, cap }, position);
  }
  document.body.dataset.state = fault ? 'fault' : 'played';
  if (changed) link();
}

/** On a phone the desk is below the player. */
const inView = id => $(id).scrollIntoView({ block: 'nearest' });

function busy(on) {
  $('looking').hidden = !on;
  $('desk').setAttribute('aria-busy', String(on));
}

async function can(answer, position) {
  played = answer;
  fault = null;
  $('fault').hidden = true;
  step = Math.min(position ?? step, played.steps);
  holds.show(played, { reveal: editor.reveal, walk: toEnd, open: () => choose($('tab-holds')),
    more: cap < LONG_CAP && { label: `Look at up to ${LONG_CAP} states`, act: lookLonger } });
  mark();
  offer();
  await player.show(played.page, step, moved);
}

function cannot(error) {
  fault = error;
  const { line, column } = error, why = line ? UNREAD : '';
  $('fault').hidden = false;
  $('fault').replaceChildren(sentence(error));
  if (line) $('fault').prepend(el('b', '', `Line ${line}, column ${column}: `));
  else inView('fault');
  whatif.none(why);
  holds.none(why);
  mark();
}

function mark() {
  const wrong = fault ? [{ ...fault, unread: true }] : holds.wrong(played);
  editor.mark(fault ? 0 : played.lines[step - 1] ?? 0, wrong);
}

function moved(n) {
  if (n === step) return;
  step = n;
  changed = true;
  link();
  if (!isPlayed()) return;
  mark();
  editor.seek(played.lines[step - 1]);
  offer();
}

const isPlayed = () => !fault && played?.text === editor.text();

function lookLonger() {
  cap = LONG_CAP;
  play();
}

/** Words about what was done, which stay until something else is done. */
function notice(...words) {
  $('notice').replaceChildren(...words);
  $('notice').hidden = !$('notice').textContent;
}

// ── from text to text ───────────────────────────────────────────────────────────────────────────
let typing;

function typed() {
  trail.typed(editor.text(), step);
  forget();
  another();
  fault = null;
  if (played) editor.mark(played.lines[step - 1] ?? 0, []);
  clearTimeout(typing);
  typing = setTimeout(() => play(), 250);
}

/** The text is another, and nothing of what was said is known to be true of it. */
function another() {
  changed = true;
  cap = FIRST_CAP;
  notice();
  const { path } = trail.now();
  $('trail').textContent = path.join(' › ');
  $('undo').setAttribute('aria-disabled', String(!trail.before()));
  $('redo').setAttribute('aria-disabled', String(!trail.behind()));
  $('undo').title = trail.before() ? `Undo: ${trail.now().does}` : '';
}

async function place(text, position) {
  clearTimeout(typing);
  forget();
  editor.place(text);
  another();
  await play(position);
  if (isPlayed()) editor.seek(played.lines[step - 1]);
}

function undo() {
  if (!trail.before()) return;
  const { text, step: was } = trail.goBack(step);
  place(text, was);
}

function redo() {
  if (!trail.behind()) return;
  const { text, step: was } = trail.goOn(step);
  place(text, was);
}

async function tidy() {
  const text = editor.text();
  const answer = await answerTo({ canonical: { text } });
  if (!answer || editor.text() !== text) return;
  if (answer.error) return cannot(answer.error);
  if (answer.text === text) return notice('It is tidy already.');
  trail.walk('tidied', answer.text, step);
  await place(answer.text, step);
}

/** Goes on with another order of the steps, which is played from its start. */
function toEnd(label, text) {
  trail.walk(label, text, step);
  place(text, 0);
  const lasts = /\nexpect .*\n*$/.test(text) ? 'The last line expects what was found. ' : '';
  notice(`This is one order of the steps, from its start. ${lasts}`
    + 'Undo brings the scenario with its group back.');
}

/** Goes on with another step; of two that are chosen at once the first makes the other stale. */
async function instead(event, { text, after }) {
  const answer = await answerTo({ branch: { text, after, steps: event, cap: played.cap } });
  if (!answer || editor.text() !== text) return;
  if (answer.error) return whatif.wrong(sentence(answer.error));
  const said = whatif.changes(text, answer.text, after, played.steps);
  whatif.taken();
  trail.walk(`after ${after}: ${event}`, answer.text, step);
  const done = place(answer.text, after + 1);
  notice(`After step ${after} comes “${event}”. ${said}`);
  await done;
}

async function offer() {
  const { text, cap } = played, after = step;
  const answer = await answerTo({ choices: { text, after, cap } });
  if (!answer || !isPlayed() || played.text !== text || step !== after) return;
  if (answer.error) whatif.none(sentence(answer.error));
  else whatif.show(answer, { text, after }, instead);
}

// ── links ───────────────────────────────────────────────────────────────────────────────────────
let linked = location.hash, linking, tooLong = false;

function link() {
  clearTimeout(linking);
  linking = setTimeout(writeLink, 60);
}

/** Writes text and step into the address, and returns how long that is. */
async function writeLink() {
  clearTimeout(linking);
  const text = editor.text(), at = step, fragment = `#s=${await packed(text)}&step=${at}`;
  if (text !== editor.text() || at !== step) return fragment.length;
  tooLong = fragment.length > LONGEST;
  linked = tooLong ? '' : fragment;
  history.replaceState(null, '', linked || location.pathname);
  return fragment.length;
}

async function share() {
  const length = await writeLink();
  if (tooLong) {
    const size = `${Math.ceil(length / 1000)} kB`;
    notice(`A link to this scenario would be ${size} long, and many programs cut such links. `,
      press('Save as file', save));
    return;
  }
  let says = 'Copied';
  try {
    await navigator.clipboard.writeText(location.href);
  } catch {
    says = 'It is in the address bar';
  }
  $('share').textContent = $('live').textContent = says;
  setTimeout(() => { $('share').textContent = 'Copy a link'; }, 2000);
}

function save() {
  const file = el('a');
  file.href = URL.createObjectURL(new Blob([editor.text()], { type: 'text/plain' }));
  file.download = 'my.scenario';
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 60000);
}

/** What the address says: a text, and where to stand in it. */
async function addressed(words) {
  if (words.has('s')) {
    return unpacked(words.get('s')).then(text => ({ text }),
      () => ({ damage: 'This link is damaged: there is no scenario in it.' }));
  }
  const name = words.get('lesson');
  if (name === null) return {};
  const known = await lessons, text = known.get(name)?.text;
  // Without the simulator none is known, and that is said anyway.
  if (!known.size) return {};
  return text ? { text } : { damage: `There is no lesson that is called “${name}”.` };
}

async function enter() {
  linked = location.hash;
  const words = new URLSearchParams(linked.slice(1));
  const { text, damage = '' } = await addressed(words), first = !trail.now();
  if (first) trail.begin(text ?? START);
  else if (text) trail.walk('a link', text, step, true);
  if (first || text) {
    place(trail.now().text, text ? Number.parseInt(words.get('step'), 10) || 0 : 0);
  }
  changed = false;
  notice(damage);
  if (damage) inView('notice');
}

// ── the start ───────────────────────────────────────────────────────────────────────────────────
const lessons = answerTo('lessons').then(({ lessons = [] }) => {
  for (const { name, title } of lessons) {
    const option = el('option', '', title);
    option.value = name;
    $('lesson').append(option);
  }
  return new Map(lessons.map(one => [one.name, one]));
});

$('lesson').onchange = async () => {
  const { name, text } = (await lessons).get($('lesson').value);
  $('lesson').value = '';
  trail.walk(`lesson ${name}`, text, step, true);
  place(text, 0);
};
$('undo').onclick = undo;
$('redo').onclick = redo;
$('tidy').onclick = tidy;
$('share').onclick = share;
editor.listen({ typed, undo, redo });

const tabs = [...document.querySelectorAll('[role=tab]')];

function choose(tab) {
  for (const other of tabs) {
    other.setAttribute('aria-selected', String(other === tab));
    other.tabIndex = other === tab ? 0 : -1;
    $(other.getAttribute('aria-controls')).hidden = other !== tab;
  }
}

for (const tab of tabs) {
  tab.onclick = () => choose(tab);
  tab.onkeydown = event => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = tabs.find(one => one !== tab);
    choose(other);
    other.focus();
  };
}

addEventListener('hashchange', () => { if (location.hash !== linked) enter(); });
addEventListener('beforeunload', event => { if (tooLong) event.preventDefault(); });
await enter();
