import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from './colors.ts';

describe('colours', () => {
  it('round to the nearest bytes within range', () => {
    expect(toHex([1, 0.5, 0])).toBe('#ff8000');
    expect(toHex([-1, 2, 0.001])).toBe('#00ff00');
  });

  it('round-trip for each byte', () => {
    for (let byte = 0; byte < 256; byte += 1) {
      const hex = `#${byte.toString(16).padStart(2, '0')}00ff`;
      expect(toHex(fromHex(hex) ?? [0, 0, 0])).toBe(hex);
    }
    expect(fromHex('#FF8000')).toEqual([1, 128 / 255, 0]);
  });

  it('need six hexadecimal digits', () => {
    expect(['red', '#fff', '#12345g', ''].map(fromHex)).toEqual([null, null, null, null]);
  });
});
