import type { ModuleFacts } from './moduleFacts.ts';
import {
  type DataType,
  type DescriptorKind,
  type MemberLayout,
  type ModuleBinding,
  type StructLayout,
  sizeOf,
} from './moduleInterface.ts';

const DECORATION = { rowMajor: 4, arrayStride: 6, matrixStride: 7, offset: 35 } as const;

/** The compiler appends the layout to a struct's name, as in `Splat_std430`. */
const LAYOUT_SUFFIX = /_(?:std140|std430|scalar|natural)$/;

/** Structs that the compiler wraps around an array or matrix. */
const WRAPPER = /^_(?:Array|MatrixStorage)_/;

/** The content of a uniform buffer, or the element of a storage buffer. */
export function bufferContent(
  facts: ModuleFacts,
  type: number,
  kind: DescriptorKind,
): Pick<ModuleBinding, 'struct' | 'stride'> {
  if (kind === 'uniformBuffer') return { struct: layoutStruct(facts, type), stride: 0 };
  const block = facts.types.get(type);
  const elements = block?.kind === 'struct' ? block.members.at(-1) : undefined;
  if (kind !== 'storageBuffer' || elements === undefined) return { struct: null, stride: 0 };
  const stride = facts.numberOf(elements, DECORATION.arrayStride) ?? 0;
  const element = facts.elementOf(elements).type;
  const isStruct = facts.types.get(element)?.kind === 'struct';
  return { struct: isStruct ? layoutStruct(facts, element) : null, stride };
}

/** Lays out a struct type; null for any other type. */
export function layoutStruct(
  facts: ModuleFacts,
  type: number,
  otherName = '',
): StructLayout | null {
  const struct = facts.types.get(type);
  if (struct?.kind !== 'struct') return null;
  const members = struct.members.flatMap((member, index): MemberLayout[] => {
    const offset = facts.numberOf(type, index, DECORATION.offset);
    const stride = facts.numberOf(type, index, DECORATION.matrixStride) ?? 0;
    const isByRow = facts.numberOf(type, index, DECORATION.rowMajor) !== undefined;
    const data = dataType(facts, member, { stride, isByRow });
    if (offset === undefined || !data) return [];
    const name = facts.memberNames.get(`${type} ${index}`) ?? `member${index}`;
    return [{ name, offset, type: data }];
  });
  const sorted = [...members].sort((a, b) => a.offset - b.offset);
  const name = (facts.names.get(type) ?? otherName).replace(LAYOUT_SUFFIX, '');
  const end = sorted.reduce((last, each) => Math.max(last, each.offset + sizeOf(each.type)), 0);
  return { name: name || 'Content', members: sorted, end };
}

interface MatrixLayout {
  /** Bytes from one row or column of a matrix to the next. */
  readonly stride: number;
  readonly isByRow: boolean;
}

/** Null for a type that is not plain data. */
function dataType(facts: ModuleFacts, id: number, matrix: MatrixLayout): DataType | null {
  const type = facts.types.get(id);
  switch (type?.kind) {
    case 'number':
      return type;
    case 'vector': {
      const element = dataType(facts, type.element, matrix);
      if (!element) return null;
      return { kind: 'array', element, count: type.count, stride: sizeOf(element) };
    }
    case 'matrix': {
      const column = dataType(facts, type.element, matrix);
      if (column?.kind !== 'array') return null;
      const { element, count: rows, stride } = column;
      const [lines, length] = matrix.isByRow ? [rows, type.count] : [type.count, rows];
      const line: DataType = { kind: 'array', element, count: length, stride };
      return { kind: 'array', element: line, count: lines, stride: matrix.stride };
    }
    case 'array': {
      const element = dataType(facts, type.element, matrix);
      if (!element) return null;
      const stride = facts.numberOf(id, DECORATION.arrayStride) ?? sizeOf(element);
      return { kind: 'array', element, count: type.length, stride };
    }
    case 'struct': {
      const struct = layoutStruct(facts, id);
      const [only] = struct?.members ?? [];
      if (WRAPPER.test(facts.names.get(id) ?? '') && only) return only.type;
      return struct && { kind: 'struct', struct };
    }
    default:
      return null;
  }
}
