import type { UniformValues } from '#core/plan/runControls.ts';
import { CAMERA_ORBIT, CAMERA_TARGET, type CameraPart } from '#core/plan/runDescriptor.ts';
import { ownValue } from '#core/util/ownValue.ts';

export type Triple = readonly [x: number, y: number, z: number];

/** A camera that looks at a point from around it. Right-handed, y up. */
export interface Camera {
  readonly target: Triple;
  /** Around the vertical axis, in radians; 0 looks along -z. */
  readonly yaw: number;
  /** Above the horizon, in radians, between -π/2 and π/2. */
  readonly pitch: number;
  /** Between the eye and the target. */
  readonly distance: number;
}

/** Shows the unit sphere around the origin, a little from above. */
export const FIRST_CAMERA: Camera = { target: [0, 0, 0], yaw: 0.6, pitch: 0.35, distance: 3.2 };

/** The user's values hold a camera as a point and as its yaw, pitch and distance. */
export function cameraOf(values: UniformValues): Camera {
  const target = tripleIn(values, CAMERA_TARGET) ?? FIRST_CAMERA.target;
  const orbit = tripleIn(values, CAMERA_ORBIT);
  // A link may contain any three numbers.
  if (!orbit || orbit[2] <= 0) return { ...FIRST_CAMERA, target };
  const [yaw, pitch, distance] = orbit;
  return { target, yaw, pitch, distance };
}

function tripleIn(values: UniformValues, name: string): Triple | null {
  const value = ownValue(values, name);
  return typeof value === 'object' && value.every(Number.isFinite) ? value : null;
}

/** Vertical, in radians. */
export const FIELD_OF_VIEW = Math.PI / 4;
/** The nearest and the farthest visible depth, in distances between eye and target. */
const NEAREST = 1 / 100;
const FARTHEST = 1000;

/** The point that the camera looks from. */
export function eyeOf({ target: [x, y, z], yaw, pitch, distance }: Camera): Triple {
  const across = distance * Math.cos(pitch);
  return [x + across * Math.sin(yaw), y + distance * Math.sin(pitch), z + across * Math.cos(yaw)];
}

/** The directions to the right, up and back from where the camera looks, in world coordinates. */
export function axesOf({ yaw, pitch }: Camera): readonly [Triple, Triple, Triple] {
  const [sinYaw, cosYaw] = [Math.sin(yaw), Math.cos(yaw)];
  const [sinPitch, cosPitch] = [Math.sin(pitch), Math.cos(pitch)];
  return [
    [cosYaw, 0, -sinYaw],
    [-sinPitch * sinYaw, cosPitch, -sinPitch * cosYaw],
    [cosPitch * sinYaw, sinPitch, cosPitch * cosYaw],
  ];
}

/** Rows of a matrix for `mul(matrix, vector)`, as Slang stores them. */
type Matrix = readonly number[];

function viewMatrix(camera: Camera): Matrix {
  const eye = eyeOf(camera);
  const rows = axesOf(camera).flatMap((axis) => [...axis, -dot(axis, eye)]);
  return [...rows, 0, 0, 0, 1];
}

/** Maps depth to 0 at the nearest and 1 at the farthest, as WebGPU expects. */
function projectionMatrix({ distance }: Camera, aspect: number): Matrix {
  const scale = 1 / Math.tan(FIELD_OF_VIEW / 2);
  const near = distance * NEAREST;
  const far = distance * FARTHEST;
  const depth = far / (near - far);
  return [scale / aspect, 0, 0, 0, 0, scale, 0, 0, 0, 0, depth, near * depth, 0, 0, -1, 0];
}

function multiply(left: Matrix, right: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, index) => {
    const row = index - (index % 4);
    let sum = 0;
    for (let at = 0; at < 4; at += 1) {
      sum += (left[row + at] ?? 0) * (right[at * 4 + (index % 4)] ?? 0);
    }
    return sum;
  });
}

function dot([ax, ay, az]: Triple, [bx, by, bz]: Triple): number {
  return ax * bx + ay * by + az * bz;
}

/**
 * The numbers of one of a camera's uniforms, matrices row by row.
 *
 * @param aspect the picture's width divided by its height
 */
export function cameraNumbers(part: CameraPart, camera: Camera, aspect: number): readonly number[] {
  switch (part) {
    case 'CAMERA_POSITION':
      return eyeOf(camera);
    case 'VIEW':
      return viewMatrix(camera);
    case 'PROJECTION':
      return projectionMatrix(camera, aspect);
    case 'VIEW_PROJECTION':
      return multiply(projectionMatrix(camera, aspect), viewMatrix(camera));
  }
}
