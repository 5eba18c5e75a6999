import { expect, it } from 'vitest';
import { fuzzBytes } from '../../fuzz/bytes.ts';
import { fuzzReflection } from '../../fuzz/reflection.ts';
import { fuzzSources } from '../../fuzz/sources.ts';

/** The same inputs in every run; `npm run fuzz` looks further. */
const SLICE = { seed: 9, seconds: 3 };

it.each([
  ['sources through the compiler', fuzzSources],
  ['reflection through the plan of a run', fuzzReflection],
  ['bytes through all that reads bytes', fuzzBytes],
])('random %s find no fault', async (_what, fuzz) => {
  const { count, faults } = await fuzz(SLICE);
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(3);
});
