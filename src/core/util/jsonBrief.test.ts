import { expect, it } from 'vitest';
import { briefJson } from './jsonBrief.ts';
import { runAtOnce } from './slices.ts';

it('cuts long strings and keys and leaves everything else unchanged', () => {
  const long = 'x'.repeat(5000);
  const short = { a: [1, true, null, 'text'], b: { c: 'd' } };
  expect(runAtOnce(briefJson(short))).toEqual(short);
  expect(runAtOnce(briefJson({ [long]: [long] }))).toEqual({
    [`${'x'.repeat(1000)}…`]: [`${'x'.repeat(1000)}…`],
  });
});
