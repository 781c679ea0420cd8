// The list of all steps. Only the rows in view exist, however long the trace is.

const ROW = 25;

function drawSteps(player) {
  const { list, steps } = player.parts, variant = player.variant();
  if (player.listed !== variant) {
    player.listed = variant;
    steps.style.height = `${(variant.last + 1) * ROW}px`;
    list.onscroll = () => fillSteps(player);
  }
  const y = player.at.step * ROW;
  if (list.scrollHeight > list.clientHeight) {
    list.scrollTop = Math.round((y - list.clientHeight / 2) / ROW) * ROW;
  }
  fillSteps(player);
}

function fillSteps(player) {
  const { list, steps } = player.parts, variant = player.variant();
  const height = list.clientHeight || 300, held = document.activeElement?.dataset?.go;
  const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 4);
  const last = Math.min(variant.last, Math.ceil((list.scrollTop + height) / ROW) + 4);
  const rows = [];
  for (let n = first; n <= last; n += 1) rows.push(stepRow(player, variant, n));
  steps.replaceChildren(...rows);
  if (held != null && !steps.contains(document.activeElement)) {
    (steps.querySelector(`[data-go="${held}"]`) || list).focus({ preventScroll: true });
  }
}

function stepRow(player, variant, n) {
  const step = variant.steps[n], row = el('li');
  row.style.top = `${n * ROW}px`;
  row.setAttribute('aria-setsize', variant.last + 1);
  row.setAttribute('aria-posinset', n + 1);
  // What comes would answer what is asked.
  const comes = player.wish.predict && n > player.at.step, refused = step.refused && !comes;
  const mark = refused ? '⊘' : step.hasAsk ? '?' : '';
  const button = press(n < player.at.step ? 'past' : '', null, () => player.go(n),
    el('span', '', String(n)), el('span', 'text', comes ? '…' : step.event),
    el('span', 'ask', mark));
  button.dataset.go = n;
  button.tabIndex = -1;
  if (refused) button.title = 'refused';
  else if (step.hasAsk) button.title = 'has a question';
  if (n === player.at.step) button.setAttribute('aria-current', 'step');
  row.append(button);
  return row;
}
