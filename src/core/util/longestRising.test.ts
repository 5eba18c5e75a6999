import { expect, it } from 'vitest';
import { longestRising } from './longestRising.ts';

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
