// The player, which plays in a frame what the simulator told. The frame may fail to load.

import { $ } from './dom.js';

const MISSING = 'The player could not be loaded: player.html is not there. '
  + 'Reload the page to try again.';
const UNFIT = 'The player can not play what the simulator tells: they are of different versions. '
  + 'Reload the page to get both anew.';

/** The player, once it can be used; nothing if it can not. */
const inside = new Promise(resolve => {
  const frame = $('player');
  frame.onload = () => {
    try {
      if (frame.contentWindow.location.href === 'about:blank') return;
      resolve(frame.contentWindow.iocpSim && frame.contentWindow);
    } catch {
      resolve();
    }
  };
  frame.src = 'player.html';
}).then(frame => {
  if (frame) haveTheme(frame.document.documentElement);
  return frame;
});

/** Plays a page's data from a step on. What is wrong is returned, in words. */
export async function show(page, step, moved) {
  const frame = await inside;
  let wrong = frame ? '' : MISSING;
  try {
    frame?.iocpSim.show(JSON.parse(page), step, moved);
  } catch (error) {
    const { message } = error;
    wrong = message.startsWith('unknown form') ? UNFIT : `The player stopped: ${message}.`;
  }
  $('player').hidden = !!wrong;
  $('unplayed').hidden = !wrong;
  $('unplayed').textContent = wrong;
}

/** Light or dark is chosen in the player, and holds for all of the page. */
function haveTheme(chosen) {
  const follow = () => {
    const { theme } = chosen.dataset, mine = document.documentElement.dataset;
    if (theme) mine.theme = theme; else delete mine.theme;
  };
  new MutationObserver(follow).observe(chosen, { attributeFilter: ['data-theme'] });
  follow();
}
