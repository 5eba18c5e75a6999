import { expect, it } from 'vitest';
import { fewMarks } from './marks.ts';

it('keeps the marks of a letter up to the number that browsers can draw', () => {
  const marks = (count: number) => '\u0300'.repeat(count);
  expect(fewMarks(`x${marks(64)} y`)).toBe(`x${marks(64)} y`);
  expect(fewMarks(`x${marks(100_000)} y${marks(3)}`)).toBe(`x${marks(64)}… y${marks(3)}`);
});
