import type { UniformScalarType } from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';

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

/** Writes one number as the scalar type that the shader declares; integers are cut towards zero. */
export function writeScalar(
  view: DataView,
  offset: number,
  scalarType: UniformScalarType,
  value: number,
): void {
  switch (scalarType) {
    case 'float32':
      view.setFloat32(offset, value, true);
      break;
    case 'float64':
      view.setFloat64(offset, value, true);
      break;
    case 'int8':
    case 'uint8':
      view.setUint8(offset, value);
      break;
    case 'int16':
    case 'uint16':
      view.setUint16(offset, value, true);
      break;
    case 'int32':
    case 'uint32':
      view.setUint32(offset, value, true);
      break;
    default:
      assertNever(scalarType);
  }
}
