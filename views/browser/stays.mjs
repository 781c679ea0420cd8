// What keeps its place: the controls in one row, the picture between question and answer, and in
// sight what has the focus.

const MOST_TABS = 120, SPARE = 30;

export async function stays(page, address, fault) {
  const say = text => fault(`stays: ${text}`);
  await oneRow(page, address, say);
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, address, say);
  await inSight(page, address, say);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Opens a place as if for the first time. */
async function open(page, address, hash) {
  await page.goto('about:blank');
  await page.goto(`${address}#${hash}`);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise(done => setTimeout(done, 60));
  });
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
    if (!fixed && before != null && top < before - 60) fault(`${name} stands before what was before`);
    if (!fixed) before = top;
  }
}
