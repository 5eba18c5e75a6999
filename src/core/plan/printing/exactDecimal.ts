/** Decimal digits of a float as C prints them: of its exact value, halves rounded to even. */

/** No double has more decimal places, and none more significant digits, than these. */
const MOST_PLACES = 1074;
const MOST_DIGITS = 767;

/** The value with `places` digits after the point, such as `12.50`; with no point if 0. */
export function fixedDecimal(value: number, places: number): string {
  const computed = Math.min(places, MOST_PLACES);
  const digits = roundedShift(value, computed)
    .toString()
    .padStart(computed + 1, '0');
  const point = digits.length - computed;
  const fraction = digits.slice(point).padEnd(places, '0');
  return digits.slice(0, point) + (fraction === '' ? '' : `.${fraction}`);
}

export interface ScientificDecimal {
  /** One digit before the point and the requested number after it, without the point. */
  readonly digits: string;
  /** The power of ten of the first digit. */
  readonly exponent: number;
}

/** The value as d.ddd × 10^exponent with `places` digits after the point. */
export function scientificDecimal(value: number, places: number): ScientificDecimal {
  if (value === 0) return { digits: '0'.repeat(places + 1), exponent: 0 };
  const computed = Math.min(places, MOST_DIGITS);
  // The estimate may be off by one, and rounding up to the next power of ten changes it too.
  let exponent = Math.floor(Math.log10(value));
  let digits = roundedShift(value, computed - exponent).toString();
  while (digits.length !== computed + 1) {
    exponent += Math.sign(digits.length - computed - 1);
    digits = roundedShift(value, computed - exponent).toString();
  }
  return { digits: digits.padEnd(places + 1, '0'), exponent };
}

/** `value` × 10^`shift`, rounded to the nearest integer, halves to the even one. */
function roundedShift(value: number, shift: number): bigint {
  const { mantissa, exponent } = binaryParts(value);
  const numerator = (mantissa << BigInt(Math.max(exponent, 0))) * 10n ** BigInt(Math.max(shift, 0));
  const denominator = (10n ** BigInt(Math.max(-shift, 0))) << BigInt(Math.max(-exponent, 0));
  const quotient = numerator / denominator;
  const twiceRest = (numerator % denominator) * 2n;
  const roundsUp = twiceRest > denominator || (twiceRest === denominator && (quotient & 1n) === 1n);
  return roundsUp ? quotient + 1n : quotient;
}

const doubleBits = new DataView(new ArrayBuffer(8));

/** A finite value that is not negative as mantissa × 2^exponent (IEEE 754, binary64). */
function binaryParts(value: number): { mantissa: bigint; exponent: number } {
  doubleBits.setFloat64(0, value);
  const bits = doubleBits.getBigUint64(0);
  const biased = Number(bits >> 52n);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  if (biased === 0) return { mantissa: fraction, exponent: -1074 };
  return { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}
