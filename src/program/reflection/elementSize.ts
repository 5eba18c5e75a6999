import type { ReflectedType, StructType } from '#program/reflection/reflection.ts';

/** The room that a value takes in a storage buffer, in bytes. */
export interface Room {
  readonly size: number;
  readonly alignment: number;
}

/**
 * Bytes from one element of a structured buffer to the next (specification, section 5, "Sizes"):
 * undefined if the type has no such size, as a resource or an array without a length.
 *
 * Where the specification's rule for structs (round up to the largest field's size) and WGSL's
 * (round up to the largest field's alignment) differ, with matrices, arrays and structs as fields,
 * WGSL's counts, since the shader steps by it.
 */
export function elementSize(type: ReflectedType): number | undefined {
  const room = roomOf(type);
  return room && room.size > 0 ? roundUp(room.size, room.alignment) : undefined;
}

/** `value` rounded up to a multiple of `step`. */
export function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

/**
 * Size and alignment in a storage buffer (WGSL, "Alignment and size"; the compiler lays out
 * structured buffers in the same way). A vector of three is as large as one of four.
 */
export function roomOf(type: ReflectedType): Room | undefined {
  switch (type.kind) {
    case 'scalar': {
      const size = scalarSize(type.scalarType);
      return size === undefined ? undefined : { size, alignment: size };
    }
    case 'vector':
      return vectorRoom(type.elementType, type.elementCount);
    case 'matrix': {
      // The compiler stores matrices as arrays of rows.
      const row = vectorRoom(type.elementType, type.columnCount);
      return row && { size: row.size * type.rowCount, alignment: row.alignment };
    }
    case 'array': {
      const element = roomOf(type.elementType);
      if (!element || type.elementCount < 1) return undefined;
      const stride = type.stride || roundUp(element.size, element.alignment);
      return { size: stride * type.elementCount, alignment: element.alignment };
    }
    case 'struct':
      return structRoom(type);
    default:
      return undefined;
  }
}

function vectorRoom(elementType: ReflectedType, count: number): Room | undefined {
  const element = roomOf(elementType);
  if (!element || count < 1) return undefined;
  const size = element.size * (count === 3 ? 4 : count);
  return { size, alignment: size };
}

/** Fields lie where the compiler says; those that take no bytes do not count. */
function structRoom({ fields }: StructType): Room | undefined {
  let end = 0;
  let alignment = 1;
  for (const { type, bindings } of fields) {
    const place = bindings.find((binding) => binding.kind === 'uniform');
    if (!place) continue;
    const room = roomOf(type);
    if (!room) return undefined;
    end = Math.max(end, place.offset + place.size);
    alignment = Math.max(alignment, room.alignment);
  }
  return { size: roundUp(end, alignment), alignment };
}

/** Bytes of a scalar by its reflected name; a bool takes as much as an uint. */
function scalarSize(scalarType: string): number | undefined {
  if (scalarType === 'bool') return 4;
  const bits = /^(?:u?int|float)(8|16|32|64)$/.exec(scalarType)?.[1];
  return bits === undefined ? undefined : Number(bits) / 8;
}
