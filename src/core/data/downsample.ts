import type { Column, ElementLayout } from './columns.ts';
import { readAsDouble } from './scalars.ts';

/** Minimum and maximum of consecutive groups of values, from left to right. */
export interface Extremes {
  /** NaN where no value is finite. */
  readonly minimum: Float64Array;
  readonly maximum: Float64Array;
  /** 1 where a value is NaN or infinite. */
  readonly nonFinite: Uint8Array;
}

export type NumberArray = Float32Array | Float64Array | Int32Array | Uint32Array;

/**
 * The least and the largest value at each of `width` places, so that peaks stay visible. Never more
 * places than values.
 */
export function downsample(values: NumberArray, width: number): Extremes {
  const places = Math.max(0, Math.min(Math.floor(width), values.length));
  const minimum = new Float64Array(places);
  const maximum = new Float64Array(places);
  const nonFinite = new Uint8Array(places);
  for (let place = 0; place < places; place += 1) {
    const end = Math.floor(((place + 1) * values.length) / places);
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    let finite = 0;
    const start = Math.floor((place * values.length) / places);
    for (let at = start; at < end; at += 1) {
      const value = values[at] as number;
      // Only NaN and infinities give NaN here.
      if (value * 0 !== 0) continue;
      finite += 1;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    minimum[place] = finite > 0 ? least : Number.NaN;
    maximum[place] = finite > 0 ? most : Number.NaN;
    nonFinite[place] = finite < end - start ? 1 : 0;
  }
  return { minimum, maximum, nonFinite };
}

/** The first number of a column in each element. Does not copy numbers that are contiguous. */
export function columnValues(
  bytes: Uint8Array,
  { stride }: ElementLayout,
  { offset, scalar, components }: Column,
): NumberArray {
  const count = Math.floor(bytes.byteLength / stride);
  const start = offset + (components[0] ?? 0);
  const isAligned = bytes.byteOffset % 4 === 0;
  if (stride === 4 && isAligned && scalar === 'float32') {
    return new Float32Array(bytes.buffer, bytes.byteOffset, count);
  }
  if (stride % 4 === 0 && isAligned && start % 4 === 0 && scalar === 'float32') {
    return everyNth(new Float32Array(bytes.buffer, bytes.byteOffset, (count * stride) / 4), {
      step: stride / 4,
      start: start / 4,
    });
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    values[index] = readAsDouble(view, index * stride + start, scalar);
  }
  return values;
}

function everyNth(
  all: Float32Array,
  { step, start }: { readonly step: number; readonly start: number },
): Float32Array {
  const values = new Float32Array(all.length / step);
  for (let index = 0; index < values.length; index += 1) {
    values[index] = all[index * step + start] as number;
  }
  return values;
}
