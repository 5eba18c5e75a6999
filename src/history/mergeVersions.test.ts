import { describe, expect, it } from 'vitest';
import { datedVersionOf } from '../../tests/support/versions.ts';
import { mergeVersions, missingVersions, newestThatFit, withPinsThatFit } from './mergeVersions.ts';
import type { DatedVersion } from './version.ts';

const at = (time: number, text = `at ${time}`) => datedVersionOf(text, { time });
const times = (versions: readonly DatedVersion[]) => versions.map(({ time }) => time);
const texts = (versions: readonly DatedVersion[]) => versions.map(({ text }) => text);

describe('two histories as one', () => {
  it('have the earlier first, wherever it comes from', () => {
    expect(times(mergeVersions([at(1), at(4)], [at(2), at(3), at(9)]))).toEqual([1, 2, 3, 4, 9]);
    expect(times(mergeVersions([], [at(2), at(3)]))).toEqual([2, 3]);
    expect(times(mergeVersions([at(2)], []))).toEqual([2]);
  });

  it('keep the order of each, where a clock went backwards', () => {
    expect(times(mergeVersions([at(9), at(1), at(2)], [at(5)]))).toEqual([5, 9, 1, 2]);
    expect(times(mergeVersions([at(5)], [at(9), at(1)]))).toEqual([5, 9, 1]);
  });
});

describe('what is missing here', () => {
  const missing = (here: DatedVersion[], imported: DatedVersion[]) =>
    missingVersions(here, imported, 100);

  it('is not what both have, and what the file has twice is missing once', () => {
    const here = [at(1), at(2)];
    expect(missing(here, here)).toEqual([]);
    expect(times(missing(here, [at(3), at(3)]))).toEqual([3]);
  });

  it('is the same text of another time, and another text of the same time', () => {
    expect(times(missing([at(1, 'a')], [at(2, 'a')]))).toEqual([2]);
    expect(missing([at(1, 'a')], [at(1, 'b')])).toHaveLength(1);
  });

  it('is of now if it is dated later, and then is missing only if its text is', () => {
    const file = [at(99), at(101, 'soon'), at(9e14, 'never'), at(9e14, 'here')];
    expect(missing([at(1, 'here')], file)).toEqual([at(99), at(100, 'soon'), at(100, 'never')]);
    expect(missingVersions([at(100, 'soon'), at(100, 'never'), at(1, 'here')], file, 200)).toEqual([
      at(99),
      at(101, 'soon'),
    ]);
  });
});

describe('the newest that fit', () => {
  it('are as many as there are places, in their order', () => {
    expect(times(newestThatFit({ versions: 2, characters: 99 }, [at(1), at(2), at(3)]))).toEqual([
      2, 3,
    ]);
    expect(newestThatFit({ versions: -1, characters: 99 }, [at(1)])).toEqual([]);
  });

  it('are as much as there is room for; one that is too large keeps no other out', () => {
    const versions = [at(1, 'ab'), at(2, 'much too large'), at(3, 'cd'), at(4, 'e')];
    expect(texts(newestThatFit({ versions: 9, characters: 4 }, versions))).toEqual(['cd', 'e']);
    expect(texts(newestThatFit({ versions: 9, characters: 5 }, versions))).toEqual([
      'ab',
      'cd',
      'e',
    ]);
  });
});

it('pins of a file count as far as there is room for them, the newest first', () => {
  const pinned = (time: number) => datedVersionOf(`at ${time}`, { time, pinned: true });
  const versions = [pinned(1), at(2), pinned(3), pinned(4)];
  const pins = withPinsThatFit({ versions: 2, characters: 99 }, versions);
  expect(pins.map((version) => version.pinned)).toEqual([false, false, true, true]);
  expect(times(pins)).toEqual([1, 2, 3, 4]);
});
