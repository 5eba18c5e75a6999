import { expect, it } from 'vitest';
import { createRandom } from '../../../../tests/support/random.ts';
import {
  assetDifferences,
  charactersOf,
  fileDifferences,
  lineDifference,
  lineDifferenceOf,
} from './projectDifference.ts';

const asset = (path: string, hash: string) => ({ path, type: 'image/png', size: 1, hash });
const FROM = {
  text: 'main',
  files: [
    { path: 'kept.slang', text: 'one' },
    { path: 'gone.slang', text: 'a\nb' },
  ],
  assets: [asset('old.png', '1'), asset('changed.png', '2'), asset('same.png', '3')],
};
const TO = {
  text: 'main\nmore',
  files: [
    { path: 'new.slang', text: 'c' },
    { path: 'kept.slang', text: 'one' },
  ],
  assets: [asset('new.png', '1'), asset('changed.png', '4'), asset('same.png', '3')],
};

it('lists the files that a version adds, changes and removes, the main file first', () => {
  const others = ['new.slang added', 'kept.slang same', 'gone.slang removed'];
  const found = fileDifferences(FROM, TO).map(({ path, kind }) => `${path} ${kind}`);
  expect(found).toEqual(['user.slang changed', ...others]);
});

it('counts the lines and characters of all files', () => {
  expect(lineDifferenceOf(FROM, TO)).toEqual({ added: 2, removed: 2 });
  expect(charactersOf(FROM)).toBe(10);
});

it('names the images and data that differ', () => {
  const differences = ['new.png (added)', 'changed.png (changed)', 'old.png (removed)'];
  expect(assetDifferences(FROM, TO)).toEqual(differences);
});

const lines = (text: string) => text.split(' ').join('\n');
const between = (from: string, to: string) => lineDifference(lines(from), lines(to));

it('counts added and removed lines, respecting their order', () => {
  expect(between('a b c', 'a x c y')).toEqual({ added: 2, removed: 1 });
  expect(between('a b c d e', 'e d c b a')).toEqual({ added: 4, removed: 4 });
});

it('treats an empty text as one empty line', () => {
  expect(lineDifference('', 'a')).toEqual({ added: 1, removed: 1 });
  expect(lineDifference('', 'a\n')).toEqual({ added: 1, removed: 0 });
});

it('counts large differences quickly', () => {
  const many = (prefix: string) =>
    Array.from({ length: 20_000 }, (_, index) => `${prefix}${index}`).join('\n');
  const start = performance.now();
  expect(lineDifference(many('a'), many('b'))).toEqual({ added: 20_000, removed: 20_000 });
  const two = `${many('b')}\na7\na8`;
  expect(lineDifference(many('a'), two)).toEqual({ added: 20_000, removed: 19_998 });
  expect(performance.now() - start).toBeLessThan(5000);
});

it('agrees with the longest common subsequence of random lines', () => {
  const random = createRandom(7);
  for (let round = 0; round < 300; round += 1) {
    const make = () => Array.from({ length: 1 + random(12) }, () => 'abcd'[random(4)] ?? '');
    const from = make();
    const to = make();
    const common = commonLength(from, to);
    expect(lineDifference(from.join('\n'), to.join('\n'))).toEqual({
      added: to.length - common,
      removed: from.length - common,
    });
  }
});

function commonLength(one: readonly string[], other: readonly string[]): number {
  let row: number[] = new Array(other.length + 1).fill(0);
  for (const line of one) {
    const next = [0];
    for (const [index, each] of other.entries()) {
      const best = Math.max(row[index + 1] ?? 0, next[index] ?? 0);
      next.push(line === each ? (row[index] ?? 0) + 1 : best);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
