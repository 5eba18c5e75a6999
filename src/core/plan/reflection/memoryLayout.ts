import { bytesOf, type ReflectedType, type StructType } from './reflection.ts';

/** How a target lays out plain data in memory. `LAYOUT_RULES` lists the targets' rules. */
export interface LayoutRule {
  /** @param scalar bytes per number */
  vector(count: number, scalar: number): MemoryLayout;
  /** The offset of a field that comes after `end` bytes. */
  offset(end: number, field: MemoryLayout): number;
  /** The size of a struct, or of an array's last element, with the padding after it. */
  padded(size: number, alignment: number): number;
  /** The minimum alignment of arrays, structs and matrices, in bytes. */
  readonly line: number;
  /** The size of a bool in bytes. */
  readonly bool: number;
}

/** In bytes. */
export interface MemoryLayout {
  readonly size: number;
  readonly alignment: number;
}

export function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

/**
 * The rule of storage buffers and push constants in WGSL, SPIR-V and GLSL (WGSL, "Alignment and
 * size").
 */
export const STD430: LayoutRule = {
  vector: (count, scalar) => ({
    size: count * scalar,
    alignment: (count === 3 ? 4 : count) * scalar,
  }),
  offset: (end, { alignment }) => roundUp(end, alignment),
  padded: roundUp,
  line: 1,
  bool: 4,
};

export function arrayLayout(count: number, element: MemoryLayout, rule: LayoutRule) {
  const alignment = roundUp(element.alignment, rule.line);
  const stride = roundUp(element.size, alignment);
  const size = stride * (count - 1) + rule.padded(element.size, alignment);
  return { size, alignment, stride };
}

export function createStructLayout(rule: LayoutRule) {
  let size = 0;
  let alignment = rule.line;
  return {
    add(field: MemoryLayout): number {
      const offset = rule.offset(size, field);
      size = offset + field.size;
      alignment = Math.max(alignment, roundUp(field.alignment, rule.line));
      return offset;
    },
    end: (): MemoryLayout => ({ size: rule.padded(size, alignment), alignment }),
  };
}

export interface DataLayout extends MemoryLayout {
  readonly type: ReflectedType;
}

interface Layouting {
  readonly rule: LayoutRule;
  readonly order: MatrixOrder;
  layoutStruct(type: StructType): DataLayout | undefined;
}

/** Lays out a type; undefined if it holds more than plain data. */
export function layoutType(type: ReflectedType, layouting: Layouting): DataLayout | undefined {
  const { rule } = layouting;
  switch (type.kind) {
    case 'scalar': {
      const size = scalarSize(type, rule);
      return size === undefined ? undefined : { size, alignment: size, type };
    }
    case 'vector': {
      const scalar = scalarSize(type.elementType, rule);
      if (scalar === undefined || type.elementCount < 1) return undefined;
      return { ...rule.vector(type.elementCount, scalar), type };
    }
    case 'matrix': {
      const layout = layoutMatrix(type, layouting);
      return layout && { ...layout, type };
    }
    case 'array': {
      const element = layoutType(type.elementType, layouting);
      if (!element || type.elementCount < 1) return undefined;
      const layout = arrayLayout(type.elementCount, element, rule);
      const placed = { ...type, stride: layout.stride, elementType: element.type };
      return { ...layout, type: placed };
    }
    case 'struct':
      return layouting.layoutStruct(type);
    default:
      return undefined;
  }
}

export type MatrixType = Extract<ReflectedType, { kind: 'matrix' }>;
export type MatrixOrder = 'row' | 'column';

/** Lays out a matrix as an array of rows or columns; undefined if its elements are not numbers. */
export function layoutMatrix(
  { rowCount, columnCount, elementType }: MatrixType,
  { rule, order }: Pick<Layouting, 'rule' | 'order'>,
) {
  const scalar = scalarSize(elementType, rule);
  if (scalar === undefined) return undefined;
  return order === 'row'
    ? arrayLayout(rowCount, rule.vector(columnCount, scalar), rule)
    : arrayLayout(columnCount, rule.vector(rowCount, scalar), rule);
}

/** The bytes of a scalar; undefined for other types. */
export function scalarSize(type: ReflectedType, { bool }: LayoutRule): number | undefined {
  if (type.kind !== 'scalar') return undefined;
  if (type.scalarType === 'bool') return bool;
  const bits = /^(?:u?int|float)(8|16|32|64)$/.exec(type.scalarType)?.[1];
  return bits === undefined ? undefined : Number(bits) / 8;
}

/**
 * Bytes from one element of a structured buffer to the next (specification, section 5, "Sizes").
 * Undefined if the type has no such size, as for a resource or an array without a length.
 *
 * The specification rounds a struct up to its largest field's size; WGSL, to its largest field's
 * alignment. The two differ for fields that are matrices, arrays or structs. This follows WGSL,
 * because the shader does.
 */
export function elementSize(type: ReflectedType): number | undefined {
  const layout = layoutType(type, ELEMENT);
  return layout && layout.size > 0 ? roundUp(layout.size, layout.alignment) : undefined;
}

/** Reflection omits `column_major`; `ResourceType.stride` accounts for it. */
const ELEMENT: Layouting = { rule: STD430, order: 'row', layoutStruct: asReflected };

/** Uses the compiler's offsets. Fields without bytes do not count. */
function asReflected(type: StructType): DataLayout | undefined {
  let end = 0;
  let alignment = 1;
  for (const field of type.fields) {
    const place = bytesOf(field);
    if (!place) continue;
    const layout = layoutType(field.type, ELEMENT);
    if (!layout) return undefined;
    end = Math.max(end, place.offset + place.size);
    alignment = Math.max(alignment, layout.alignment);
  }
  return { size: roundUp(end, alignment), alignment, type };
}
