import type { Camera } from '#core/plan/draw/camera.ts';
import type { UniformValues } from '#core/plan/runControls.ts';
import {
  type CameraPart,
  type RunProgram,
  type UniformBlock,
  type UniformComponent,
  type UniformScalarType,
  uniformComponents,
} from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { MousePosition } from '#engine/gpu/runInputs.ts';
import type { Size } from '#engine/gpu/screen.ts';

export interface UniformInputs {
  /** Seconds since Run. */
  readonly time: number;
  /** Counts from 0. */
  readonly frame: number;
  readonly mouse: Readonly<MousePosition>;
  isKeyDown(name: string): boolean;
  /** Values that the user has set; other controls have their defaults. */
  readonly values: UniformValues;
}

/** Of `core/plan/draw/camera.ts`, which only programs need whose uniforms follow the camera. */
export interface CameraCode {
  cameraOf(values: UniformValues): Camera;
  cameraNumbers(part: CameraPart, camera: Camera, aspect: number): readonly number[];
}

let camera: CameraCode | null = null;

export function provideCamera(code: CameraCode): void {
  camera = code;
}

/** Loads what a program needs whose uniforms follow the camera. */
export async function loadCamera(program: RunProgram): Promise<void> {
  if (uniformComponents(program).some(({ type }) => type === 'CAMERA')) {
    provideCamera(await import('#core/plan/draw/camera.ts'));
  }
}

export function writeUniforms(
  view: DataView,
  components: readonly UniformComponent[],
  inputs: UniformInputs,
  screen: Size,
): void {
  for (const component of components) writeComponent(view, component, inputs, screen);
}

function writeComponent(
  view: DataView,
  component: UniformComponent,
  inputs: UniformInputs,
  { width, height }: Size,
): void {
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
    case 'CAMERA': {
      const numbers =
        camera?.cameraNumbers(component.part, camera.cameraOf(inputs.values), width / height) ?? [];
      for (const [index, number] of numbers.entries()) {
        view.setFloat32(offset + index * SCALAR_BYTES.float32, number, true);
      }
      break;
    }
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

const SCALAR_BYTES: Readonly<Record<UniformScalarType, number>> = {
  float32: 4,
  float64: 8,
  int8: 1,
  int16: 2,
  int32: 4,
  uint8: 1,
  uint16: 2,
  uint32: 4,
};

/** Signed and unsigned integers of the same size have the same bytes. */
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

/** Truncates for integers. */
function writeScalar(
  view: DataView,
  offset: number,
  scalarType: UniformScalarType,
  value: number,
): void {
  view[SETTERS[scalarType]](offset, value, true);
}

/**
 * Writes the uniform blocks of one frame, before the next submission.
 *
 * @param buffers one for each block, the same in every call; null for blocks that are not bound
 * @param screen the picture's size, which the camera's projection fits
 */
export type UniformWriter = (
  buffers: readonly (GPUBuffer | null)[],
  inputs: UniformInputs,
  screen: Size,
) => void;

/** Frames allocate nothing. */
export function createUniformWriter(
  device: GPUDevice,
  { uniformBlocks }: RunProgram,
): UniformWriter {
  const blocks = uniformBlocks.map((block) => createBlockWriter(device, block));
  return (buffers, inputs, screen) => {
    for (let index = 0; index < blocks.length; index += 1) {
      const buffer = buffers[index];
      if (buffer) blocks[index]?.(buffer, inputs, screen);
    }
  };
}

/** Writes the block the first time, and later only if any byte has changed. */
function createBlockWriter(
  { queue }: GPUDevice,
  { size, components }: UniformBlock,
): (buffer: GPUBuffer, inputs: UniformInputs, screen: Size) => void {
  const view = new DataView(new ArrayBuffer(size));
  const words = new Uint32Array(view.buffer);
  const written = new Uint32Array(words.length);
  let writtenOnce = false;
  const isWritten = (word: number, index: number) => word === written[index];
  return (buffer, inputs, screen) => {
    writeUniforms(view, components, inputs, screen);
    if (writtenOnce && words.every(isWritten)) return;
    writtenOnce = true;
    written.set(words);
    queue.writeBuffer(buffer, 0, view);
  };
}
