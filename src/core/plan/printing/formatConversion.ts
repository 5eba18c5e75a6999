import { fixedDecimal, scientificDecimal } from './exactDecimal.ts';
import type { Conversion } from './formatPieces.ts';

/** A conversion whose `*` are replaced by the arguments' values. */
export interface ResolvedConversion extends Conversion {
  readonly width: number;
  readonly precision: number | undefined;
}

/** `d i u x X o`. The sign matters to `d` and `i` only: the others get values without one. */
export function formatInteger(conversion: ResolvedConversion, value: number | bigint): string {
  const { type, alternate, precision } = conversion;
  const radix = type === 'o' ? 8 : type === 'x' || type === 'X' ? 16 : 10;
  const isZero = Number(value) === 0;
  // Zero with a precision of zero has no digits.
  let digits = isZero && precision === 0 ? '' : magnitude(value).toString(radix);
  digits = digits.padStart(precision ?? 0, '0');
  if (alternate && radix === 8 && !digits.startsWith('0')) digits = `0${digits}`;
  const prefix = alternate && radix === 16 && !isZero ? '0x' : '';
  const signed = type === 'd' || type === 'i';
  const sign = signed ? signOf(conversion, value < 0) : '';
  const text = pad(conversion, sign + prefix, digits, precision === undefined);
  return type === 'X' ? text.toUpperCase() : text;
}

function magnitude(value: number | bigint): number | bigint {
  return value < 0 ? -value : value;
}

/** `f F e E g G`. A NaN is `nan`, without a sign, because GPUs return either sign. */
export function formatFloat(conversion: ResolvedConversion, value: number): string {
  const sign = signOf(conversion, value < 0 || Object.is(value, -0));
  const text = Number.isFinite(value)
    ? pad(conversion, sign, finiteDigits(conversion, Math.abs(value)), true)
    : pad(conversion, sign, Number.isNaN(value) ? 'nan' : 'inf', false);
  const { type } = conversion;
  return type === 'F' || type === 'E' || type === 'G' ? text.toUpperCase() : text;
}

function finiteDigits(conversion: ResolvedConversion, value: number): string {
  const { type, alternate, precision = 6 } = conversion;
  switch (type) {
    case 'e':
    case 'E':
      return scientific(value, precision, alternate);
    case 'g':
    case 'G':
      return shortest(value, Math.max(precision, 1), alternate);
    default:
      return fixed(value, precision, alternate);
  }
}

function fixed(value: number, places: number, keepsPoint: boolean): string {
  return fixedDecimal(value, places) + (keepsPoint && places === 0 ? '.' : '');
}

function scientific(value: number, places: number, keepsPoint: boolean): string {
  const { digits, exponent } = scientificDecimal(value, places);
  return withExponent(withPoint(digits, keepsPoint), exponent);
}

function withPoint(digits: string, keepsPoint: boolean): string {
  const fraction = digits.slice(1);
  return digits.slice(0, 1) + (keepsPoint || fraction !== '' ? `.${fraction}` : '');
}

/** The exponent has a sign and at least two digits. */
function withExponent(significand: string, exponent: number): string {
  const digits = String(Math.abs(exponent)).padStart(2, '0');
  return `${significand}e${exponent < 0 ? '-' : '+'}${digits}`;
}

/**
 * `%g`: as `%e` if its exponent would be under −4 or not under the precision, else as
 * `%f`, without trailing zeros of the fraction unless the `#` flag keeps them.
 */
function shortest(value: number, significant: number, keepsZeros: boolean): string {
  const { digits, exponent } = scientificDecimal(value, significant - 1);
  const trimmed = (text: string) => (keepsZeros ? text : withoutZeros(text));
  if (exponent < -4 || exponent >= significant) {
    return withExponent(trimmed(withPoint(digits, keepsZeros)), exponent);
  }
  return trimmed(fixed(value, significant - 1 - exponent, keepsZeros));
}

/** Removes trailing zeros of a fraction, and the point if nothing follows it. */
function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/(?:\.|(?<![.0]))0+$/, '') : text;
}

/** `s` and `c`: text, truncated to the precision and padded with spaces. Lengths are in characters. */
export function formatText(conversion: ResolvedConversion, text: string): string {
  const { precision } = conversion;
  const cut = precision === undefined ? text : firstCharacters(text, precision);
  return pad(conversion, '', cut, false);
}

/** A character has at most two units, so the rest of a long text does not matter. */
function firstCharacters(text: string, count: number): string {
  return [...text.slice(0, 2 * count)].slice(0, count).join('');
}

function signOf({ plus, space }: Conversion, negative: boolean): string {
  if (negative) return '-';
  return plus ? '+' : space ? ' ' : '';
}

/** Fills up to the width: with spaces on the left or right, or zeros between prefix and body. */
function pad(
  { width, left, zero }: ResolvedConversion,
  prefix: string,
  body: string,
  zerosAllowed: boolean,
): string {
  if (left) return (prefix + body).padEnd(width);
  if (zero && zerosAllowed) return prefix + body.padStart(width - prefix.length, '0');
  return (prefix + body).padStart(width);
}
