import { expect, it } from 'vitest';
import { mergeVersions } from './mergeVersions.ts';
import type { DatedVersion } from './version.ts';

const at = (time: number, text = `at ${time}`): DatedVersion => ({
  time,
  text,
  uri: '',
  foreign: false,
  reason: 'pause',
});
const times = (versions: readonly DatedVersion[]) => versions.map(({ time }) => time);

it('puts the earlier first, wherever it comes from', () => {
  expect(times(mergeVersions([at(1), at(4)], [at(2), at(3), at(9)]))).toEqual([1, 2, 3, 4, 9]);
  expect(times(mergeVersions([], [at(2), at(3)]))).toEqual([2, 3]);
  expect(times(mergeVersions([at(2)], []))).toEqual([2]);
});

it('takes what both have once, and what the file has twice once', () => {
  const here = [at(1), at(2)];
  expect(mergeVersions(here, here)).toEqual(here);
  expect(times(mergeVersions(here, [at(3), at(3)]))).toEqual([1, 2, 3]);
});

it('keeps the same text of another time, and another text of the same time', () => {
  expect(times(mergeVersions([at(1, 'a')], [at(2, 'a')]))).toEqual([1, 2]);
  expect(mergeVersions([at(1, 'a')], [at(1, 'b')])).toHaveLength(2);
});

it('keeps the order of each, where a clock went backwards', () => {
  expect(times(mergeVersions([at(9), at(1), at(2)], [at(5)]))).toEqual([5, 9, 1, 2]);
  expect(times(mergeVersions([at(5)], [at(9), at(1)]))).toEqual([5, 9, 1]);
});
