// The playground as people use it: node playground.mjs ADDRESS [WORDS], where WORDS choose cases.

import { around } from './around.mjs';
import { checked, chrome } from './desk.mjs';
import { writing } from './writing.mjs';

const only = process.argv[3] ?? '';
const chosen = Object.entries({ ...writing, ...around }).filter(([name]) => name.includes(only));
let failed = 0;
for (const [name, run] of chosen) {
  let clock;
  const late = new Promise((_, fail) => {
    clock = setTimeout(() => fail(new Error('it took longer than a minute')), 60000);
  });
  try {
    await Promise.race([run(), late]);
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n        ${error.message.slice(0, 600)}`);
  }
  clearTimeout(clock);
}
await chrome.close();
const held = `${chosen.length - failed} of ${chosen.length} cases hold`;
console.log(`playground: ${held}, ${checked()} checks`);
process.exit(failed ? 1 : 0);
