import { describe, expect, it } from 'vitest';
import { datedVersionOf } from '../../../../tests/support/versions.ts';
import type { DatedVersion } from './savedVersion.ts';
import { mergeVersions, missingVersions, newestThatFit, withPinsThatFit } from './versionTable.ts';

const at = (time: number, text = `at ${time}`) => datedVersionOf(text, { time });
const times = (versions: readonly DatedVersion[]) => versions.map(({ time }) => time);
const texts = (versions: readonly DatedVersion[]) => versions.map(({ text }) => text);

describe('two merged histories', () => {
  it('have earlier versions first', () => {
    expect(times(mergeVersions([at(1), at(4)], [at(2), at(3), at(9)]))).toEqual([1, 2, 3, 4, 9]);
    expect(times(mergeVersions([], [at(2), at(3)]))).toEqual([2, 3]);
    expect(times(mergeVersions([at(2)], []))).toEqual([2]);
  });

  it('keep their own order after a clock was set back', () => {
    expect(times(mergeVersions([at(9), at(1), at(2)], [at(5)]))).toEqual([5, 9, 1, 2]);
    expect(times(mergeVersions([at(5)], [at(9), at(1)]))).toEqual([5, 9, 1]);
  });
});

describe('a version in a file', () => {
  const missing = (here: DatedVersion[], imported: DatedVersion[]) =>
    missingVersions(here, imported, 100);

  it('is missing if the history lacks it, and counts once if the file has it twice', () => {
    const here = [at(1), at(2)];
    expect(missing(here, here)).toEqual([]);
    expect(times(missing(here, [at(3), at(3)]))).toEqual([3]);
  });

  it('is missing if its text or its time differs', () => {
    expect(times(missing([at(1, 'a')], [at(2, 'a')]))).toEqual([2]);
    expect(missing([at(1, 'a')], [at(1, 'b')])).toHaveLength(1);
  });

  it('with a future date gets the current time, and is missing only if its text is', () => {
    const file = [at(99), at(101, 'soon'), at(9e14, 'never'), at(9e14, 'here')];
    expect(missing([at(1, 'here')], file)).toEqual([at(99), at(100, 'soon'), at(100, 'never')]);
    expect(missingVersions([at(100, 'soon'), at(100, 'never'), at(1, 'here')], file, 200)).toEqual([
      at(99),
      at(101, 'soon'),
    ]);
  });
});

describe('the newest versions that fit', () => {
  it('fill the number of versions, in their order', () => {
    expect(times(newestThatFit({ versions: 2, characters: 99 }, [at(1), at(2), at(3)]))).toEqual([
      2, 3,
    ]);
    expect(newestThatFit({ versions: -1, characters: 99 }, [at(1)])).toEqual([]);
  });

  it('fill the number of characters, skipping versions that are too large', () => {
    const versions = [at(1, 'ab'), at(2, 'much too large'), at(3, 'cd'), at(4, 'e')];
    expect(texts(newestThatFit({ versions: 9, characters: 4 }, versions))).toEqual(['cd', 'e']);
    expect(texts(newestThatFit({ versions: 9, characters: 5 }, versions))).toEqual([
      'ab',
      'cd',
      'e',
    ]);
  });
});

it('keeps the newest pins of a file that fit', () => {
  const pinned = (time: number) => datedVersionOf(`at ${time}`, { time, pinned: true });
  const versions = [pinned(1), at(2), pinned(3), pinned(4)];
  const pins = withPinsThatFit({ versions: 2, characters: 99 }, versions);
  expect(pins.map((version) => version.pinned)).toEqual([false, false, true, true]);
  expect(times(pins)).toEqual([1, 2, 3, 4]);
});
