// The playground: a text, and what the simulator says of it. What is shown is a function of the text
// and of a position; nothing here knows what a port does.

const $ = id => document.getElementById(id);
const el = (tag, className, text) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
};

// ── the simulator ──────────────────────────────────────────────────────────────────────────────
const PATIENCE = 20000;
const FIRST_CAP = 20000, LONG_CAP = 200000;
let worker, number = 0;
const open = new Map();

function begin() {
  worker = new Worker('worker.js', { type: 'module' });
  worker.onmessage = ({ data: { id, answer } }) => {
    open.get(id)?.(answer);
    open.delete(id);
  };
}

/// Asks the simulator. A question that takes too long is given up, and the simulator begun anew.
function ask(request) {
  const id = ++number;
  return new Promise(resolve => {
    const late = setTimeout(() => {
      worker.terminate();
      begin();
      for (const [other, done] of open) {
        open.delete(other);
        done({ error: { message: 'This took too long, and was given up. Are there many steps that race?' } });
      }
    }, PATIENCE);
    open.set(id, answer => { clearTimeout(late); resolve(answer); });
    worker.postMessage({ id, request });
  });
}

// ── what is shown: a trail of texts, the last of which is played, and a step of it ──────────────
const START = 'title  My first scenario\n\nport P limit 1\nthread A B\n\nA: get P\nB: get P\npost P key=1        # who gets it?\nexpect B got key=1\n';
let trail = [{ label: '', text: START }];
let played = null, step = 0, cap = FIRST_CAP, asked = 0;
const text = () => trail.at(-1).text;

async function play(position) {
  const mine = ++asked;
  const answer = await ask({ play: { text: text(), cap } });
  if (mine !== asked) return;
  document.body.dataset.state = answer.error ? 'fault' : 'played';
  if (answer.error) {
    showFault(answer.error);
  } else {
    played = answer;
    showFault(null);
    step = Math.min(position ?? step, answer.steps);
    await mount();
    showHolds();
    await showChoices();
  }
  paint();
  link();
}

async function mount() {
  const player = (await frame).iocpSim;
  player.show(JSON.parse(played.page), step, moved);
}

/// The frame, once the player in it can be used.
const frame = new Promise(resolve => {
  const look = () => {
    const inside = $('player').contentWindow;
    if (inside?.iocpSim) resolve(inside); else setTimeout(look, 20);
  };
  look();
});

function moved(n) {
  if (n === step) return;
  step = n;
  paint();
  link();
  showChoices();
}

// ── the editor ──────────────────────────────────────────────────────────────────────────────────
let fault = null;

function paint() {
  const lines = $('text').value.split('\n');
  const here = !fault && played ? played.lines[step - 1] : 0;
  const numbers = document.createDocumentFragment(), marks = document.createDocumentFragment();
  lines.forEach((line, index) => {
    const at = index + 1, bad = fault?.line === at;
    numbers.append(el('span', bad ? 'bad' : at === here ? 'here' : '', String(at)), '\n');
    const mark = el('span', at === here ? 'line here' : 'line');
    if (bad) {
      const letters = [...line], from = fault.column - 1, to = from + Math.max(1, fault.length);
      mark.append(letters.slice(0, from).join(''), el('u', '', letters.slice(from, to).join('') || ' '), letters.slice(to).join(''));
      mark.append(el('span', 'message', '◂ ' + fault.message));
    } else {
      mark.append(line || ' ');
    }
    marks.append(mark, '\n');
  });
  $('numbers').replaceChildren(numbers);
  $('marks').replaceChildren(marks);
  follow();
  $('trail').textContent = trail.slice(1).map(one => one.label).join(' › ');
  $('undo').disabled = trail.length < 2;
}

function follow() {
  $('numbers').scrollTop = $('marks').scrollTop = $('text').scrollTop;
  $('marks').scrollLeft = $('text').scrollLeft;
}

function showFault(error) {
  fault = error;
  const box = $('fault');
  box.hidden = !error;
  box.replaceChildren();
  $('text').toggleAttribute('aria-invalid', !!error);
  if (!error) return;
  if (error.line) box.append(el('b', '', `Line ${error.line}, column ${error.column}: `));
  box.append(error.message + (error.help ? `; ${error.help}` : '') + '.');
  $('whatif').replaceChildren(el('p', 'soft', 'The scenario can not be read yet. The player still shows the one before.'));
}

function show(position) {
  $('text').value = text();
  return play(position);
}

let typing;
$('text').oninput = () => {
  trail[trail.length - 1] = { ...trail.at(-1), text: $('text').value };
  cap = FIRST_CAP;
  clearTimeout(typing);
  typing = setTimeout(play, 250);
  fault = null;
  paint();
};
$('text').onscroll = follow;
$('undo').onclick = () => {
  const { from } = trail.pop();
  show(from);
};
$('tidy').onclick = async () => {
  const answer = await ask({ canonical: { text: text() } });
  if (answer.error) return showFault(answer.error);
  trail[trail.length - 1] = { ...trail.at(-1), text: answer.text };
  show();
};

/// Goes on with another text; `from` is where to come back to.
function walk(label, next, position) {
  trail.push({ label, text: next, from: step });
  cap = FIRST_CAP;
  return show(position);
}

// ── what if ─────────────────────────────────────────────────────────────────────────────────────
let offered = 0;

async function showChoices() {
  const mine = ++offered, after = step;
  const answer = await ask({ choices: { text: text(), after } });
  if (mine !== offered || answer.error) return;
  const panel = $('whatif');
  panel.replaceChildren(el('p', 'soft', after ? `Instead of what comes after step ${after}:` : 'Instead of what comes first:'));
  const groups = Map.groupBy ? Map.groupBy(answer.choices, one => one.about ?? 'outside') : groupBy(answer.choices);
  for (const [about, choices] of groups) {
    panel.append(el('h2', '', about));
    const row = el('div', 'choices');
    for (const { event } of choices) {
      const button = el('button', '', event.startsWith(about + ': ') ? event.slice(about.length + 2) : event);
      button.type = 'button';
      button.setAttribute('aria-label', `What if: ${event}`);
      button.onclick = () => choose(event);
      row.append(button);
    }
    panel.append(row);
  }
  if (!answer.all) panel.append(el('p', 'soft', 'There are others, too many to list.'));
  const form = el('form'), line = el('input'), go = el('button', '', 'Try');
  line.placeholder = 'or any step, such as  A: get P timeout 5ms';
  line.setAttribute('aria-label', 'Another step');
  form.onsubmit = event => { event.preventDefault(); if (line.value.trim()) choose(line.value); };
  form.append(line, go);
  const wrong = el('p', 'fails');
  wrong.setAttribute('role', 'alert');
  panel.append(form, wrong);
}

function groupBy(choices) {
  const groups = new Map();
  for (const one of choices) {
    const about = one.about ?? 'outside';
    groups.set(about, [...groups.get(about) ?? [], one]);
  }
  return groups;
}

async function choose(event) {
  const after = step;
  const answer = await ask({ branch: { text: text(), after, steps: event } });
  if (answer.error) {
    const { message, help } = answer.error;
    $('whatif').querySelector('.fails').textContent = message + (help ? `; ${help}` : '') + '.';
    return;
  }
  await walk(`after ${after}: ${event.trim()}`, answer.text, after + 1);
  $('live').textContent = `What if: ${event}. Undo goes back.`;
}

// ── what holds ──────────────────────────────────────────────────────────────────────────────────
function showHolds() {
  const { ends, states, complete, told, failures, tallies, stop, cut } = played;
  const panel = $('holds'), list = el('ul');
  panel.replaceChildren();
  const bad = failures.length + (stop ? 1 : 0);
  $('verdict').textContent = bad ? '✗' : complete ? '✓' : '…';
  $('verdict').className = bad ? 'fails' : 'holds';
  if (stop) list.append(item(false, stop.span, `can not happen: ${stop.why}`, stop.counterexample, 'the way to it'));
  for (const { span, after, found, of, counterexample } of failures) {
    const where = of ? `in ${of[0]} of ${of[1]} ends` : `after step ${after}`;
    list.append(item(false, span, `does not hold ${where}. Found: ${found}`, counterexample, 'a counterexample'));
  }
  const failed = new Set(failures.map(one => one.span.line));
  for (const { span, quantifier, held, ends, witness } of tallies) {
    if (failed.has(span.line)) continue;
    list.append(item(true, span, `${quantifier}: holds in ${held} of ${ends} ends`, witness, 'a witness'));
  }
  if (!bad) panel.append(el('p', 'holds', tallies.length ? '✓ All that is claimed holds.' : '✓ All that is expected holds.'));
  panel.append(list);
  if (ends > 1) panel.append(el('p', 'soft', `${ends} ends, ${states} states. Shown: ${told}.`));
  if (cut) panel.append(el('p', 'soft', 'The trace grew too large and is cut.'));
  if (!complete) {
    panel.append(el('p', 'fails', `Not every order was tried: ${states} states were seen.`));
    if (cap < LONG_CAP) {
      const more = el('button', '', `Look at up to ${LONG_CAP} states`);
      more.onclick = () => { cap = LONG_CAP; play(); };
      panel.append(more);
    }
  }
}

function item(holds, span, words, other, name) {
  const line = el('li'), place = el('button', '', `line ${span.line}`);
  place.onclick = () => reveal(span.line);
  line.append(el('span', holds ? 'holds' : 'fails', holds ? '✓ ' : '✗ '), place, ' ', words, ' ');
  if (other) {
    const button = el('button', '', `Walk to ${name}`);
    button.onclick = () => walk(name, other);
    line.append(button);
  }
  return line;
}

function reveal(line) {
  const before = text().split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  const end = text().indexOf('\n', before);
  $('text').focus();
  $('text').setSelectionRange(before, end < 0 ? text().length : end);
}

for (const tab of document.querySelectorAll('[role=tab]')) {
  tab.onclick = () => {
    for (const other of document.querySelectorAll('[role=tab]')) {
      other.setAttribute('aria-selected', String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
      $(other.getAttribute('aria-controls')).hidden = other !== tab;
    }
  };
  tab.onkeydown = event => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = [...document.querySelectorAll('[role=tab]')].find(one => one !== tab);
    other.click();
    other.focus();
  };
}

// ── links ───────────────────────────────────────────────────────────────────────────────────────
async function through(bytes, stream) {
  const out = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await out.arrayBuffer());
}

async function packed(words) {
  const bytes = await through(new TextEncoder().encode(words), new CompressionStream('deflate-raw'));
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unpacked(word) {
  const bytes = Uint8Array.from(atob(word.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

let linking = 0, linked = '';

async function link() {
  const mine = ++linking, fragment = `#s=${await packed(text())}&step=${step}`;
  if (mine !== linking) return;
  linked = fragment;
  history.replaceState(null, '', fragment);
}

$('share').onclick = async () => {
  await link();
  try {
    await navigator.clipboard.writeText(location.href);
    $('share').textContent = 'Copied';
  } catch {
    $('share').textContent = 'It is in the address bar';
  }
  $('live').textContent = $('share').textContent;
  setTimeout(() => { $('share').textContent = 'Copy a link'; }, 2000);
};

async function enter() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const lesson = fragment.get('lesson'), at = Number.parseInt(fragment.get('step'), 10) || 0;
  let start = { label: '', text: START };
  if (fragment.has('s')) {
    try {
      start = { label: '', text: await unpacked(fragment.get('s')) };
    } catch {
      showFault({ message: 'This link is damaged: there is no scenario in it' });
    }
  } else if (lesson && lessons.has(lesson)) {
    start = { label: '', text: lessons.get(lesson).text };
  }
  trail = [start];
  step = 0;
  await show(at);
}

addEventListener('hashchange', () => { if (location.hash !== linked) enter(); });

// ── the start ───────────────────────────────────────────────────────────────────────────────────
const lessons = new Map();
begin();
const known = await ask('lessons');
for (const one of known.lessons ?? []) {
  lessons.set(one.name, one);
  const option = el('option', '', `${one.name}: ${one.title}`);
  option.value = one.name;
  $('lesson').append(option);
}
$('lesson').onchange = () => {
  const one = lessons.get($('lesson').value);
  if (!one) return;
  trail.push({ label: one.name, text: one.text, from: step });
  $('lesson').value = '';
  show(0);
};
if (known.error) showFault(known.error); else await enter();
