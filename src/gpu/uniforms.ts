import type { UniformComponent, UniformScalarType } from '#program/runDescriptor.ts';
import { assertNever } from '#shared/assertNever.ts';

/** What uniforms are fed from in one frame. */
export interface FrameInputs {
  /** Seconds since Run. */
  readonly time: number;
  /** Counts from 0. */
  readonly frame: number;
}

/** Writes one number as the scalar type that the shader declares; integers are cut towards zero. */
function writeScalar(
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

/** Puts the frame's values into the uniform block. */
export function writeUniforms(
  view: DataView,
  components: readonly UniformComponent[],
  inputs: FrameInputs,
): void {
  for (const component of components) {
    switch (component.type) {
      case 'TIME':
        writeScalar(view, component.offset, component.scalarType, inputs.time);
        break;
      case 'FRAME_ID':
        writeScalar(view, component.offset, component.scalarType, inputs.frame);
        break;
      case 'KEY':
      case 'MOUSE_POSITION':
      case 'SLIDER':
      case 'COLOR_PICK':
        throw new Error(
          `This runner cannot write the ${component.type} uniform ${component.name} yet.`,
        );
      default:
        assertNever(component);
    }
  }
}
