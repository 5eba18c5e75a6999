import { axesOf, type Camera, FIELD_OF_VIEW, type Triple } from '#core/plan/draw/camera.ts';

/** In CSS pixels, to the right and down. */
export interface Drag {
  readonly x: number;
  readonly y: number;
}

/** Straight above or below the target, the picture would turn over. */
const STEEPEST = (89 * Math.PI) / 180;

const NEAREST = 1e-3;
const FARTHEST = 1e6;

/**
 * Turns the camera around its target, as if the drag turned what it looks at: by half a turn for a
 * drag as long as the picture is high.
 *
 * @param height the picture's, in CSS pixels
 */
export function orbited(camera: Camera, { x, y }: Drag, height: number): Camera {
  const scale = Math.PI / height;
  const yaw = camera.yaw - x * scale;
  const turns = Math.round(yaw / (2 * Math.PI));
  const pitch = clamp(camera.pitch + y * scale, -STEEPEST, STEEPEST);
  return { ...camera, yaw: yaw - turns * 2 * Math.PI, pitch };
}

/** @param factor of the distance between eye and target; less than 1 comes closer */
export function zoomed(camera: Camera, factor: number): Camera {
  return { ...camera, distance: clamp(camera.distance * factor, NEAREST, FARTHEST) };
}

/**
 * Moves the camera in the picture's plane, so that the target's surroundings follow the drag.
 *
 * @param height the picture's, in CSS pixels
 */
export function panned(camera: Camera, { x, y }: Drag, height: number): Camera {
  const scale = (2 * Math.tan(FIELD_OF_VIEW / 2)) / height;
  return flown(camera, [-x * scale, y * scale, 0]);
}

/** Moves the camera along its axes: right, up and back, in distances between eye and target. */
export function flown(camera: Camera, way: Triple): Camera {
  const axes = axesOf(camera);
  const along = (part: 0 | 1 | 2) =>
    camera.target[part] +
    camera.distance * (way[0] * axes[0][part] + way[1] * axes[1][part] + way[2] * axes[2][part]);
  return { ...camera, target: [along(0), along(1), along(2)] };
}

/** What shaders can tell apart: links and drafts need no more digits. */
export function rounded([x, y, z]: Triple): Triple {
  return [short(x), short(y), short(z)];
}

function short(value: number): number {
  return Number(value.toPrecision(7));
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
