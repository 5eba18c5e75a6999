import { expect, it } from 'vitest';
import { fewMarks } from './marks.ts';

it('a letter keeps its marks as long as a browser can draw them', () => {
  const marks = (count: number) => '\u0300'.repeat(count);
  expect(fewMarks(`x${marks(64)} y`)).toBe(`x${marks(64)} y`);
  expect(fewMarks(`x${marks(100_000)} y${marks(3)}`)).toBe(`x${marks(64)}… y${marks(3)}`);
});
