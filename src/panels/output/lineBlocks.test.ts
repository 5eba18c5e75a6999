import { expect, it } from 'vitest';
import { lineBlocks } from './lineBlocks.ts';

it('cuts after each so many lines and loses nothing', () => {
  expect(lineBlocks('a\nb\nc\nd\ne', 2)).toEqual(['a\nb\n', 'c\nd\n', 'e']);
  expect(lineBlocks('a\nb\n', 2)).toEqual(['a\nb\n']);
  expect(lineBlocks('\n\n\n', 2)).toEqual(['\n\n', '\n']);
  expect(lineBlocks('one', 2)).toEqual(['one']);
  expect(lineBlocks('', 2)).toEqual([]);
});
