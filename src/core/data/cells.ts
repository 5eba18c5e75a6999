import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { Column, NumberFormat, ScalarType } from './columns.ts';
import { decimalText, hexadecimalText } from './numberText.ts';
import { isLong, readBits, readLong, readNumber, SCALAR_BYTES } from './scalars.ts';

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
export const FLOAT_OF: Partial<Record<ScalarType, 'float16' | 'float32' | 'float64'>> = {
  int16: 'float16',
  uint16: 'float16',
  int32: 'float32',
  uint32: 'float32',
  int64: 'float64',
  uint64: 'float64',
};
