import {
  arrayLayout,
  createStructLayout,
  type DataLayout,
  elementSize,
  type LayoutRule,
  layoutMatrix,
  layoutType,
  type MatrixOrder,
  type MatrixType,
  type MemoryLayout,
  STD430,
  scalarSize,
} from './memoryLayout.ts';
import {
  type ArrayType,
  bytesOf,
  type Parameter,
  type ReflectedType,
  type StructType,
} from './reflection.ts';

/**
 * Lays out a type by a rule; undefined if it holds more than plain data. A struct's fields without
 * bytes, such as textures in a separate slot, stay unchanged.
 *
 * @param from the rule of the type's current offsets, which reveal matrices stored by column
 */
export function layoutOf(
  type: ReflectedType,
  rule: LayoutRule,
  from: LayoutRule = rule,
  order: MatrixOrder = 'row',
): DataLayout | undefined {
  return layoutType(type, {
    rule,
    order,
    layoutStruct(struct) {
      const fields = createFieldsLayout(rule, from);
      return struct.fields.every(fields.add) ? fields.end(struct) : undefined;
    },
  });
}

/** Lays out a struct field by field, since a program may have 100,000 uniforms. */
export function createFieldsLayout(rule: LayoutRule, from: LayoutRule = rule) {
  const struct = createStructLayout(rule);
  const fields: Parameter[] = [];
  return {
    /** Returns whether the field is plain data or takes no bytes. */
    add(field: Parameter): boolean {
      const place = bytesOf(field);
      if (!place) {
        fields.push(field);
        return true;
      }
      const order = orderOf(field.type, place.size, from);
      const layout = layoutOf(field.type, rule, from, order);
      if (!layout) return false;
      const { size, type } = layout;
      const binding = { kind: 'uniform', offset: struct.add(layout), size } as const;
      const bindings = field.bindings.map((each) => (each.kind === 'uniform' ? binding : each));
      fields.push({ ...field, type, bindings });
      return true;
    },
    end(type: StructType): DataLayout {
      return { ...struct.end(), type: { ...type, fields } };
    },
  };
}

/** How a matrix is stored: its rows or its columns, each as a line of numbers. */
interface MatrixLines extends MemoryLayout {
  readonly order: MatrixOrder;
  readonly count: number;
  /** The bytes of a line's numbers, without padding. */
  readonly bytes: number;
  readonly stride: number;
}

/**
 * The lines of a matrix of this many bytes; undefined if the rule gives another size in both
 * orders.
 */
export function matrixLines(
  type: MatrixType,
  size: number,
  rule: LayoutRule,
): MatrixLines | undefined {
  const scalar = scalarSize(type.elementType, rule) ?? 0;
  const { rowCount, columnCount } = type;
  for (const order of ['row', 'column'] as const) {
    const layout = layoutMatrix(type, { rule, order });
    if (layout?.size !== size) continue;
    const [count, length] = order === 'row' ? [rowCount, columnCount] : [columnCount, rowCount];
    return { order, count, bytes: length * scalar, ...layout };
  }
  return undefined;
}

/** By row, the compiler's default, if both orders take the same bytes. */
function orderOf(type: ReflectedType, size: number, rule: LayoutRule): MatrixOrder {
  if (type.kind === 'matrix') return matrixLines(type, size, rule)?.order ?? 'row';
  if (type.kind !== 'array' || type.elementCount < 1) return 'row';
  const { elementCount, elementType, stride } = type;
  // The last element may lack the padding before the next one.
  return orderOf(elementType, size - stride * (elementCount - 1), rule);
}

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
