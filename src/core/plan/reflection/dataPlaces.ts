import { elementSize } from './elementSize.ts';
import { arrayLayout, type LayoutRule, type MatrixOrder, STD430 } from './memoryLayout.ts';
import { type ArrayType, bytesOf, type StructType } from './reflection.ts';

/** The rule of uniform blocks in WGSL, SPIR-V and GLSL. */
export const STD140: LayoutRule = { ...STD430, line: 16 };

/** The fields of a struct that have bytes, with their offsets and sizes. */
export function dataFields({ fields }: StructType) {
  return fields.flatMap((field, index) => {
    const place = bytesOf(field);
    if (!place || place.size === 0) return [];
    // Fields of tuples have no names; Slang calls them _0, _1 and so on.
    const name = field.name === '' ? `_${index}` : field.name;
    return [{ name, field, offset: place.offset, size: place.size }];
  });
}

/** Bytes from one array element to the next; undefined if the elements have no size. */
export function strideOf({ stride, elementType }: ArrayType): number | undefined {
  const size = elementSize(elementType);
  return size && (stride || size);
}

/**
 * The offsets of a matrix's numbers, listed by row in either storage order. A vector is one row.
 */
export function numberOffsets(
  [rows, columns]: readonly [rows: number, columns: number],
  bytes: number,
  rule: LayoutRule = STD430,
  order: MatrixOrder = 'row',
): number[] {
  const [lines, inLine] = order === 'row' ? [rows, columns] : [columns, rows];
  const { stride } = arrayLayout(lines, rule.vector(inLine, bytes), rule);
  return Array.from({ length: rows * columns }, (_, index) => {
    const row = Math.floor(index / columns);
    const column = index % columns;
    return order === 'row' ? row * stride + column * bytes : column * stride + row * bytes;
  });
}
