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
  if (!player.at.step || player.asking) return el('span', 'other-says', '');
  const not = missing(player, variant);
  if (not) return el('span', 'other-says not', not);
  const step = variant.steps[player.stepOf(variant)];
  return el('span', 'other-says', ...rich(player, variant, step.says));
}

/** Why the other limit has no such step, if so. */
function missing(player, variant) {
  const base = player.at.step;
  if (variant.raw.cut && base > (variant.of.at(-1) || 0)) {
    return `Under this limit the story is too large: it is told up to step ${variant.of.at(-1)}.`;
  }
  return happens(variant, base) ? ''
    : `This step can not happen here: ${player.step().event} is left out.`;
}

/** The same for ears; a sentence that was just told is not told again. */
function otherTold(player) {
  const variant = player.other(), says = plain(variant.steps[player.stepOf(variant)].says);
  const same = says === plain(player.step().says);
  const words = missing(player, variant) || (same ? 'the same.' : says);
  return `Under ${variant.name}: ${words}`;
}

/** What is compared, in words. */
function comparedWords(player) {
  if (player.story.variants.length < 2) return 'There is no other limit.';
  const names = player.variantsShown().map(({ name }) => name);
  return player.wish.compare ? `Compare: ${names.join(' and ')}.` : 'Compare off.';
}

function limitTold(player) {
  if (player.wish.compare || player.story.variants.length < 2) return comparedWords(player);
  const { name } = player.variant();
  return `${name[0].toUpperCase()}${name.slice(1)}.`;
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
