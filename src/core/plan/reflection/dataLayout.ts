import { roundUp, scalarSize } from './elementSize.ts';
import {
  type ArrayType,
  bytesOf,
  type Parameter,
  type ReflectedType,
  type StructType,
} from './reflection.ts';

/**
 * How a target places plain data in memory:
 *
 * - `std140`: uniform blocks of WGSL, SPIR-V and GLSL. Arrays and structs align to 16 bytes.
 * - `std430`: their storage buffers and push constants.
 * - `scalar`: each number aligns to its own size; structured buffers of HLSL.
 * - `hlsl`: constant buffers of HLSL. No vector crosses a 16-byte line.
 * - `metal`: a vector of three is as large as one of four; a bool is a byte.
 * - `cuda`: a vector of three aligns to its component; a bool is a byte.
 */
export type LayoutRule = 'std140' | 'std430' | 'scalar' | 'hlsl' | 'metal' | 'cuda';

export interface DataLayout {
  /** In bytes. */
  readonly size: number;
  readonly alignment: number;
  /** The type with the offsets, sizes and strides of this layout. */
  readonly type: ReflectedType;
}

type MatrixType = Extract<ReflectedType, { kind: 'matrix' }>;
type MatrixOrder = 'row' | 'column';

/** Constant buffers consist of lines of this many bytes. */
const LINE = 16;

/**
 * Lays out a type by a rule; undefined if it holds other than plain data. A struct's fields without
 * bytes, such as textures in a separate slot, stay as they are.
 *
 * @param from the rule of the type's own offsets, which tell matrices stored by column
 */
export function layoutOf(
  type: ReflectedType,
  rule: LayoutRule,
  from: LayoutRule = rule,
): DataLayout | undefined {
  return layoutType(type, { rule, from, order: 'row' });
}

interface Layouting {
  readonly rule: LayoutRule;
  readonly from: LayoutRule;
  /** Of matrices. */
  readonly order: MatrixOrder;
}

function layoutType(type: ReflectedType, layouting: Layouting): DataLayout | undefined {
  const { rule } = layouting;
  switch (type.kind) {
    case 'scalar': {
      const size = sizeOfScalar(type.scalarType, rule);
      return size === undefined ? undefined : { size, alignment: size, type };
    }
    case 'vector': {
      const scalar = layoutType(type.elementType, layouting);
      return scalar && { ...vectorLayout(type.elementCount, scalar.size, rule), type };
    }
    case 'matrix': {
      const lines = linesOf(type, rule, layouting.order);
      return lines && { size: lines.size, alignment: lines.alignment, type };
    }
    case 'array':
      return layoutArray(type, layouting);
    case 'struct':
      return layoutStruct(type, layouting);
    default:
      return undefined;
  }
}

function layoutArray(type: ArrayType, layouting: Layouting): DataLayout | undefined {
  const element = layoutType(type.elementType, layouting);
  if (!element || type.elementCount < 1) return undefined;
  const alignment = aggregateAlignment(element.alignment, layouting.rule);
  const stride = roundUp(element.size, alignment);
  const before = stride * (type.elementCount - 1);
  // HLSL packs the next field behind the last element.
  const size = before + (layouting.rule === 'hlsl' ? element.size : stride);
  return { size, alignment, type: { ...type, stride, elementType: element.type } };
}

function layoutStruct(type: StructType, { rule, from }: Layouting): DataLayout | undefined {
  const fields = createFieldsLayout(rule, from);
  return type.fields.every(fields.add) ? fields.end(type) : undefined;
}

/** Lays out a struct field by field: a program may have 100,000 uniforms. */
export interface FieldsLayout {
  /** Whether the field is plain data, or takes no bytes. */
  add(field: Parameter): boolean;
  /** The layout with the fields that were added. */
  end(type: StructType): DataLayout;
}

export function createFieldsLayout(rule: LayoutRule, from: LayoutRule = rule): FieldsLayout {
  let end = 0;
  let alignment = 1;
  const fields: Parameter[] = [];
  return {
    add(field) {
      const place = bytesOf(field);
      if (!place) {
        fields.push(field);
        return true;
      }
      const order = orderOf(field.type, place.size, from);
      const layout = layoutType(field.type, { rule, from, order });
      if (!layout) return false;
      const offset = placeAfter(end, layout, rule);
      const binding = { kind: 'uniform', offset, size: layout.size } as const;
      const bindings = field.bindings.map((each) => (each.kind === 'uniform' ? binding : each));
      fields.push({ ...field, type: layout.type, bindings });
      end = offset + layout.size;
      alignment = Math.max(alignment, layout.alignment);
      return true;
    },
    end(type) {
      const whole = aggregateAlignment(alignment, rule);
      const size = rule === 'hlsl' ? end : roundUp(end, whole);
      return { size, alignment: whole, type: { ...type, fields } };
    },
  };
}

/** The offset of a field behind `end` bytes of others. */
function placeAfter(end: number, { size, alignment, type }: DataLayout, rule: LayoutRule): number {
  const offset = roundUp(end, alignment);
  if (rule !== 'hlsl' || (type.kind !== 'scalar' && type.kind !== 'vector')) return offset;
  return (offset % LINE) + size > LINE ? roundUp(offset, LINE) : offset;
}

function aggregateAlignment(alignment: number, rule: LayoutRule): number {
  return rule === 'std140' || rule === 'hlsl' ? roundUp(alignment, LINE) : alignment;
}

function vectorLayout(count: number, scalar: number, rule: LayoutRule) {
  const size = count * scalar;
  const power = count === 3 ? 4 : count;
  switch (rule) {
    case 'std140':
    case 'std430':
      return { size, alignment: power * scalar };
    case 'scalar':
    case 'hlsl':
      return { size, alignment: scalar };
    case 'metal':
      return { size: power * scalar, alignment: power * scalar };
    case 'cuda':
      return { size, alignment: count === 3 ? scalar : Math.min(LINE, size) };
  }
}

/** How a matrix is stored: lines of numbers, which are its rows or its columns. */
export interface MatrixLines {
  readonly order: MatrixOrder;
  readonly count: number;
  /** Bytes of the numbers in a line. */
  readonly bytes: number;
  /** Bytes from one line to the next. */
  readonly stride: number;
  readonly size: number;
  readonly alignment: number;
}

function linesOf(
  { rowCount, columnCount, elementType }: MatrixType,
  rule: LayoutRule,
  order: MatrixOrder,
): MatrixLines | undefined {
  const scalar =
    elementType.kind === 'scalar' ? sizeOfScalar(elementType.scalarType, rule) : undefined;
  if (scalar === undefined) return undefined;
  const [count, length] = order === 'row' ? [rowCount, columnCount] : [columnCount, rowCount];
  // CUDA has no matrices: Slang declares structs of rows, which are padded no further.
  const line = vectorLayout(length, scalar, rule);
  const alignment = aggregateAlignment(line.alignment, rule);
  const stride = roundUp(line.size, alignment);
  const bytes = length * scalar;
  const size = rule === 'hlsl' ? stride * (count - 1) + bytes : stride * count;
  return { order, count, bytes, stride, size, alignment };
}

/** The lines of a matrix that takes this many bytes; undefined if the rule gives another size. */
export function matrixLines(
  type: MatrixType,
  size: number,
  rule: LayoutRule,
): MatrixLines | undefined {
  const byRow = linesOf(type, rule, 'row');
  if (byRow?.size === size) return byRow;
  const byColumn = linesOf(type, rule, 'column');
  return byColumn?.size === size ? byColumn : undefined;
}

/** By row if both orders take the same bytes: the compiler's default. */
function orderOf(type: ReflectedType, size: number, rule: LayoutRule): MatrixOrder {
  if (type.kind === 'matrix') return matrixLines(type, size, rule)?.order ?? 'row';
  if (type.kind !== 'array' || type.elementCount < 1) return 'row';
  const { elementCount, elementType, stride } = type;
  // The last element may lack the padding up to the next.
  return orderOf(elementType, size - stride * (elementCount - 1), rule);
}

/** The bytes of a value that hold data; all of its `size` if it is no plain data. */
export function dataBytes(type: ReflectedType, size: number, rule: LayoutRule): number {
  switch (type.kind) {
    case 'scalar':
      return sizeOfScalar(type.scalarType, rule) ?? size;
    case 'vector':
      return type.elementCount * dataBytes(type.elementType, size / type.elementCount, rule);
    case 'matrix': {
      const count = type.rowCount * type.columnCount;
      return count * dataBytes(type.elementType, size / count, rule);
    }
    case 'array':
      return type.elementCount < 1 || type.stride === 0
        ? size
        : type.elementCount * dataBytes(type.elementType, type.stride, rule);
    case 'struct':
      return type.fields.reduce((sum, field) => {
        const bytes = bytesOf(field);
        return sum + (bytes ? dataBytes(field.type, bytes.size, rule) : 0);
      }, 0);
    default:
      return size;
  }
}

function sizeOfScalar(scalarType: string, rule: LayoutRule): number | undefined {
  return scalarSize(scalarType, rule === 'metal' || rule === 'cuda' ? 1 : 4);
}
