import { expect, it } from 'vitest';
import { lineDifference } from './projectDifference.ts';

const lines = (text: string) => text.split(' ').join('\n');
const between = (from: string, to: string) => lineDifference(lines(from), lines(to));

it('counts added and removed lines, respecting their order', () => {
  expect(between('a b c', 'a b c')).toEqual({ added: 0, removed: 0 });
  expect(between('a b c', 'a x b c')).toEqual({ added: 1, removed: 0 });
  expect(between('a b c', 'a c')).toEqual({ added: 0, removed: 1 });
  expect(between('a b c', 'a x c y')).toEqual({ added: 2, removed: 1 });
  expect(between('a b c d e', 'e d c b a')).toEqual({ added: 4, removed: 4 });
});

it('finds the shortest edit if the ends differ', () => {
  expect(between('x a b c y', 'u v a b c')).toEqual({ added: 2, removed: 2 });
  expect(between('a b c a b b a', 'c b a b a c')).toEqual({ added: 2, removed: 3 });
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
  expect(lineDifference(many('a'), `${many('b')}\na7\na8`)).toEqual({
    added: 20_000,
    removed: 19_998,
  });
  expect(performance.now() - start).toBeLessThan(5000);
});

it('agrees with the longest common subsequence of random lines', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % below;
  };
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
  if (one.length === 0 || other.length === 0) return 0;
  if (one[0] === other[0]) return 1 + commonLength(one.slice(1), other.slice(1));
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
