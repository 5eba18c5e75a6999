import { expect, it } from 'vitest';
import { datedVersionOf } from '../../../../tests/support/versions.ts';
import type { DatedVersion } from './savedVersion.ts';
import { mergeVersions, missingVersions, newestThatFit } from './versionTable.ts';

const at = (time: number, text = `at ${time}`) => datedVersionOf(text, { time });
const times = (versions: readonly DatedVersion[]) => versions.map(({ time }) => time);

it('keeps the order of each merged history after a clock was set back', () => {
  expect(times(mergeVersions([at(1), at(4)], [at(2), at(3), at(9)]))).toEqual([1, 2, 3, 4, 9]);
  expect(times(mergeVersions([at(9), at(1), at(2)], [at(5)]))).toEqual([5, 9, 1, 2]);
  expect(times(mergeVersions([at(5)], [at(9), at(1)]))).toEqual([5, 9, 1]);
});

it('finds the versions that are missing by text and time, each once', () => {
  const missing = (here: DatedVersion[], file: DatedVersion[]) =>
    missingVersions(here, file, 100).map(({ time, text }) => `${time} ${text}`);
  expect(missing([at(1), at(2)], [at(1), at(2), at(3), at(3)])).toEqual(['3 at 3']);
  expect(missing([at(1, 'a')], [at(2, 'a'), at(1, 'b')])).toEqual(['2 a', '1 b']);
});

it('gives a missing version with a future date the current time', () => {
  const file = [at(99), at(101, 'soon'), at(9e14, 'never'), at(9e14, 'here')];
  const here = [at(1, 'here')];
  expect(missingVersions(here, file, 100)).toEqual([at(99), at(100, 'soon'), at(100, 'never')]);
  const stored = [at(100, 'soon'), at(100, 'never'), ...here];
  expect(missingVersions(stored, file, 200)).toEqual([at(99), at(101, 'soon')]);
});

it('skips versions that are too large for the free space, and keeps the newest others', () => {
  const versions = [at(1, 'ab'), at(2, 'much too large'), at(3, 'cd'), at(4, 'e')];
  const fitting = (count: number, characters: number) =>
    times(newestThatFit({ versions: count, characters }, versions));
  expect([fitting(9, 4), fitting(9, 5), fitting(2, 99)].join(' ')).toBe('3,4 1,3,4 3,4');
  expect(fitting(-1, 99)).toEqual([]);
});
