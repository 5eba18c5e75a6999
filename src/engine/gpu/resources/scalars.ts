import type { UniformScalarType } from '#core/plan/runDescriptor.ts';

export const SCALAR_BYTES: Readonly<Record<UniformScalarType, number>> = {
  float32: 4,
  float64: 8,
  int8: 1,
  int16: 2,
  int32: 4,
  uint8: 1,
  uint16: 2,
  uint32: 4,
};

/** Signed and unsigned integers of one size have the same bytes. */
const SETTERS = {
  float32: 'setFloat32',
  float64: 'setFloat64',
  int8: 'setUint8',
  int16: 'setUint16',
  int32: 'setUint32',
  uint8: 'setUint8',
  uint16: 'setUint16',
  uint32: 'setUint32',
} as const;

/** Writes one number as the scalar type that the shader declares; integers are cut towards zero. */
export function writeScalar(
  view: DataView,
  offset: number,
  scalarType: UniformScalarType,
  value: number,
): void {
  view[SETTERS[scalarType]](offset, value, true);
}
