import { assertNever } from '#core/util/assertNever.ts';
import { halfBits, halfFromBits } from '#core/util/half.ts';
import type { ScalarType } from './columns.ts';

export const SCALAR_BYTES: Readonly<Record<ScalarType, 1 | 2 | 4 | 8>> = {
  float16: 2,
  float32: 4,
  float64: 8,
  int8: 1,
  int16: 2,
  int32: 4,
  int64: 8,
  uint8: 1,
  uint16: 2,
  uint32: 4,
  uint64: 8,
  bool: 4,
};

type LongType = 'int64' | 'uint64';

export function isLong(scalar: ScalarType): scalar is LongType {
  return scalar === 'int64' || scalar === 'uint64';
}

export function isFloat(scalar: ScalarType): boolean {
  return scalar.startsWith('float');
}

/** The number at an offset; for a bool, its 32 bits. */
export function readNumber(
  view: DataView,
  offset: number,
  scalar: Exclude<ScalarType, LongType>,
): number {
  switch (scalar) {
    case 'float16':
      return halfFromBits(view.getUint16(offset, true));
    case 'float32':
      return view.getFloat32(offset, true);
    case 'float64':
      return view.getFloat64(offset, true);
    case 'int8':
      return view.getInt8(offset);
    case 'int16':
      return view.getInt16(offset, true);
    case 'int32':
      return view.getInt32(offset, true);
    case 'uint8':
      return view.getUint8(offset);
    case 'uint16':
      return view.getUint16(offset, true);
    case 'uint32':
    case 'bool':
      return view.getUint32(offset, true);
    default:
      return assertNever(scalar);
  }
}

export function readLong(view: DataView, offset: number, scalar: LongType): bigint {
  return scalar === 'int64' ? view.getBigInt64(offset, true) : view.getBigUint64(offset, true);
}

/** Reads a double; rounds 64-bit integers of more than 53 bits. */
export function readAsDouble(view: DataView, offset: number, scalar: ScalarType): number {
  return isLong(scalar) ? Number(readLong(view, offset, scalar)) : readNumber(view, offset, scalar);
}

/** Floats are rounded to the nearest; integers must fit. */
export function writeNumber(
  view: DataView,
  offset: number,
  scalar: ScalarType,
  value: number | bigint,
): void {
  if (scalar === 'float16') view.setUint16(offset, halfBits(Number(value)), true);
  else if (scalar === 'float32') view.setFloat32(offset, Number(value), true);
  else if (scalar === 'float64') view.setFloat64(offset, Number(value), true);
  else writeBits(view, offset, SCALAR_BYTES[scalar], BigInt(value));
}

/** Unsigned, regardless of the type. */
export function readBits(view: DataView, offset: number, bytes: 1 | 2 | 4 | 8): bigint {
  switch (bytes) {
    case 1:
      return BigInt(view.getUint8(offset));
    case 2:
      return BigInt(view.getUint16(offset, true));
    case 4:
      return BigInt(view.getUint32(offset, true));
    case 8:
      return view.getBigUint64(offset, true);
    default:
      return assertNever(bytes);
  }
}

export function writeBits(
  view: DataView,
  offset: number,
  bytes: 1 | 2 | 4 | 8,
  bits: bigint,
): void {
  switch (bytes) {
    case 1:
      view.setUint8(offset, Number(BigInt.asUintN(8, bits)));
      return;
    case 2:
      view.setUint16(offset, Number(BigInt.asUintN(16, bits)), true);
      return;
    case 4:
      view.setUint32(offset, Number(BigInt.asUintN(32, bits)), true);
      return;
    case 8:
      view.setBigUint64(offset, BigInt.asUintN(64, bits), true);
      return;
    default:
      assertNever(bytes);
  }
}
