import { readMonkeyInputs } from '../../fuzz/monkey/inputs.ts';
import { runMonkey } from '../../fuzz/monkey/monkey.ts';
import { expect, test } from '../support/site.ts';

test('whatever a person does, the text is theirs and the page goes on', async ({ page, site }) => {
  const { url } = await site.serve();
  // The same actions in every run; `npm run fuzz -- monkey` looks further.
  const slice = { seed: 20, seconds: 60, inputs: 30 };
  const { count, faults } = await runMonkey(page, url, await readMonkeyInputs(), slice);
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(3);
});
