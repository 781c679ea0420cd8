// Two limits at once. The steps are those of the first trace; the other stands at the last of its
// steps that is not behind, and says where a step can not happen there.

/** The step of a variant at a step of the first trace. */
function aligned(variant, base) {
  if (!variant.of) return base;
  let low = 0, high = variant.of.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (variant.of[middle] <= base) low = middle + 1; else high = middle;
  }
  return low;
}

/** The step of the first trace that a step of a variant is. */
const baseOf = (variant, k) => variant.of ? (k > 0 ? variant.of[k - 1] : 0) : k;

/** Whether the step of the first trace happens in a variant. */
const happens = (variant, base) => !variant.of || base === 0
  || variant.of[aligned(variant, base) - 1] === base;

/** What the other limit makes of the step. */
function otherSays(player, variant) {
  const base = player.at.step;
  if (!base || player.asking) return el('span', 'other-says', '');
  if (variant.raw.cut && base > (variant.of.at(-1) || 0)) {
    return el('span', 'other-says not',
      `Under this limit the story is too large: it is told up to step ${variant.of.at(-1)}.`);
  }
  if (!happens(variant, base)) {
    return el('span', 'other-says not', `This step can not happen here: ${
      player.step().event} is left out.`);
  }
  const step = variant.steps[aligned(variant, base)];
  return el('span', 'other-says', ...rich(player, variant, step.says));
}

function setCompare(player, on) {
  const compare = on && player.story.variants.length > 1;
  if (compare && player.at.variant) {
    const from = player.variant();
    player.compared = from.place;
    player.at = { variant: 0, step: baseOf(from, player.at.step) };
  }
  player.wish.compare = compare;
  unask(player);
}

function setVariant(player, place) {
  const to = player.story.variants[place];
  if (!to || player.story.variants.length < 2) return;
  player.stop();
  if (player.wish.compare && place) player.compared = place;
  else {
    const base = baseOf(player.variant(), player.at.step);
    player.at = { variant: place, step: aligned(to, base) };
    player.wish.compare = false;
  }
  unask(player);
  player.shown = null;
  player.draw('still');
}
