const FLOAT_STEPS = 2 ** 24;

/** 32-bit floats in [0, 1), determined by the seed and the resource's name: a mixed counter. */
export function createRandomFloats(seed: number, name: string): () => number {
  let state = seed;
  for (const character of name) state = mix(state ^ (character.codePointAt(0) ?? 0));
  return () => {
    state = (state + 0x9e3779b9) | 0;
    // A float has this many steps below 1, so no number is rounded up to 1.
    return (mix(state) >>> 8) / FLOAT_STEPS;
  };
}

/** Mixes all bits of a 32-bit integer. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
