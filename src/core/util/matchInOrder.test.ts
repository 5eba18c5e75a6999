import { describe, expect, it } from 'vitest';
import { fc } from '../../../tests/support/property.ts';
import { longestRising, type Pair, pairsInOrder } from './matchInOrder.ts';

type Items = readonly number[];

function expectPairs(left: Items, right: Items, pairs: readonly Pair[]): void {
  let before: Pair = { left: -1, right: -1 };
  for (const pair of pairs) {
    expect(pair.left).toBeGreaterThan(before.left);
    expect(pair.right).toBeGreaterThan(before.right);
    expect(left[pair.left]).toBe(right[pair.right] ?? Number.NaN);
    before = pair;
  }
}

function longestCommon(left: Items, right: Items): number {
  let lengths = right.map(() => 0);
  for (const item of left) {
    const before = lengths;
    lengths = [];
    for (const [at, other] of right.entries()) {
      const equal = item === other ? (before[at - 1] ?? 0) + 1 : 0;
      lengths.push(Math.max(equal, before[at] ?? 0, lengths[at - 1] ?? 0));
    }
  }
  return lengths.at(-1) ?? 0;
}

describe('pairsInOrder', () => {
  it('pairs equal items in order, and as many as possible in short sequences', () => {
    const items = fc.array(fc.nat(5), { maxLength: 40 });
    fc.assert(
      fc.property(items, items, (left, right) => {
        const pairs = pairsInOrder(left, right);
        expectPairs(left, right, pairs);
        expect(pairs).toHaveLength(longestCommon(left, right));
      }),
    );
  });

  it('pairs equal items in order in long sequences', () => {
    const items = fc.array(fc.nat(300), { minLength: 200, maxLength: 400 });
    fc.assert(
      fc.property(items, items, (left, right) => {
        expectPairs(left, right, pairsInOrder(left, right));
        expect(pairsInOrder(left, left)).toHaveLength(left.length);
      }),
      { numRuns: 30 },
    );
  });

  it('pairs the first of repeated items first', () => {
    expect(pairsInOrder([1, 1, 2], [1, 2])).toEqual([
      { left: 0, right: 0 },
      { left: 2, right: 1 },
    ]);
  });

  it('splits long sequences at items that each side has once', () => {
    const common = Array.from({ length: 6000 }, (_, index) => index);
    const left = common.flatMap((item) => [item, 10_000]);
    const right = common.flatMap((item) => (item % 3 === 0 ? [] : [20_000, item]));
    const pairs = pairsInOrder(left, right);
    expect(pairs).toHaveLength(4000);
    expectPairs(left, right, pairs);
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
