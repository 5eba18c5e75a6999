import type { UniformComponent } from '#program/runDescriptor.ts';

/** What uniforms are fed from in one frame. */
export interface FrameInputs {
  /** Seconds since Run. */
  readonly time: number;
  /** Counts from 0. */
  readonly frame: number;
}

/** Writes one number as the scalar type that the shader declares; integers are cut towards zero. */
function writeScalar(view: DataView, offset: number, scalarType: string, value: number): void {
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
      throw new Error(`A uniform of type ${scalarType} cannot be written.`);
  }
}

/** Puts the frame's values into the uniform block. */
export function writeUniforms(
  view: DataView,
  components: readonly UniformComponent[],
  inputs: FrameInputs,
): void {
  for (const component of components) {
    const value = component.type === 'TIME' ? inputs.time : inputs.frame;
    writeScalar(view, component.offset, component.scalarType, value);
  }
}
