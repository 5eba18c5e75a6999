import type { ReflectedType, StructType } from './reflection.ts';

/** How a target places plain data in memory. `LAYOUT_RULES` has those that targets follow. */
export interface LayoutRule {
  /** @param scalar bytes of each number */
  vector(count: number, scalar: number): MemoryLayout;
  /** The offset of a field after `end` bytes of others. */
  offset(end: number, field: MemoryLayout): number;
  /** Bytes of a struct, or of an array's last element, with the padding after it. */
  padded(size: number, alignment: number): number;
  /** Arrays, structs and matrices align to a multiple of these bytes. */
  readonly line: number;
  /** Of a bool, in bytes. */
  readonly bool: number;
}

/** In bytes. */
export interface MemoryLayout {
  readonly size: number;
  readonly alignment: number;
}

/** `value` rounded up to a multiple of `step`. */
export function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

/** Of storage buffers and push constants in WGSL, SPIR-V and GLSL (WGSL, "Alignment and size"). */
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

/** Lays out a struct, field by field. */
export function createStructLayout(rule: LayoutRule) {
  let size = 0;
  let alignment = rule.line;
  return {
    /** Returns the offset of the field. */
    add(field: MemoryLayout): number {
      const offset = rule.offset(size, field);
      size = offset + field.size;
      alignment = Math.max(alignment, roundUp(field.alignment, rule.line));
      return offset;
    },
    /** The layout with the fields that were added. */
    end: (): MemoryLayout => ({ size: rule.padded(size, alignment), alignment }),
  };
}

export interface DataLayout extends MemoryLayout {
  /** The type with the offsets, sizes and strides of this layout. */
  readonly type: ReflectedType;
}

export interface Layouting {
  readonly rule: LayoutRule;
  readonly order: MatrixOrder;
  layoutStruct(type: StructType): DataLayout | undefined;
}

/** Lays out a type; undefined if it holds other than plain data. */
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

/** A matrix is an array of rows or columns; undefined if it is not of numbers. */
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

/** Bytes of a scalar; undefined for any other type. */
export function scalarSize(type: ReflectedType, { bool }: LayoutRule): number | undefined {
  if (type.kind !== 'scalar') return undefined;
  if (type.scalarType === 'bool') return bool;
  const bits = /^(?:u?int|float)(8|16|32|64)$/.exec(type.scalarType)?.[1];
  return bits === undefined ? undefined : Number(bits) / 8;
}
