/** Returns whole numbers in [0, limit). */
export type Random = (limit: number) => number;

/** A linear congruential generator: the same seed gives the same numbers in every run. */
export function createRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
