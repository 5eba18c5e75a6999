const FLOAT_STEPS = 2 ** 24;

/** 32-bit floats in [0, 1), which a seed and the resource's name decide: a mixed counter. */
export function createRandomFloats(seed: number, name: string): () => number {
  let state = seed;
  for (const character of name) state = mix(state ^ (character.codePointAt(0) ?? 0));
  return () => {
    state = (state + 0x9e3779b9) | 0;
    // As many steps as a float has below 1, so that no number is rounded up to it.
    return (mix(state) >>> 8) / FLOAT_STEPS;
  };
}

/** Spreads a 32-bit integer over all its bits. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
