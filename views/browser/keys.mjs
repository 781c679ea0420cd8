// A page with keys alone: each key does what the list of keys says, and the focus is never lost.

const part = (page, name) => page.locator(`[data-part=${name}]`);
const of = (page, name) => page.getAttribute('#player', `data-${name}`);

/** Goes to a step by its field. */
export const goTo = (page, step) => part(page, 'jump').evaluate((jump, n) => {
  jump.value = n;
  jump.dispatchEvent(new Event('change', { bubbles: true }));
}, step);

export async function useKeys(page, trace, address, fault) {
  const same = (what, is, should) => {
    if (is !== should) fault(`${what}: ${is}, not ${should}`);
  };
  await page.goto('about:blank');
  await page.goto(`${address}#step=0`);
  const last = trace.steps.length;
  await steps(page, last, same);
  await field(page, last, same);
  await chart(page, last, same);
  await wishes(page, same);
  await skip(page, address, last, same);
  await focus(page, last, same);
}

async function steps(page, last, same) {
  const at = async (key, should) => {
    await page.keyboard.press(key);
    same(key, await of(page, 'step'), String(Math.max(0, Math.min(last, should))));
  };
  await at('End', last);
  await at('ArrowLeft', last - 1);
  await at('Home', 0);
  await at('ArrowRight', 1);
  await part(page, 'list').focus();
  await at('ArrowDown', 2);
  await at('ArrowDown', 3);
  await at('ArrowUp', 2);
  await at('Home', 0);
  await page.keyboard.press('?');
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

/** The field of the step takes numbers, and says where one is. */
async function field(page, last, same) {
  await goTo(page, 1);
  const one = String(Math.min(1, last));
  for (const [words, should] of [['', one], ['5abc', one], ['-1', one], ['99999', String(last)],
    ['99999', String(last)], ['0', '0']]) {
    await goTo(page, words);
    same(`the field with ${words}`, await of(page, 'step'), should);
    same(`the field after ${words}`, await part(page, 'jump').inputValue(), should);
  }
}

/** A click in the chart goes to a step; a touch that goes on to scroll and other buttons do not. */
async function chart(page, last, same) {
  if (last > 40) return;
  const box = await part(page, 'rows').boundingBox(), y = box.y + 5;
  const left = await part(page, 'time').evaluate(time =>
    parseFloat(time.style.getPropertyValue('--left')));
  const x = box.x + left + (box.width - left) * (last + 0.5) / (last + 1);
  await part(page, 'rows').dispatchEvent('pointerdown', { clientX: x, clientY: y });
  await page.mouse.click(x, y, { button: 'right' });
  same('a touch of the chart', await of(page, 'step'), '0');
  await page.mouse.click(x, y);
  same('a click in the chart', await of(page, 'step'), String(last));
}

/** Keys of wishes, twice each, and digits that wish for nothing. */
async function wishes(page, same) {
  const pressed = name => part(page, name).getAttribute('aria-pressed');
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme ?? 'auto');
  const limits = await part(page, 'variants').locator('button').count();
  const shown = () => part(page, 'variants').locator('[aria-pressed=true]').allTextContents();
  await page.keyboard.press('Home');
  await page.keyboard.press('p');
  same('P', await pressed('predict'), 'true');
  await page.keyboard.press('p');
  same('P again', await pressed('predict'), 'false');
  for (const should of ['light', 'dark', 'auto']) {
    await page.keyboard.press('t');
    same('T', await theme(), should);
  }
  for (let n = 1; n <= limits && limits > 1; n += 1) {
    await page.keyboard.press('l');
    same('L', await of(page, 'variant'), String(n % limits));
  }
  await page.keyboard.press('2');
  same('a digit', await of(page, 'variant'), '0');
  await page.keyboard.press('c');
  same('C', await pressed('compare'), String(limits > 1));
  if (limits > 1) same('C', (await shown()).length, 2);
  await page.keyboard.press('c');
  same('C again', await pressed('compare'), 'false');
}

/** The first key leads to a button that leaves the step as it is. */
async function skip(page, address, last, same) {
  await page.goto('about:blank');
  await page.goto(`${address}#step=${Math.min(2, last)}`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const told = await page.evaluate(() => document.activeElement.dataset.part);
  same('the first Tab', told, 'told');
  same('after the skip', await of(page, 'step'), String(Math.min(2, last)));
  const order = [];
  for (let n = 0; n < 30 && order.at(-1) !== 'scrub'; n += 1) {
    await page.keyboard.press('Tab');
    order.push(await page.evaluate(() => document.activeElement.dataset.part ?? ''));
  }
  const bar = ['first', 'back', 'play', 'next', 'speed', 'jump', 'scrub'];
  same('the order of Tab', order.filter(name => bar.includes(name)).join(), bar.join());
}

/** What is drawn anew keeps the focus, and what is gone leaves it to what is told. */
async function focus(page, last, same) {
  const inside = () => page.evaluate(() =>
    document.getElementById('player').contains(document.activeElement));
  const focused = () => page.evaluate(() => document.activeElement.dataset.keep);
  await goTo(page, Math.max(0, last - 1));
  await part(page, 'next').focus();
  await page.keyboard.press('Enter');
  same('Step at the end', await page.evaluate(() => document.activeElement.dataset.part), 'next');
  same('Step at the end', await part(page, 'next').getAttribute('aria-disabled'), 'true');
  if (!last) return;
  await page.getByRole('button', { name: 'Again', exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  same('the focus after the end', await inside(), true);
  const places = await page.evaluate(() => {
    const { steps } = JSON.parse(document.getElementById('data').textContent).variants[0];
    return steps.map(({ w }, n) => w && steps[n + 1]?.w ? n + 1 : 0).filter(Boolean);
  });
  if (!places.length) return;
  await goTo(page, places[0]);
  await page.locator('[data-keep=evidence]').focus();
  await page.keyboard.press('ArrowRight');
  same('the focus after a step', await focused(), 'evidence');
}
