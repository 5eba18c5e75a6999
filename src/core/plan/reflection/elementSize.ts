import { type DataLayout, type Layouting, layoutType, roundUp, STD430 } from './memoryLayout.ts';
import { bytesOf, type ReflectedType, type StructType } from './reflection.ts';

/**
 * Bytes from one element of a structured buffer to the next (specification, section 5, "Sizes"):
 * undefined if the type has no such size, like a resource or an array without a length.
 *
 * Where the specification's rule for structs (round up to the largest field's size) and WGSL's
 * (round up to the largest field's alignment) differ, with matrices, arrays and structs as fields,
 * WGSL's applies, because the shader uses it.
 */
export function elementSize(type: ReflectedType): number | undefined {
  const layout = layoutType(type, ELEMENT);
  return layout && layout.size > 0 ? roundUp(layout.size, layout.alignment) : undefined;
}

/** Reflection does not have `column_major`; `ResourceType.stride` does. */
const ELEMENT: Layouting = { rule: STD430, order: 'row', layoutStruct: asReflected };

/** Fields use the compiler's offsets; fields without bytes do not count. */
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
