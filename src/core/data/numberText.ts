import { toHalf } from '#core/util/half.ts';
import type { ScalarType } from './columns.ts';
import { isFloat, SCALAR_BYTES } from './scalars.ts';

/**
 * The smallest normal magnitude; the digits that a text always keeps; the digits that always
 * suffice.
 */
const FLOATS = {
  float16: { smallest: 2 ** -14, kept: 3, needed: 5, round: toHalf },
  float32: { smallest: 2 ** -126, kept: 6, needed: 9, round: Math.fround },
} as const;

/** The shortest text that reads back as the same number of its type. Infinities are ∞ and −∞. */
export function decimalText(value: number | bigint, scalar: ScalarType): string {
  if (typeof value === 'bigint' || !isFloat(scalar)) return String(value);
  if (value === Number.POSITIVE_INFINITY) return '∞';
  if (value === Number.NEGATIVE_INFINITY) return '−∞';
  return floatText(value, scalar);
}

/** Like {@link decimalText}, for files: infinities are `Infinity` and `-Infinity`. */
export function plainText(value: number | bigint, scalar: ScalarType): string {
  return typeof value === 'number' ? floatText(value, scalar) : String(value);
}

function floatText(value: number, scalar: ScalarType): string {
  if (Object.is(value, -0)) return '-0';
  if (scalar !== 'float16' && scalar !== 'float32') return String(value);
  if (!Number.isFinite(value) || (Number.isInteger(value) && Math.abs(value) < 2 ** 24)) {
    return String(value);
  }
  const { smallest, kept, needed, round } = FLOATS[scalar];
  // Texts with this many digits always survive, so fewer digits never help, except for denormals.
  const fewest = Math.abs(value) < smallest ? 1 : kept;
  for (let digits = fewest; digits < needed; digits += 1) {
    const near = Number(value.toPrecision(digits));
    if (round(near) === value) return String(near);
  }
  return String(Number(value.toPrecision(needed)));
}

/** All digits, for the width of the type, such as `0x0000002a`. */
export function hexadecimalText(bits: bigint, scalar: ScalarType): string {
  return `0x${bits.toString(16).padStart(SCALAR_BYTES[scalar] * 2, '0')}`;
}
