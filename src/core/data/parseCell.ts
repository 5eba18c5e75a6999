import { toHalf } from '#core/util/half.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { FLOAT_OF } from './cells.ts';
import type { Column, NumberFormat, ScalarType } from './columns.ts';
import { isFloat, SCALAR_BYTES, writeBits, writeNumber } from './scalars.ts';

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
