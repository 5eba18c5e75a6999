import { partitionPoint, upperBound } from '#core/util/partitionPoint.ts';
import type { Sliced } from '#core/util/slices.ts';
import { type Activations, NONE } from './activations.ts';

/** Finds the steps of a site by binary search. */
export interface Occurrences {
  /** The activation's last step at a site, up to and including `step`; NONE if there is none. */
  last(site: number, activation: number, step: number): number;
  /** How many steps an activation has at a site, up to and including `step`. */
  count(site: number, activation: number, step: number): number;
  /** The activation's steps at a site, in order. */
  all(site: number, activation: number): Int32Array;
  /**
   * The last step at a site in any activation, up to and including `step`; NONE if there is none.
   */
  lastOfAny(site: number, step: number): number;
}

export function* createOccurrences(
  { siteOf, ofStep, functions }: Activations,
  siteCount: number,
): Sliced<Occurrences> {
  const inOrder = numbersUpTo(siteOf.length);
  const bySite = sortedBy(inOrder, siteOf, siteCount + 1);
  yield;
  const byActivation = sortedBy(inOrder, ofStep, functions.length).order;
  yield;
  // The sort is stable, so the result is ordered by site, then activation, then step.
  const { order, starts } = sortedBy(byActivation, siteOf, siteCount + 1);
  yield;

  /** Index in `order` after the site's last occurrence at or before this activation and step. */
  const upper = (site: number, activation: number, step: number): number =>
    partitionPoint(starts[site] ?? 0, starts[site + 1] ?? 0, (index) => {
      const found = order[index] ?? 0;
      const owner = ofStep[found] ?? 0;
      return owner < activation || (owner === activation && found <= step);
    });
  return {
    last(site, activation, step) {
      const index = upper(site, activation, step) - 1;
      if (index < (starts[site] ?? 0)) return NONE;
      const found = order[index] ?? NONE;
      return ofStep[found] === activation ? found : NONE;
    },
    count: (site, activation, step) =>
      upper(site, activation, step) - upper(site, activation, NONE),
    all: (site, activation) =>
      order.subarray(
        upper(site, activation, NONE),
        upper(site, activation, Number.POSITIVE_INFINITY),
      ),
    lastOfAny(site, step) {
      const start = bySite.starts[site] ?? 0;
      const index = upperBound(bySite.order, step, start, bySite.starts[site + 1] ?? 0) - 1;
      return index < start ? NONE : (bySite.order[index] ?? NONE);
    },
  };
}

/** 0 up to, but not including, the limit. */
function numbersUpTo(limit: number): Int32Array {
  const numbers = new Int32Array(limit);
  for (let number = 0; number < limit; number += 1) numbers[number] = number;
  return numbers;
}

export interface Sorted {
  /** Steps sorted by key; stable. */
  readonly order: Int32Array;
  /** By key: index in `order` of its first step, plus a final entry for the end. */
  readonly starts: Int32Array;
}

/** @param keys by step, each from 0 to `keyCount` - 1 */
export function sortedBy(steps: Int32Array, keys: Int32Array, keyCount: number): Sorted {
  const starts = new Int32Array(keyCount + 1);
  for (let index = 0; index < steps.length; index += 1) {
    const next = (keys[steps[index] ?? 0] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let key = 0; key < keyCount; key += 1) {
    starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
  }
  const free = starts.slice();
  const order = new Int32Array(steps.length);
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index] ?? 0;
    const key = keys[step] ?? 0;
    const at = free[key] ?? 0;
    order[at] = step;
    free[key] = at + 1;
  }
  return { order, starts };
}
