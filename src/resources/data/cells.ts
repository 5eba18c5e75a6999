import { assertNever } from '#shared/assertNever.ts';
import type { Column, NumberFormat, ScalarType } from './columns.ts';
import { decimalText, hexadecimalText } from './numberText.ts';
import { isLong, readBits, readLong, readNumber, SCALAR_BYTES, writeNumber } from './scalars.ts';

/** A column's numbers in the order of its components. */
export type CellNumbers = readonly number[] | readonly bigint[];

/** The numbers of an element's column; `elementOffset` is where the element starts in the view. */
export function readCell(view: DataView, elementOffset: number, column: Column): CellNumbers {
  const start = elementOffset + column.offset;
  const { scalar, components } = column;
  return isLong(scalar)
    ? components.map((offset) => readLong(view, start + offset, scalar))
    : components.map((offset) => readNumber(view, start + offset, scalar));
}

/**
 * Numbers as the table shows them: those of a row are separated by `, `, rows of a matrix by `; `.
 * What it shows of numbers, {@link parseCell} reads.
 */
export function cellText(column: Column, numbers: CellNumbers, format: NumberFormat): string {
  return joined(
    column,
    numbers.map((value: number | bigint) => numberText(column, value, format)),
  );
}

/**
 * The same from the bytes: in hexadecimal it has the bits of NaNs, which numbers lose.
 */
export function textOfCell(
  view: DataView,
  elementOffset: number,
  column: Column,
  format: NumberFormat,
): string {
  if (format !== 'hexadecimal') {
    return cellText(column, readCell(view, elementOffset, column), format);
  }
  const { scalar, components } = column;
  const start = elementOffset + column.offset;
  const texts = components.map((offset) =>
    hexadecimalText(readBits(view, start + offset, SCALAR_BYTES[scalar]), scalar),
  );
  return joined(column, texts);
}

function joined({ shape: [rows, columns] }: Column, texts: readonly string[]): string {
  if (rows === 1) return texts.join(', ');
  return Array.from({ length: rows }, (_, row) =>
    texts.slice(row * columns, (row + 1) * columns).join(', '),
  ).join('; ');
}

function numberText(
  { scalar, cases }: Column,
  value: number | bigint,
  format: NumberFormat,
): string {
  switch (format) {
    case 'decimal':
      break;
    case 'hexadecimal':
      return hexadecimalText(bitsOf(value, scalar), scalar);
    case 'float': {
      const float = FLOAT_OF[scalar];
      if (!float || cases) break;
      return decimalText(reinterpreted(value, scalar, float), float);
    }
    default:
      return assertNever(format);
  }
  if (scalar === 'bool') return value === 0 ? 'false' : 'true';
  return cases?.[String(value)] ?? decimalText(value, scalar);
}

/** The floats that have as many bits as integers. */
export const FLOAT_OF: Partial<Record<ScalarType, 'float16' | 'float32' | 'float64'>> = {
  int16: 'float16',
  uint16: 'float16',
  int32: 'float32',
  uint32: 'float32',
  int64: 'float64',
  uint64: 'float64',
};

const scratch = new DataView(new ArrayBuffer(8));

function bitsOf(value: number | bigint, scalar: ScalarType): bigint {
  writeNumber(scratch, 0, scalar, value);
  return readBits(scratch, 0, SCALAR_BYTES[scalar]);
}

function reinterpreted(
  value: number | bigint,
  scalar: ScalarType,
  float: 'float16' | 'float32' | 'float64',
): number {
  writeNumber(scratch, 0, scalar, value);
  return readNumber(scratch, 0, float);
}
