// What stays: the controls in one row, the picture between question and answer, in sight what has
// the focus, and in forced colours what tells states apart.

import { open } from './driver.mjs';

const MOST_TABS = 120, SPARE = 30;

export async function stays(page, address, fault) {
  const say = text => fault(`stays: ${text}`);
  await oneRow(page, address, say);
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, address, say);
  await inSight(page, address, say);
  await page.setViewportSize({ width: 1280, height: 800 });
  await forced(page, address, say);
}

/** Buttons and numbers share a row, and have room for wider letters; unless the story is long. */
async function oneRow(page, address, fault) {
  await open(page, address, 'step=1');
  const left = await page.evaluate(() => {
    const bar = document.querySelector('[data-part=bar]'), { children } = bar;
    if (Number(document.getElementById('player').dataset.last) > 99) return null;
    const widths = [...children].map(node => {
      node.style.width = 'max-content';
      const { width } = node.getBoundingClientRect();
      node.style.width = '';
      return width;
    });
    const gap = parseFloat(getComputedStyle(bar).columnGap);
    return bar.clientWidth - widths.reduce((sum, width) => sum + width + gap, -gap);
  });
  if (left != null && left < SPARE) fault(`the controls have ${left} px to spare, not ${SPARE}`);
}

/** The reader's paper and ink, though the theme is another; who moves and who is over is marked. */
async function forced(page, address, fault) {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' });
  await open(page, address, 'step=1&theme=light');
  const found = await page.evaluate(() => {
    const of = (selector, name) => {
      const node = document.querySelector(selector);
      return node ? getComputedStyle(node)[name] : null;
    };
    const jump = document.querySelector('[data-part=jump]');
    const root = document.getElementById('player');
    const marks = { on: [], over: [] };
    for (let n = 0; n <= Math.min(40, Number(root.dataset.last)); n += 1) {
      jump.value = n;
      jump.dispatchEvent(new Event('change', { bubbles: true }));
      marks.on.push(of('.device.on', 'borderTopWidth'));
      marks.over.push(of('.slots .used', 'backgroundImage'));
    }
    return { ink: of('.rows text', 'fill'), page: of('body', 'color'), ...marks,
      step: [of('.go.main', 'color'), of('.go.main', 'backgroundColor')] };
  });
  if (found.ink !== found.page) fault(`forced: the timeline is written in ${found.ink}`);
  if (found.step[0] === found.step[1]) fault(`forced: a button is ${found.step}`);
  if (found.on.some(width => width && width !== '3px')) fault(`forced: a device is ${found.on}`);
  if (found.over.includes('none')) fault('forced: who is over has no hatch');
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light', reducedMotion: 'reduce' });
}

/** On a phone the picture stands where it stood when the question was asked. */
async function picture(page, address, fault) {
  await open(page, address, 'step=0&predict');
  const question = await page.evaluate(() => JSON.parse(document.getElementById('data').textContent)
    .variants[0].steps.findIndex(({ q }) => q));
  if (question < 0) return;
  const top = () => page.locator('[data-part=stage]').evaluate(stage =>
    Math.round(stage.getBoundingClientRect().top + scrollY));
  await open(page, address, `step=${question}&predict`);
  const places = [await top()];
  for (const act of [() => page.keyboard.press('ArrowRight'),
    () => page.keyboard.press('ArrowRight'),
    () => page.locator('.choices button').first().click()]) {
    await act();
    places.push(await top());
  }
  if (new Set(places).size > 1) fault(`at a question the picture stands at ${places}`);
}

/** Whatever has the focus is not under the controls, and comes as it stands on the page. */
async function inSight(page, address, fault) {
  await open(page, address, 'step=1');
  for (let n = 0, before = null; n < MOST_TABS; n += 1) {
    await page.keyboard.press('Tab');
    const { name, under, top, fixed, end } = await page.evaluate(() => {
      const at = document.activeElement, bar = document.querySelector('[data-part=bar]');
      const box = at.getBoundingClientRect(), fixed = bar.contains(at) || at.matches('.skip');
      return { name: at.getAttribute('aria-label') ?? at.textContent.slice(0, 20), fixed,
        under: !fixed && at.offsetHeight < innerHeight / 2
          ? box.bottom - bar.getBoundingClientRect().top : 0,
        top: box.top + scrollY, end: at === document.body };
    });
    if (end) break;
    if (under > 1) fault(`${name} has the focus ${Math.round(under)} px under the controls`);
    const back = !fixed && before != null && top < before - 60;
    if (back) fault(`${name} comes after what is below it`);
    if (!fixed) before = top;
  }
}
