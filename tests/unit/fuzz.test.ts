import { expect, it } from 'vitest';
import { fuzzBytes } from '../../fuzz/bytes.ts';
import { fuzzReflection } from '../../fuzz/reflection.ts';
import { fuzzSources } from '../../fuzz/sources.ts';
import { fuzzTexts } from '../../fuzz/texts.ts';

/** The same inputs in every run; `npm run fuzz` tries more. */
it.each([
  ['sources for the compiler', fuzzSources, 12],
  ['reflection for planRun', fuzzReflection, 600],
  ['bytes for all readers of untrusted bytes', fuzzBytes, 200],
  ['texts and calls from strangers', fuzzTexts, 300],
])('random %s reveal no fault', async (_what, fuzz, inputs) => {
  const { count, faults } = await fuzz({ seed: 9, seconds: 50, inputs });
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(3);
});
