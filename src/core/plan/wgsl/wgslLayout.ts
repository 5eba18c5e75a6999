import {
  arrayLayout,
  createStructLayout,
  type MemoryLayout,
  roundUp,
  STD430,
} from '#core/plan/reflection/memoryLayout.ts';
import { withoutNumber } from './wgslUse.ts';

type Structs = ReturnType<typeof readStructs>;

const WORKGROUP_VARIABLE = /^var<workgroup> (?<name>\w+) : (?<type>.+);$/gm;

/** WebGPU rounds each variable's size up to a multiple of this. */
const WORKGROUP_ALIGNMENT = 16;

/** The bytes of workgroup memory in code that uses these names. */
export function workgroupBytes(code: string, names: ReadonlySet<string>): number {
  const sizeOf = readTypeSizes(code);
  let bytes = 0;
  for (const { groups = {} } of code.matchAll(WORKGROUP_VARIABLE)) {
    if (!names.has(groups['name'] ?? '')) continue;
    bytes += roundUp(sizeOf(groups['type'] ?? '') ?? 0, WORKGROUP_ALIGNMENT);
  }
  return bytes;
}

const SCALAR = /^(?:bool|(?:atomic<)?[fiu](16|32)>?)$/;
const VECTOR = /^vec([234])<(.*)>$/;
const MATRIX = /^mat([234])x([234])<(.*)>$/;
const ARRAY = /^array<(.*?)(?:, *(?:[iu]32\()?(\d+)[iu]?\)?)?>$/;

/**
 * The size in bytes of a variable of this type; for an array without a length, one element's
 * stride. Undefined for types without a size.
 */
export type SizeOf = (type: string) => number | undefined;

/** Reads the sizes of types in WGSL from the Slang compiler. */
export function readTypeSizes(code: string): SizeOf {
  const structs = readStructs(code);
  return (type) => layoutOf(type, structs)?.size;
}

function layoutOf(type: string, structs: Structs): MemoryLayout | undefined {
  const [scalar, bits = 32] = SCALAR.exec(type) ?? [];
  if (scalar !== undefined) return { size: Number(bits) / 8, alignment: Number(bits) / 8 };
  const [, count, component] = VECTOR.exec(type) ?? [];
  if (component !== undefined) return vector(Number(count), layoutOf(component, structs));
  const [, columns, rows, element] = MATRIX.exec(type) ?? [];
  if (element !== undefined) {
    return array(Number(columns), vector(Number(rows), layoutOf(element, structs)));
  }
  const [, item, length = 1] = ARRAY.exec(type) ?? [];
  if (item !== undefined) return array(Number(length), layoutOf(item, structs));
  const fields = structs.get(type);
  return fields === undefined ? undefined : struct(fields, structs);
}

function vector(count: number, component: MemoryLayout | undefined): MemoryLayout | undefined {
  return component && STD430.vector(count, component.size);
}

function array(count: number, element: MemoryLayout | undefined): MemoryLayout | undefined {
  return element && arrayLayout(count, element, STD430);
}

function struct(fields: readonly WgslField[], structs: Structs): MemoryLayout | undefined {
  const layout = createStructLayout(STD430);
  for (const { type, align } of fields) {
    const field = layoutOf(type, structs);
    if (!field) return undefined;
    layout.add({ ...field, alignment: align ?? field.alignment });
  }
  return layout.end();
}

interface WgslField {
  readonly name: string;
  readonly type: string;
  /** The field's `@align`; null if it has its type's alignment. */
  readonly align: number | null;
}

const STRUCT = /^struct (\w+)\n\{([\s\S]*?)^\}/gm;
const FIELD = /^ *(?:@align\((\d+)\) *)?(\w+) : (.+),$/gm;

/** The structs in WGSL from the Slang compiler, by name. */
export function readStructs(code: string): ReadonlyMap<string, readonly WgslField[]> {
  return new Map(
    [...code.matchAll(STRUCT)].map(([, struct = '', fields = '']) => [
      struct,
      [...fields.matchAll(FIELD)].map(([, align, name = '', type = '']) => ({
        name,
        type,
        align: align === undefined ? null : Number(align),
      })),
    ]),
  );
}

/** The types in WGSL from the Slang compiler, for what reflection omits. */
export type WgslTypes = ReturnType<typeof readWgslTypes>;

const COLUMN_MAJOR = /^_MatrixStorage_\w*_ColMajor/;
const WRAPPED_ARRAY = /^_Array_/;

export function readWgslTypes(code: string) {
  const sizeOf = readTypeSizes(code);
  const structs = readStructs(code);
  const fieldsOf = (type = '') => structs.get(type)?.map((field) => field.type);
  const elementOf = (type = '') => {
    const array = WRAPPED_ARRAY.test(type) ? fieldsOf(type)?.[0] : type;
    return ARRAY.exec(array ?? '')?.[1];
  };
  return {
    /** The types of a struct's fields in order; undefined if the type is not a struct. */
    fieldsOf,
    /** The element type of an array, or of a struct that the compiler wraps around one. */
    elementOf,
    memberOf(type: string | undefined, path: string): string | undefined {
      let member = type;
      for (const part of path.match(/[^.[\]]+|\[\d+\]/g) ?? []) {
        member = part.startsWith('[')
          ? elementOf(member)
          : structs.get(member ?? '')?.find(({ name }) => withoutNumber(name) === part)?.type;
      }
      return member;
    },
    isColumnMajor: (type: string | undefined = ''): boolean => COLUMN_MAJOR.test(type),
    /** Bytes from one element to the next in an array of this type. */
    strideOf: (type: string | undefined): number | undefined =>
      type === undefined ? undefined : sizeOf(`array<${type}>`),
  };
}
