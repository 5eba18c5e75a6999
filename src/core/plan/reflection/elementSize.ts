import { type DataLayout, type Layouting, layoutType, roundUp, STD430 } from './memoryLayout.ts';
import { bytesOf, type ReflectedType, type StructType } from './reflection.ts';

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
