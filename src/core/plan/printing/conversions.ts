import { assertNever } from '#core/util/assertNever.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';

/** The decimal digits of a float as C prints them: of its exact value, rounded half to even. */

/** No double has more decimal places or significant digits than these. */
const MOST_PLACES = 1074;
const MOST_DIGITS = 767;

/** The value with `places` digits after the point, such as `12.50`; no point if `places` is 0. */
function fixedDecimal(value: number, places: number): string {
  const computed = Math.min(places, MOST_PLACES);
  const digits = roundedShift(value, computed)
    .toString()
    .padStart(computed + 1, '0');
  const point = digits.length - computed;
  const fraction = digits.slice(point).padEnd(places, '0');
  return digits.slice(0, point) + (fraction === '' ? '' : `.${fraction}`);
}

interface ScientificDecimal {
  /** One digit before the point and the requested number after it, without the point. */
  readonly digits: string;
  /** The power of ten of the first digit. */
  readonly exponent: number;
}

function scientificDecimal(value: number, places: number): ScientificDecimal {
  if (value === 0) return { digits: '0'.repeat(places + 1), exponent: 0 };
  const computed = Math.min(places, MOST_DIGITS);
  // The estimate may be off by one, and rounding may reach the next power of ten.
  let exponent = Math.floor(Math.log10(value));
  let digits = roundedShift(value, computed - exponent).toString();
  while (digits.length !== computed + 1) {
    exponent += Math.sign(digits.length - computed - 1);
    digits = roundedShift(value, computed - exponent).toString();
  }
  return { digits: digits.padEnd(places + 1, '0'), exponent };
}

/** `value` × 10^`shift`, rounded to the nearest integer, half to even. */
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

/** A finite nonnegative value as mantissa × 2^exponent (IEEE 754, binary64). */
function binaryParts(value: number): { mantissa: bigint; exponent: number } {
  doubleBits.setFloat64(0, value);
  const bits = doubleBits.getBigUint64(0);
  const biased = Number(bits >> 52n);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  if (biased === 0) return { mantissa: fraction, exponent: -1074 };
  return { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}

export type PrintedKind = 'integer' | 'float' | 'text';

/** The part between the percent sign and the letter, with each `*` replaced by its value. */
export interface Style {
  /** `-`: pads on the right. */
  readonly left: boolean;
  /** `+`: signed conversions begin with a sign. */
  readonly plus: boolean;
  /** A space: signed conversions begin with a sign or a space. */
  readonly space: boolean;
  /** `#`: 0x, a leading 0, or always a decimal point. */
  readonly alternate: boolean;
  /** `0`: pads with zeros. */
  readonly zero: boolean;
  /** Minimum number of characters. */
  readonly width: number;
  /** Undefined if the format specifies none. */
  readonly precision: number | undefined;
}

interface ConversionRule {
  /** The kind of value that it formats; a number of the other kind is converted. */
  readonly takes: PrintedKind;
  readonly format: (style: Style, argument: NumberArgument) => string;
}

const SIGNED = whole({ radix: 10, isSigned: true });
const SHORTEST = float({ digits: shortest });

/** By their letters, in the order that messages list them. */
const CONVERSIONS: ReadonlyMap<string, ConversionRule> = new Map([
  ['d', SIGNED],
  ['i', SIGNED],
  ['u', whole({ radix: 10 })],
  ['f', float({ digits: fixed })],
  ['F', float({ digits: fixed, inCapitals: true })],
  ['e', float({ digits: scientific })],
  ['E', float({ digits: scientific, inCapitals: true })],
  ['g', SHORTEST],
  ['G', float({ digits: shortest, inCapitals: true })],
  ['x', whole({ radix: 16 })],
  ['X', whole({ radix: 16, inCapitals: true })],
  ['o', whole({ radix: 8 })],
  ['s', { takes: 'text', format: formatAsText }],
  ['c', { takes: 'integer', format: formatCharacter }],
]);

/** Text stays text, whatever kind the conversion expects. */
export function formatArgument(
  { format }: ConversionRule,
  style: Style,
  argument: PrintArgument,
): string {
  return argument.kind === 'text' ? formatText(style, argument.text) : format(style, argument);
}

interface Whole {
  readonly radix: 8 | 10 | 16;
  readonly isSigned?: true;
  readonly inCapitals?: true;
}

function whole(conversion: Whole): ConversionRule {
  const read = conversion.isSigned ? signedValue : unsignedValue;
  return {
    takes: 'integer',
    format(style, argument) {
      const value = read(argument);
      return typeof value === 'number' && !Number.isFinite(value)
        ? formatNotFinite(style, value)
        : formatInteger(conversion, style, value);
    },
  };
}

function formatInteger(
  { radix, isSigned, inCapitals }: Whole,
  style: Style,
  value: number | bigint,
): string {
  const { alternate, precision } = style;
  const isZero = Number(value) === 0;
  // Zero with a precision of zero has no digits.
  let digits = isZero && precision === 0 ? '' : magnitude(value).toString(radix);
  digits = digits.padStart(precision ?? 0, '0');
  if (alternate && radix === 8 && !digits.startsWith('0')) digits = `0${digits}`;
  const prefix = alternate && radix === 16 && !isZero ? '0x' : '';
  const sign = isSigned ? signOf(style, value < 0) : '';
  const text = pad(style, sign + prefix, digits, precision === undefined);
  return inCapitals ? text.toUpperCase() : text;
}

function magnitude(value: number | bigint): number | bigint {
  return value < 0 ? -value : value;
}

type Digits = (value: number, precision: number, keepsPoint: boolean) => string;

function float({
  digits,
  inCapitals,
}: {
  readonly digits: Digits;
  readonly inCapitals?: true;
}): ConversionRule {
  return {
    takes: 'float',
    format(style, argument) {
      const value = floatValue(argument);
      const text = Number.isFinite(value)
        ? formatFinite(style, value, digits)
        : formatNotFinite(style, value);
      return inCapitals ? text.toUpperCase() : text;
    },
  };
}

function formatFinite(style: Style, value: number, digits: Digits): string {
  const { alternate, precision = 6 } = style;
  const sign = signOf(style, value < 0 || Object.is(value, -0));
  return pad(style, sign, digits(Math.abs(value), precision, alternate), true);
}

/** NaN is `nan` without a sign, because GPUs may return either sign. */
function formatNotFinite(style: Style, value: number): string {
  return pad(style, signOf(style, value < 0), Number.isNaN(value) ? 'nan' : 'inf', false);
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

/** Appends the exponent with a sign and at least two digits. */
function withExponent(significand: string, exponent: number): string {
  const digits = String(Math.abs(exponent)).padStart(2, '0');
  return `${significand}e${exponent < 0 ? '-' : '+'}${digits}`;
}

/**
 * `%g`: like `%e` if its exponent would be less than −4 or at least the precision, otherwise like
 * `%f`. Drops the fraction's trailing zeros unless the `#` flag keeps them.
 */
function shortest(value: number, precision: number, keepsZeros: boolean): string {
  const significant = Math.max(precision, 1);
  const { digits, exponent } = scientificDecimal(value, significant - 1);
  const trimmed = (text: string) => (keepsZeros ? text : withoutZeros(text));
  if (exponent < -4 || exponent >= significant) {
    return withExponent(trimmed(withPoint(digits, keepsZeros)), exponent);
  }
  return trimmed(fixed(value, significant - 1 - exponent, keepsZeros));
}

/** Removes trailing zeros of a fraction, and a point at the end. */
function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/(?:\.|(?<![.0]))0+$/, '') : text;
}

function formatAsText(style: Style, argument: NumberArgument): string {
  const { format } = argument.kind === 'float' ? SHORTEST : SIGNED;
  return format({ ...style, precision: undefined }, argument);
}

/** C converts to `unsigned char`. Bytes above 127 are read as Latin-1. */
function formatCharacter(style: Style, argument: NumberArgument): string {
  const value = unsignedValue(argument);
  const code = typeof value === 'bigint' ? Number(value & 0xffn) : value & 0xff;
  return formatText({ ...style, precision: undefined }, String.fromCharCode(code));
}

/** Truncates text to the precision and pads it with spaces. Lengths are in characters. */
function formatText(style: Style, text: string): string {
  const { precision } = style;
  const cut = precision === undefined ? text : firstCharacters(text, precision);
  return pad(style, '', cut, false);
}

/** The first `count` characters. A character has at most two units, so the rest is not read. */
function firstCharacters(text: string, count: number): string {
  return [...text.slice(0, 2 * count)].slice(0, count).join('');
}

function signOf({ plus, space }: Style, negative: boolean): string {
  if (negative) return '-';
  return plus ? '+' : space ? ' ' : '';
}

/** Pads to the width: with spaces on the left or right, or with zeros after the prefix. */
function pad(
  { width, left, zero }: Style,
  prefix: string,
  body: string,
  zerosAllowed: boolean,
): string {
  if (left) return (prefix + body).padEnd(width);
  if (zero && zerosAllowed) return prefix + body.padStart(width - prefix.length, '0');
  return (prefix + body).padStart(width);
}

export type PrintArgument = { readonly kind: 'text'; readonly text: string } | NumberArgument;

type NumberArgument =
  /** 32 bits as an unsigned number; the conversion decides the sign. */
  | { readonly kind: 'integer'; readonly bits: number }
  /** 64 bits, as an unsigned number. */
  | { readonly kind: 'longInteger'; readonly bits: bigint }
  | { readonly kind: 'float'; readonly value: number };

/** The argument as `%d` reads it. Drops a float's fraction; NaN and infinity stay unchanged. */
function signedValue(argument: NumberArgument): number | bigint {
  switch (argument.kind) {
    case 'integer':
      return argument.bits | 0;
    case 'longInteger':
      return BigInt.asIntN(64, argument.bits);
    case 'float':
      return Number.isFinite(argument.value) ? BigInt(Math.trunc(argument.value)) : argument.value;
    default:
      return assertNever(argument);
  }
}

/** The argument as `%u` reads it. Drops a float's fraction; NaN and infinity stay unchanged. */
function unsignedValue(argument: NumberArgument): number | bigint {
  switch (argument.kind) {
    case 'integer':
    case 'longInteger':
      return argument.bits;
    case 'float': {
      const value = signedValue(argument);
      return typeof value === 'bigint' ? BigInt.asUintN(32, value) : value;
    }
    default:
      return assertNever(argument);
  }
}

export function floatValue(argument: NumberArgument): number {
  return argument.kind === 'float' ? argument.value : Number(signedValue(argument));
}

export type FormatPiece = { readonly kind: 'text'; readonly text: string } | Conversion;

/** A conversion specification such as `%-8.3f` (C17, 7.21.6.1). */
export interface Conversion extends Omit<Style, 'width' | 'precision'> {
  readonly kind: 'conversion';
  readonly specifier: string;
  readonly at: number;
  readonly rule: ConversionRule;
  /** `argument` if the format has `*`. */
  readonly width: number | 'argument';
  /** Undefined if the format specifies none; `argument` for `*`. */
  readonly precision: number | 'argument' | undefined;
}

/** The most characters that C guarantees for one conversion (C17, 7.21.6.1, point 15). */
export const WIDTH_LIMIT = 4095;

const SPECIFIER =
  /%(?<flags>[-+ #0]*)(?<width>\*|\d+)?(?:\.(?<precision>\*|\d*))?(?:hh|h|ll|l|L|j|z|t)?(?<type>[\s\S]?)/gu;

/**
 * Parses a format. Length modifiers are accepted and ignored, because each argument has its own
 * size. Fails with a message about the first unsupported specifier.
 *
 * @param limit the number of pieces after which parsing may stop
 */
export function parseFormat(
  format: string,
  limit = Number.POSITIVE_INFINITY,
): Result<readonly FormatPiece[]> {
  const pieces: FormatPiece[] = [];
  let end = 0;
  for (const match of format.matchAll(SPECIFIER)) {
    if (pieces.length > limit) return ok(pieces);
    if (match.index > end) pieces.push({ kind: 'text', text: format.slice(end, match.index) });
    end = match.index + match[0].length;
    const piece = readSpecifier(match[0], match.index, match.groups ?? {});
    if (!piece.ok) return piece;
    pieces.push(piece.value);
  }
  if (end < format.length) pieces.push({ kind: 'text', text: format.slice(end) });
  return ok(pieces);
}

function readSpecifier(
  specifier: string,
  at: number,
  groups: Readonly<Record<string, string | undefined>>,
): Result<FormatPiece> {
  const { flags = '', type = '' } = groups;
  if (type === '%') return ok({ kind: 'text', text: '%' });
  const rule = CONVERSIONS.get(type);
  if (!rule) {
    const letters = [...CONVERSIONS.keys()].join(' ');
    return unsupported(specifier, `use ${letters}, and %% for a percent sign`);
  }
  const width = readNumber(groups['width']) ?? 0;
  const precision = readNumber(groups['precision']);
  if ([width, precision].some((number) => typeof number === 'number' && number > WIDTH_LIMIT)) {
    return unsupported(specifier, `width and precision are at most ${WIDTH_LIMIT}`);
  }
  return ok({
    kind: 'conversion',
    specifier,
    at,
    rule,
    left: flags.includes('-'),
    plus: flags.includes('+'),
    space: flags.includes(' '),
    alternate: flags.includes('#'),
    zero: flags.includes('0'),
    width,
    precision,
  });
}

function unsupported(specifier: string, wayOut: string) {
  return fail(`Unsupported print specifier ${quoted(specifier)}: ${wayOut}.`);
}

/** As in C, a point without digits means 0. */
function readNumber(text: string | undefined): number | 'argument' | undefined {
  return text === '*' ? 'argument' : text === undefined ? undefined : Number(text);
}
