/** Seeded pseudo-random numbers, so that every finding can be reproduced. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, limit). */
  below(limit: number): number;
  chance(probability: number): boolean;
  /** Throws if `values` is empty. */
  pick<Value>(values: readonly Value[]): Value;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick<Value>(values: readonly Value[]): Value {
      if (values.length === 0) throw new RangeError('There is nothing to pick from.');
      return values[below(values.length)] as Value;
    },
  };
}
