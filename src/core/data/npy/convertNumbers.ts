import type { ScalarType } from '#core/data/columns.ts';
import { rangeOf } from '#core/data/parseCell.ts';
import {
  isFloat,
  isLong,
  readLong,
  readNumber,
  SCALAR_BYTES,
  writeNumber,
} from '#core/data/scalars.ts';
import { CODE_SCALARS, type NumberCode } from './npyType.ts';

/** Numbers of elements in a file, and where they go. */
export interface NumberPlaces {
  readonly from: {
    readonly bytes: Uint8Array;
    readonly code: NumberCode;
    /** Bytes from one element to the next. */
    readonly stride: number;
  };
  /** In an element. */
  readonly fromOffsets: readonly number[];
  readonly to: {
    readonly scalar: ScalarType;
    readonly stride: number;
    readonly offsets: readonly number[];
  };
  /** Of elements. */
  readonly count: number;
}

export type Misfit =
  | { readonly kind: 'type' }
  | { readonly kind: 'value'; readonly index: number; readonly value: number | bigint };

/** Writes the numbers into `target`. Returns what does not fit, or null. */
export function convertNumbers(places: NumberPlaces, target: Uint8Array): Misfit | null {
  const { from, to } = places;
  const scalar = CODE_SCALARS[from.code];
  if (scalar === to.scalar || (scalar === 'uint32' && to.scalar === 'bool')) {
    copyNumbers(places, target, SCALAR_BYTES[scalar]);
    return null;
  }
  if (isFloat(scalar) !== isFloat(to.scalar)) return { kind: 'type' };
  const [least, most] = isFloat(scalar) ? [] : rangeOf(to.scalar);
  return eachNumber(places, target, (value) => {
    if (least === undefined || most === undefined) return true;
    return BigInt(value) >= least && BigInt(value) <= most;
  });
}

function copyNumbers(places: NumberPlaces, target: Uint8Array, size: number): void {
  const { from, fromOffsets, to, count } = places;
  const isDense = (stride: number, offsets: readonly number[]) =>
    stride === size * offsets.length && offsets.every((offset, index) => offset === index * size);
  if (isDense(from.stride, fromOffsets) && isDense(to.stride, to.offsets)) {
    target.set(from.bytes.subarray(0, count * from.stride));
    return;
  }
  for (let element = 0; element < count; element += 1) {
    for (const [index, offset] of to.offsets.entries()) {
      const source = element * from.stride + (fromOffsets[index] ?? 0);
      const place = element * to.stride + offset;
      for (let at = 0; at < size; at += 1) target[place + at] = from.bytes[source + at] ?? 0;
    }
  }
}

function eachNumber(
  { from, fromOffsets, to, count }: NumberPlaces,
  target: Uint8Array,
  fits: (value: number | bigint) => boolean,
): Misfit | null {
  const scalar = CODE_SCALARS[from.code];
  const source = new DataView(from.bytes.buffer, from.bytes.byteOffset, from.bytes.byteLength);
  const view = new DataView(target.buffer, target.byteOffset, target.byteLength);
  for (let element = 0; element < count; element += 1) {
    for (const [index, offset] of to.offsets.entries()) {
      const place = element * from.stride + (fromOffsets[index] ?? 0);
      const value = isLong(scalar)
        ? readLong(source, place, scalar)
        : readNumber(source, place, scalar);
      if (!fits(value)) return { kind: 'value', index: element, value };
      writeNumber(view, element * to.stride + offset, to.scalar, value);
    }
  }
  return null;
}
