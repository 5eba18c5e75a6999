import { assertNever } from '#core/util/assertNever.ts';
import { toHalf } from '#core/util/half.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { Column, NumberFormat, ScalarType } from './columns.ts';
import {
  isFloat,
  isLong,
  readBits,
  readLong,
  readNumber,
  SCALAR_BYTES,
  writeBits,
  writeNumber,
} from './scalars.ts';

/**
 * A column of an element as table text: numbers of a row are separated by `, `, rows of a matrix by
 * `; `. {@link parseCell} reads such text.
 *
 * @param elementOffset where the element starts in the view
 */
export function textOfCell(
  view: DataView,
  elementOffset: number,
  column: Column,
  format: NumberFormat,
): string {
  const start = elementOffset + column.offset;
  const texts = column.components.map((offset) => numberText(view, start + offset, column, format));
  return joined(column, texts);
}

function joined({ shape: [rows, columns] }: Column, texts: readonly string[]): string {
  if (rows === 1) return texts.join(', ');
  return Array.from({ length: rows }, (_, row) =>
    texts.slice(row * columns, (row + 1) * columns).join(', '),
  ).join('; ');
}

/** Reads the bytes, since numbers lose the bits of NaNs. */
function numberText(view: DataView, at: number, column: Column, format: NumberFormat): string {
  const { scalar, cases } = column;
  switch (format) {
    case 'decimal':
      return valueText(view, at, column);
    case 'hexadecimal':
      return hexadecimalText(readBits(view, at, SCALAR_BYTES[scalar]), scalar);
    case 'float': {
      const float = cases ? undefined : FLOAT_OF[scalar];
      return float ? decimalText(readNumber(view, at, float), float) : valueText(view, at, column);
    }
    default:
      return assertNever(format);
  }
}

function valueText(view: DataView, at: number, { scalar, cases }: Column): string {
  const value = isLong(scalar) ? readLong(view, at, scalar) : readNumber(view, at, scalar);
  if (scalar === 'bool') return value === 0 ? 'false' : 'true';
  return (cases && ownValue(cases, String(value))) ?? decimalText(value, scalar);
}

/** The float type with as many bits as an integer type. */
const FLOAT_OF: Partial<Record<ScalarType, 'float16' | 'float32' | 'float64'>> = {
  int16: 'float16',
  uint16: 'float16',
  int32: 'float32',
  uint32: 'float32',
  int64: 'float64',
  uint64: 'float64',
};

/**
 * Parses text such as `1, 0.5, NaN` to the bytes of an element's column, from the column's offset
 * on. Matrix rows end with `;`. Hexadecimal numbers are bits, even for floats.
 *
 * @param format in which the text was shown. In `float`, decimals in integer columns are stored as
 * the bits of floats.
 */
export function parseCell(
  column: Column,
  text: string,
  format: NumberFormat = 'decimal',
): Result<Uint8Array<ArrayBuffer>> {
  const parts = text.split(/[,;]/).map((part) => part.trim());
  const { components, typeName, scalar } = column;
  if (parts.length !== components.length) {
    const wanted = components.length === 1 ? 'one number' : `${components.length} numbers`;
    return fail(
      `${typeName} takes ${wanted}, not ${parts.length}.` +
        (components.length === 1 ? '' : ' Separate them by commas.'),
    );
  }
  const size = SCALAR_BYTES[scalar];
  const bytes = new Uint8Array(Math.max(...components) + size);
  const view = new DataView(bytes.buffer);
  for (const [index, part] of parts.entries()) {
    const number = parseNumber(column, part, format);
    if (!number.ok) return number;
    const offset = components[index] ?? 0;
    if (number.value.kind === 'bits') writeBits(view, offset, size, number.value.bits);
    else writeNumber(view, offset, number.value.scalar, number.value.value);
  }
  return ok(bytes);
}

type Parsed =
  | { readonly kind: 'bits'; readonly bits: bigint }
  | { readonly kind: 'number'; readonly scalar: ScalarType; readonly value: number | bigint };

function parseNumber(column: Column, text: string, format: NumberFormat): Result<Parsed> {
  const { scalar, cases } = column;
  if (/^0x[\da-f]+$/i.test(text)) return parseBits(text, scalar);
  const named = cases && Object.entries(cases).find(([, name]) => name === text)?.[0];
  if (named) return ok({ kind: 'number', scalar, value: BigInt(named) });
  if (scalar === 'bool') return parseBool(text);
  const float = format === 'float' && !cases ? FLOAT_OF[scalar] : undefined;
  if (float || isFloat(scalar)) return parseFloatText(text, float ?? scalar);
  return parseWhole(text, column);
}

function parseBits(text: string, scalar: ScalarType): Result<Parsed> {
  const bits = BigInt(text);
  const size = SCALAR_BYTES[scalar];
  if (bits >> BigInt(size * 8) === 0n) return ok({ kind: 'bits', bits });
  return fail(`${text} has more than ${size * 8} bits. Type at most ${size * 2} digits after 0x.`);
}

function parseBool(text: string): Result<Parsed> {
  if (!/^(?:true|false|0|1)$/.test(text)) {
    return fail(`${quoted(text)} is not a bool. Type true or false.`);
  }
  const value = text === 'true' || text === '1' ? 1 : 0;
  return ok({ kind: 'number', scalar: 'bool', value });
}

const SPECIAL: readonly (readonly [RegExp, number])[] = [
  [/^[+-]?nan$/i, Number.NaN],
  [/^\+?(?:∞|inf|infinity)$/i, Number.POSITIVE_INFINITY],
  [/^[-−](?:∞|inf|infinity)$/i, Number.NEGATIVE_INFINITY],
];

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function parseFloatText(text: string, scalar: ScalarType): Result<Parsed> {
  const special = SPECIAL.find(([pattern]) => pattern.test(text));
  if (special) return ok({ kind: 'number', scalar, value: special[1] });
  const plain = text.replace('−', '-');
  if (!DECIMAL.test(plain)) {
    return fail(`${quoted(text)} is not a number. Type one such as 0.5, 1e-3, NaN or -∞.`);
  }
  const value = Number(plain);
  const rounded =
    scalar === 'float16' ? toHalf(value) : scalar === 'float32' ? Math.fround(value) : value;
  if (!Number.isFinite(rounded)) {
    return fail(`${text} is too large for ${scalar}. Type ∞ if you want infinity.`);
  }
  return ok({ kind: 'number', scalar, value });
}

function parseWhole(text: string, { scalar, typeName, cases }: Column): Result<Parsed> {
  const plain = text.replace('−', '-');
  const [least, most] = rangeOf(scalar);
  const wanted = `Type a whole number from ${least} to ${most}`;
  if (!/^[+-]?\d+$/.test(plain)) {
    const names = cases ? ` or a case of ${typeName}` : '';
    return fail(`${quoted(text)} is not a whole number. ${wanted}${names}.`);
  }
  const value = BigInt(plain.replace('+', ''));
  if (value < least || value > most) return fail(`${text} does not fit. ${wanted}.`);
  return ok({ kind: 'number', scalar, value });
}

export function rangeOf(scalar: ScalarType): readonly [least: bigint, most: bigint] {
  const bits = BigInt(SCALAR_BYTES[scalar] * 8);
  return scalar.startsWith('int')
    ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n]
    : [0n, (1n << bits) - 1n];
}

function quoted(text: string): string {
  return `“${text}”`;
}

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
function hexadecimalText(bits: bigint, scalar: ScalarType): string {
  return `0x${bits.toString(16).padStart(SCALAR_BYTES[scalar] * 2, '0')}`;
}
