import { describe, expect, it } from 'vitest';
import { versionOf } from '../../../../tests/support/versions.ts';
import {
  byDays,
  describeSpace,
  firstDescriptiveLine,
  originOf,
  searchVersions,
} from './describeVersion.ts';
import type { SavedVersion } from './savedVersion.ts';

const NOW = new Date(2026, 2, 1, 9, 30);

function version(time: Date, text = '', uri = ''): SavedVersion {
  return versionOf(text, { id: time.getTime(), time: time.getTime(), uri });
}

describe('versions by day', () => {
  const daysOf = (...times: Date[]) => {
    const versions = times.map((time) => version(time));
    return byDays(versions, NOW, 'en-GB').map((day) => `${day.title}: ${day.versions.length}`);
  };

  it('are grouped under Today, Yesterday and dates', () => {
    const today = [new Date(2026, 2, 1, 9, 29), new Date(2026, 2, 1, 0, 0)];
    const before = [new Date(2026, 1, 28, 23, 59), new Date(2026, 1, 27, 12)];
    const days = daysOf(...today, ...before, new Date(2025, 2, 1, 9)).join(', ');
    expect(days).toBe('Today: 2, Yesterday: 1, 27 February 2026: 1, 1 March 2025: 1');
  });

  it('keep their order after the clock was set back', () => {
    const [before, after] = [new Date(2026, 1, 28, 8), new Date(2026, 1, 28, 7)];
    const days = daysOf(before, new Date(2030, 0, 1), after);
    expect(days).toEqual(['Yesterday: 1', '1 January 2030: 1', 'Yesterday: 1']);
  });
});

describe('the first descriptive line', () => {
  it.each([
    ['float x;', 'float x;'],
    ['\n\n   // A ring that breathes.\nfloat x;', 'A ring that breathes.'],
    ['/*\n * Waves\n */\nfloat x;', 'Waves'],
    ['/* Waves */\nfloat x;', 'Waves'],
    ['//////\n// ----\nfloat x;', 'float x;'],
    ['import playground;\nimport rendering;\n\nuniform float t;', 'uniform float t;'],
    ['[shader("compute")]\n[numthreads(8, 8, 1)]\nvoid main() {}', 'void main() {}'],
    ['import playground;', 'import playground;'],
    ['#define N 4', '#define N 4'],
    ['// Größe: 4', 'Größe: 4'],
    ['{\n}\n', '(empty)'],
    ['', '(empty)'],
  ])('of %j is %j', (text, line) => {
    expect(firstDescriptiveLine(text)).toBe(line);
  });
});

it('names the file that a source came from, except user.slang', () => {
  expect(originOf({ uri: 'https://a.test/x/demos/circle.slang' })).toBe('circle.slang');
  expect(originOf({ uri: 'https://a.test/my.slang?raw=1' })).toBe('my.slang');
  expect(originOf({ uri: 'https://a.test/demos/user.slang' })).toBeNull();
  expect(originOf({ uri: 'https://a.test/' })).toBeNull();
});

it('finds versions by name, files or origin, ignoring case', () => {
  const one = version(NOW, 'float Level;', 'https://a.test/demos/ocean.slang');
  const other = version(NOW, 'int x;', '');
  expect(searchVersions([one, other], ' LEVEL ')).toEqual([one]);
  expect(searchVersions([one, other], 'Ocean')).toEqual([one]);
  expect(searchVersions([one, other], ' ')).toEqual([one, other]);
  const named = { ...other, name: 'Before the Fog' };
  expect(searchVersions([one, named], 'the fog')).toEqual([named]);
  expect(searchVersions([one, other], 'nowhere')).toEqual([]);
  const project = { ...other, files: [{ path: 'lib/noise.slang', text: 'float Simplex();' }] };
  expect(searchVersions([one, project], 'simplex')).toEqual([project]);
  expect(searchVersions([one, project], 'lib/')).toEqual([project]);
});

it('describes the free space in versions and characters', () => {
  const versions = [version(NOW, 'x'.repeat(1_500_000)), version(NOW, 'y')];
  const space = (count: number, characters: number) =>
    describeSpace(versions, { versions: count, characters });
  const most = 'Space left: 398 of 400 versions, 15.3 of 16.8 million characters.';
  expect(space(400, 16 << 20)).toBe(most);
  expect(space(1, 1e6)).toBe('Space left: 0 of 1 versions, 0 of 1 million characters.');
});
