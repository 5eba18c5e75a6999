import { type ArrayType, bytesOf, type ReflectedType, type StructType } from './reflection.ts';

/** The size and alignment of a value in a storage buffer, in bytes. */
export interface MemoryLayout {
  readonly size: number;
  readonly alignment: number;
}

/**
 * Bytes from one element of a structured buffer to the next (specification, section 5, "Sizes"):
 * undefined if the type has no such size, like a resource or an array without a length.
 *
 * Where the specification's rule for structs (round up to the largest field's size) and WGSL's
 * (round up to the largest field's alignment) differ, with matrices, arrays and structs as fields,
 * WGSL's applies, because the shader uses it.
 */
export function elementSize(type: ReflectedType): number | undefined {
  const layout = memoryLayoutOf(type);
  return layout && layout.size > 0 ? roundUp(layout.size, layout.alignment) : undefined;
}

/** `value` rounded up to a multiple of `step`. */
export function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

/**
 * Size and alignment in a storage buffer (WGSL, "Alignment and size"; the compiler lays out
 * structured buffers in the same way). A vector of three is as large as one of four.
 */
export function memoryLayoutOf(type: ReflectedType): MemoryLayout | undefined {
  switch (type.kind) {
    case 'scalar': {
      const size = scalarSize(type.scalarType);
      return size === undefined ? undefined : { size, alignment: size };
    }
    case 'vector':
      return vectorLayout(type.elementType, type.elementCount);
    case 'matrix': {
      // An array of rows. Reflection does not have `column_major`; `ResourceType.stride` does.
      const row = vectorLayout(type.elementType, type.columnCount);
      return row && { size: row.size * type.rowCount, alignment: row.alignment };
    }
    case 'array': {
      const steps = stepsOf(type);
      if (!steps || type.elementCount < 1) return undefined;
      return { size: steps.stride * type.elementCount, alignment: steps.alignment };
    }
    case 'struct':
      return structLayout(type);
    default:
      return undefined;
  }
}

/** Bytes from one element of an array to the next; undefined if they have no size. */
export function strideOf(type: ArrayType): number | undefined {
  return stepsOf(type)?.stride;
}

function stepsOf({ stride, elementType }: ArrayType) {
  const element = memoryLayoutOf(elementType);
  if (!element) return undefined;
  const { size, alignment } = element;
  return { stride: stride || roundUp(size, alignment), alignment };
}

function vectorLayout(elementType: ReflectedType, count: number): MemoryLayout | undefined {
  const element = memoryLayoutOf(elementType);
  if (!element || count < 1) return undefined;
  const size = element.size * (count === 3 ? 4 : count);
  return { size, alignment: size };
}

/** Fields use the compiler's offsets; fields without bytes do not count. */
function structLayout({ fields }: StructType): MemoryLayout | undefined {
  let end = 0;
  let alignment = 1;
  for (const field of fields) {
    const place = bytesOf(field);
    if (!place) continue;
    const layout = memoryLayoutOf(field.type);
    if (!layout) return undefined;
    end = Math.max(end, place.offset + place.size);
    alignment = Math.max(alignment, layout.alignment);
  }
  return { size: roundUp(end, alignment), alignment };
}

/** A struct's fields that have bytes, with their places in it. */
export function dataFields({ fields }: StructType) {
  return fields.flatMap((field, index) => {
    const place = bytesOf(field);
    if (!place || place.size === 0) return [];
    // Fields of tuples have no names; Slang calls them _0, _1 and so on.
    const name = field.name === '' ? `_${index}` : field.name;
    return [{ name, field, offset: place.offset, size: place.size }];
  });
}

/** How a matrix is stored: its lines are rows or columns, and 16 bytes apart in uniform blocks. */
export interface MatrixStorage {
  readonly isByColumn: boolean;
  readonly isUniform: boolean;
}

/** The offsets of a matrix's numbers, by row whatever the storage is; a vector is one row. */
export function numberOffsets(
  [rows, columns]: readonly [rows: number, columns: number],
  bytes: number,
  { isByColumn, isUniform }: MatrixStorage = { isByColumn: false, isUniform: false },
): number[] {
  const inLine = isByColumn ? rows : columns;
  const padded = bytes * (inLine === 3 ? 4 : inLine);
  const line = isUniform ? roundUp(padded, 16) : padded;
  return Array.from({ length: rows * columns }, (_, index) => {
    const row = Math.floor(index / columns);
    const column = index % columns;
    return isByColumn ? column * line + row * bytes : row * line + column * bytes;
  });
}

/** Bytes of a scalar by its reflected name; a bool is as large as a uint unless a target differs. */
export function scalarSize(scalarType: string, boolSize = 4): number | undefined {
  if (scalarType === 'bool') return boolSize;
  const bits = /^(?:u?int|float)(8|16|32|64)$/.exec(scalarType)?.[1];
  return bits === undefined ? undefined : Number(bits) / 8;
}
