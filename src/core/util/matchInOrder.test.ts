import { describe, expect, it } from 'vitest';
import { longestRising, pairsInOrder } from './matchInOrder.ts';

const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

/** The paired letters, with their positions. */
const matched = (left: string, right: string) =>
  pairsInOrder(letters(left), letters(right))
    .map((pair) => `${left[pair.left]}${pair.left}:${pair.right}`)
    .join(' ');

describe('pairsInOrder', () => {
  it('pairs all items of two equal sequences', () => {
    expect(matched('abc', 'abc')).toBe('a0:0 b1:1 c2:2');
  });

  it('finds the longest common subsequence', () => {
    expect(matched('xabyc', 'zacbwc')).toBe('a1:1 b2:3 c4:5');
    expect(matched('abcd', 'dabc')).toBe('a0:1 b1:2 c2:3');
  });

  it('pairs the first of repeated items first', () => {
    expect(matched('aab', 'ab')).toBe('a0:0 b2:1');
  });

  it('pairs nothing if nothing is equal', () => {
    expect(matched('abc', 'xyz')).toBe('');
    expect(matched('', 'xyz')).toBe('');
  });

  it('splits long sequences at items that each side has once', () => {
    const common = Array.from({ length: 6000 }, (_, index) => index);
    const left = common.flatMap((item) => [item, 10_000]);
    const right = common.flatMap((item) => (item % 3 === 0 ? [] : [20_000, item]));
    const pairs = pairsInOrder(left, right);
    expect(pairs).toHaveLength(4000);
    expect(pairs.every((pair) => left[pair.left] === right[pair.right])).toBe(true);
    expect(pairs.every((pair, index) => pair.right > (pairs[index - 1]?.right ?? -1))).toBe(true);
  });

  it('finishes quickly for long sequences without unique items', () => {
    const left = Array.from({ length: 20_000 }, (_, index) => index % 2);
    const right = Array.from({ length: 20_000 }, (_, index) => (index % 3 === 0 ? 1 : 2));
    expect(pairsInOrder(left, right).length).toBeLessThan(20_000);
  });
});

const rising = (...places: number[]) => longestRising(places, (place) => place);

it('keeps as many items as rise, in their order', () => {
  expect(rising(4, 1, 9, 2, 3, 8, 0)).toEqual([1, 2, 3, 8]);
  expect(rising(3, 2, 1)).toHaveLength(1);
  expect(rising()).toEqual([]);
});

it('keeps one of several items with the same position', () => {
  expect(rising(1, 1, 2, 2)).toEqual([1, 2]);
});

it('returns the items, not their positions', () => {
  const items = [{ at: 5 }, { at: 6 }, { at: 1 }];
  expect(longestRising(items, ({ at }) => at)).toEqual([{ at: 5 }, { at: 6 }]);
});
