import { expect, it } from 'vitest';
import { commonDivisor } from './measureFrames.ts';

it('finds the step that divides all spans', () => {
  expect(
    [0, 131_072, 196_608, 0, 65_536 * 7].reduce((step, span) => commonDivisor(span, step), 0),
  ).toBe(65_536);
  expect(commonDivisor(12, 18)).toBe(6);
  expect(commonDivisor(1001, 65_536)).toBe(1);
});
