import { readMonkeyInputs } from '../../fuzz/monkey/inputs.ts';
import { playRound } from '../../fuzz/monkey/monkey.ts';
import { startTally } from '../../fuzz/report.ts';
import { expect, test } from '../support/site.ts';

test('the page keeps working after random user input', async ({ page, site }) => {
  const { url } = await site.serve();
  // The same seed in every run; `npm run monkey` tries others.
  const seed = 20;
  const tally = startTally('monkey', { seed, seconds: 60 });
  const inputs = await readMonkeyInputs();
  const round = { page, url, inputs, seed, steps: 200, replayed: null, onStep: () => {} };
  await playRound(round, tally);
  const { count, faults } = tally.report();
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(10);
});
