import type { ReflectedType, StructType } from '#core/plan/reflection/reflection.ts';

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
      const element = memoryLayoutOf(type.elementType);
      if (!element || type.elementCount < 1) return undefined;
      const stride = type.stride || roundUp(element.size, element.alignment);
      return { size: stride * type.elementCount, alignment: element.alignment };
    }
    case 'struct':
      return structLayout(type);
    default:
      return undefined;
  }
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
  for (const { type, bindings } of fields) {
    const place = bindings.find((binding) => binding.kind === 'uniform');
    if (!place) continue;
    const layout = memoryLayoutOf(type);
    if (!layout) return undefined;
    end = Math.max(end, place.offset + place.size);
    alignment = Math.max(alignment, layout.alignment);
  }
  return { size: roundUp(end, alignment), alignment };
}

/** Bytes of a scalar by its reflected name; a bool is as large as a uint. */
function scalarSize(scalarType: string): number | undefined {
  if (scalarType === 'bool') return 4;
  const bits = /^(?:u?int|float)(8|16|32|64)$/.exec(scalarType)?.[1];
  return bits === undefined ? undefined : Number(bits) / 8;
}
