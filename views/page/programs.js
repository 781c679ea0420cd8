// The programs of the threads, each with the line that it began last. Equal programs stand once.

const AROUND = 2, WHOLE = 7;

/** Threads with the same steps run the same program. */
function programsOf(variant) {
  if (variant.programs) return variant.programs;
  const found = new Map();
  variant.raw.threads.forEach((thread, n) => {
    if (!thread.program.length) return;
    const key = thread.program.length > 400 ? `long ${n}` : thread.program.join('\n');
    if (!found.has(key)) found.set(key, { lines: thread.program, runs: [] });
    found.get(key).runs.push(n);
  });
  variant.programs = [...found.values()];
  return variant.programs;
}

function drawPrograms(player) {
  const variant = player.variant(), state = variant.state(player.at.step);
  const lanes = scene(state).threads, step = player.step();
  const at = thread => variant.raw.threads[thread].lines.indexOf(state.pc[thread]);
  const actor = variant.kind(step.event.split(': ')[0]);
  const mine = program => actor?.kind === 'thread' && program.runs.includes(actor.n);
  const all = programsOf(variant);
  const order = all.length > 6 ? [...all].sort((a, b) => mine(b) - mine(a)) : all;
  const boxes = order.slice(0, 6).map(program =>
    programBox(player, variant, program, { at, lanes, actor, whole: all.length <= 2 }));
  if (all.length > 6) boxes.push(el('p', 'rest', `and ${all.length - 6} other programs`));
  const { programs } = player.parts;
  programs.replaceChildren(all.length ? el('h2', '', 'Programs') : '', ...boxes);
  scrollable(programs, 'Programs');
  programs.dataset.pc = JSON.stringify(state.pc.slice(0, 64));
}

function programBox(player, variant, program, { at, lanes, actor, whole }) {
  const box = el('div', 'program'), { lines, runs } = program;
  const few = runs.length <= 2;
  const names = runs.slice(0, 6).map(n =>
    few ? threadChip(player, variant, n) : labelChip(variant, n));
  if (runs.length > 6) names.push(`and ${runs.length - 6} more`);
  box.append(el('h3', '', ...names));
  const current = new Map();
  for (const thread of runs) {
    const line = at(thread);
    if (line < 0) continue;
    if (!current.has(line)) current.set(line, []);
    current.get(line).push(thread);
  }
  const complete = lines.length <= (whole ? WHOLE * 2 : WHOLE) || player.paper;
  const focus = actor?.kind === 'thread' && runs.includes(actor.n) ? at(actor.n)
    : Math.max(-1, ...current.keys());
  const first = complete ? 0 : Math.max(0, Math.min(focus - AROUND, lines.length - 2 * AROUND - 1));
  const last = complete ? lines.length : Math.min(lines.length, first + 2 * AROUND + 1);
  const code = el('div', 'code');
  if (first > 0) code.append(el('div', 'ln gap-line', `⋮ ${plural(first, 'line')}`));
  // What comes would answer what is asked.
  const known = player.wish.predict ? Math.max(-1, ...current.keys()) : lines.length;
  for (let n = first; n < last; n += 1) {
    const text = n > known ? '…' : lines[n];
    code.append(programLine(player, variant, text, current.get(n) || [], lanes));
  }
  if (last < lines.length) {
    code.append(el('div', 'ln gap-line', `⋮ ${plural(lines.length - last, 'line')}`));
  }
  box.append(code);
  return box;
}

function programLine(player, variant, text, here, lanes) {
  const line = el('div', here.length ? 'ln cur' : 'ln', el('span', 'text', text));
  if (!here.length) return line;
  const chips = here.slice(0, 4).map(thread => {
    const chip = labelChip(variant, thread);
    chip.dataset.s = lanes.get(thread)?.lane || 'outside';
    chip.setAttribute('aria-hidden', 'true');
    return chip;
  });
  if (here.length > 4) chips.push(`+${here.length - 4}`);
  const names = here.slice(0, 8).map(thread => variant.threads[thread]).join(', ');
  chips.push(el('span', 'sr', ` ${names} ${here.length > 1 ? 'are' : 'is'} here`));
  line.append(el('span', 'pcs', ...chips));
  return line;
}
