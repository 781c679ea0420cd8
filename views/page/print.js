// On paper: one picture a step, or the current step where there are many.

const MOST_PRINTED = 60;

function preparePrint(player) {
  const { stage, told, note, why, prints } = player.parts, variant = player.variant();
  const { step } = player.at, width = stage.offsetWidth, asking = player.asking;
  const all = variant.last <= MOST_PRINTED;
  player.asking = false;
  player.paper = true;
  const pages = [];
  for (let k = all ? 0 : step; k <= (all ? variant.last : step); k += 1) {
    player.at.step = k;
    player.drawStill();
    const picture = stage.cloneNode(true);
    picture.style.width = `${width}px`;
    picture.style.setProperty('zoom', String(Math.min(1, 680 / width)));
    const reason = el('div', 'reason',
      ...why.cloneNode(true).querySelectorAll('.rule:has(.rid), .because, .src'));
    pages.push(el('article', 'print-step', ...told.cloneNode(true).children,
      note.cloneNode(true), picture, reason));
  }
  const heading = el('div', 'print-head', el('h1', '', player.story.title),
    el('p', '', player.story.question || ''), el('p', '', all ? variant.name
      : `${variant.name}; step ${step} of ${variant.last}`));
  prints.replaceChildren(heading, ...pages);
  for (const node of prints.querySelectorAll('[data-part],[tabindex]')) {
    node.removeAttribute('data-part');
    node.removeAttribute('tabindex');
  }
  player.at.step = step;
  player.asking = asking;
  player.drawStill();
}

function endPrint(player) {
  player.paper = false;
  player.parts.prints.replaceChildren();
  player.drawStill();
}
