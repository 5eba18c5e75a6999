import { expect, it } from 'vitest';
import { hasAtMost } from './jsonSize.ts';

it('counts values with the objects and arrays that hold them', () => {
  const value = { a: [1, null], b: { c: 'text' } };
  expect([hasAtMost(6, value), hasAtMost(5, value)]).toEqual([true, false]);
  expect([hasAtMost(1, 'text'), hasAtMost(0, 'text')]).toEqual([true, false]);
});
