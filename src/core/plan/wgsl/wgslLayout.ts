import { roundUp } from '#core/plan/reflection/memoryLayout.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { readStructs, type WgslField } from './wgslStructs.ts';

type Structs = ReturnType<typeof readStructs>;

const WORKGROUP_VARIABLE = /^var<workgroup> (?<name>\w+) : (?<type>.+);$/gm;

/** WebGPU rounds the size of each variable up to a multiple of it. */
const WORKGROUP_ALIGNMENT = 16;

/** Memory that the threads of a group share in code that uses these names, in bytes. */
export function workgroupBytes(code: string, names: ReadonlySet<string>): number {
  const sizeOf = readTypeSizes(code);
  let bytes = 0;
  for (const { groups = {} } of code.matchAll(WORKGROUP_VARIABLE)) {
    if (!names.has(groups['name'] ?? '')) continue;
    bytes += roundUp(sizeOf(groups['type'] ?? '') ?? 0, WORKGROUP_ALIGNMENT);
  }
  return bytes;
}

/** A type's size and alignment in bytes (WGSL, "Alignment and size"). */
interface TypeLayout {
  readonly size: number;
  readonly alignment: number;
}

const SCALARS: Readonly<Record<string, number>> = { bool: 4, i32: 4, u32: 4, f32: 4, f16: 2 };

const VECTOR = /^vec([234])<(.*)>$/;
const MATRIX = /^mat([234])x([234])<(.*)>$/;
const ARRAY = /^array<(.*?)(?:, *(?:[iu]32\()?(\d+)[iu]?\)?)?>$/;
const ATOMIC = /^atomic<(.*)>$/;

/**
 * The size of a variable of this type in bytes, of an array without a length that of one element, which
 * is its stride; undefined for types without a size.
 */
export type SizeOf = (type: string) => number | undefined;

/** Reads the sizes of types in WGSL that the Slang compiler wrote. */
export function readTypeSizes(code: string): SizeOf {
  const structs = readStructs(code);
  return (type) => layoutOf(type, structs)?.size;
}

function layoutOf(type: string, structs: Structs): TypeLayout | undefined {
  const scalar = ownValue(SCALARS, type);
  if (scalar !== undefined) return { size: scalar, alignment: scalar };
  const [, count, component] = VECTOR.exec(type) ?? [];
  if (component !== undefined) return vector(Number(count), layoutOf(component, structs));
  const [, columns, rows, element] = MATRIX.exec(type) ?? [];
  if (element !== undefined) {
    return array(Number(columns), vector(Number(rows), layoutOf(element, structs)));
  }
  const [, item, length = 1] = ARRAY.exec(type) ?? [];
  if (item !== undefined) return array(Number(length), layoutOf(item, structs));
  const [, held] = ATOMIC.exec(type) ?? [];
  if (held !== undefined) return layoutOf(held, structs);
  const fields = structs.get(type);
  return fields === undefined ? undefined : struct(fields, structs);
}

function vector(count: number, component: TypeLayout | undefined): TypeLayout | undefined {
  if (!component) return undefined;
  return { size: count * component.size, alignment: (count === 2 ? 2 : 4) * component.size };
}

function array(count: number, element: TypeLayout | undefined): TypeLayout | undefined {
  if (!element) return undefined;
  const { size, alignment } = element;
  return { size: count * roundUp(size, alignment), alignment };
}

function struct(fields: readonly WgslField[], structs: Structs): TypeLayout | undefined {
  let end = 0;
  let alignment = 1;
  for (const { type, align } of fields) {
    const field = layoutOf(type, structs);
    if (!field) return undefined;
    const step = align ?? field.alignment;
    end = roundUp(end, step) + field.size;
    alignment = Math.max(alignment, step);
  }
  return { size: roundUp(end, alignment), alignment };
}
