import type { UniformValues } from '#core/plan/runControls.ts';
import type { UniformComponent } from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { MousePosition } from '#engine/gpu/input/mouse.ts';
import { SCALAR_BYTES, writeScalar } from './scalars.ts';

/** What uniforms are fed from in one frame. */
export interface UniformInputs {
  /** Seconds since Run. */
  readonly time: number;
  /** Counts from 0. */
  readonly frame: number;
  readonly mouse: Readonly<MousePosition>;
  isKeyDown(name: string): boolean;
  /** What was set of sliders and colours; the others are at their defaults. */
  readonly values: UniformValues;
}

/** Puts the frame's values into the uniform block. */
export function writeUniforms(
  view: DataView,
  components: readonly UniformComponent[],
  inputs: UniformInputs,
): void {
  for (const component of components) writeComponent(view, component, inputs);
}

function writeComponent(view: DataView, component: UniformComponent, inputs: UniformInputs): void {
  const { offset } = component;
  switch (component.type) {
    case 'TIME':
      writeScalar(view, offset, component.scalarType, inputs.time);
      break;
    case 'FRAME_ID':
      writeScalar(view, offset, component.scalarType, inputs.frame);
      break;
    case 'KEY':
      writeScalar(view, offset, component.scalarType, inputs.isKeyDown(component.key) ? 1 : 0);
      break;
    case 'MOUSE_POSITION':
      for (let element = 0; element < inputs.mouse.length; element += 1) {
        const at = offset + element * SCALAR_BYTES[component.scalarType];
        writeScalar(view, at, component.scalarType, inputs.mouse[element] ?? 0);
      }
      break;
    case 'SLIDER': {
      const value = ownValue(inputs.values, component.name);
      view.setFloat32(offset, typeof value === 'number' ? value : component.default, true);
      break;
    }
    case 'COLOR_PICK': {
      const value = ownValue(inputs.values, component.name);
      const color = typeof value === 'object' ? value : component.default;
      for (let channel = 0; channel < component.elementCount; channel += 1) {
        view.setFloat32(offset + channel * component.elementSize, color[channel] ?? 1, true);
      }
      break;
    }
    default:
      assertNever(component);
  }
}
