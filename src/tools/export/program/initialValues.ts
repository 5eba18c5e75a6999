import { cameraOf } from '#core/plan/draw/camera.ts';
import type { UniformValues } from '#core/plan/runControls.ts';
import {
  CAMERA_ORBIT,
  CAMERA_TARGET,
  type RunProgram,
  type UniformComponent,
  uniformComponents,
} from '#core/plan/runDescriptor.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { CameraValues } from '#tools/export/runtime/programData.ts';

type Component<Type> = Extract<UniformComponent, { readonly type: Type }>;

/** The user's value of a slider, or its default. */
export function initialNumber(
  { name, default: otherwise }: Component<'SLIDER'>,
  values: UniformValues,
): number {
  const value = ownValue(values, name);
  return typeof value === 'number' ? value : otherwise;
}

export function initialColor(
  { name, default: otherwise }: Component<'COLOR_PICK'>,
  values: UniformValues,
): Component<'COLOR_PICK'>['default'] {
  const value = ownValue(values, name);
  return typeof value === 'object' ? value : otherwise;
}

export function followsCamera(program: RunProgram): boolean {
  return uniformComponents(program).some(({ type }) => type === 'CAMERA');
}

/** The camera as the user left it. */
export function initialCamera(values: UniformValues): CameraValues {
  const { target, yaw, pitch, distance } = cameraOf(values);
  return { [CAMERA_TARGET]: target, [CAMERA_ORBIT]: [yaw, pitch, distance] };
}
