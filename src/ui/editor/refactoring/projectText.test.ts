import { expect, it } from 'vitest';
import { wordStarts } from './projectText.ts';

it('finds a name where it is a whole word', () => {
  expect(wordStarts('x + xx * (x).x // x_ é.xé', 'x')).toEqual([0, 10, 13]);
  expect(wordStarts('xx', 'x')).toEqual([]);
  expect(wordStarts('x', '')).toEqual([]);
});

it('finds a name of any length', () => {
  const name = 'a'.repeat(100_000);
  expect(wordStarts(`${name} b ${name}`, name)).toEqual([0, 100_003]);
});
