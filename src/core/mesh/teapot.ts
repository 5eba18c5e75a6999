import { type Mesh, mergeMeshes } from './mesh.ts';
import { meshOf, revolve, spline, sweep } from './surfaces.ts';

/** Radius and height, from the middle of the bottom to the inside of the rim. */
const BODY = spline([
  [0, 0.04],
  [0.3, 0.04],
  [0.52, 0.04],
  [0.56, 0],
  [0.62, 0],
  [0.65, 0.05],
  [0.73, 0.13],
  [0.95, 0.34],
  [1.05, 0.64],
  [1, 0.96],
  [0.82, 1.19],
  [0.64, 1.29],
  [0.58, 1.32],
  [0.56, 1.37],
  [0.52, 1.37],
  [0.51, 1.31],
  [0.5, 1.25],
]);

/** Radius and height, from below the rim to the top of the knob. */
const LID = spline([
  [0.49, 1.29],
  [0.52, 1.36],
  [0.53, 1.4],
  [0.49, 1.43],
  [0.4, 1.5],
  [0.26, 1.57],
  [0.12, 1.6],
  [0.075, 1.64],
  [0.085, 1.68],
  [0.17, 1.72],
  [0.19, 1.81],
  [0.14, 1.89],
  [0.05, 1.91],
  [0, 1.91],
]);

/** From inside the body to the tip. */
const SPOUT_PATH = spline([
  [0.7, 0.5],
  [0.94, 0.5],
  [1.18, 0.58],
  [1.33, 0.84],
  [1.42, 1.12],
  [1.58, 1.3],
]);

/** Path parameter and radius: along the path, around the lip, and back inside to a floor. */
const SPOUT = spline([
  [0, 0.33],
  [0.15, 0.32],
  [0.35, 0.26],
  [0.55, 0.19],
  [0.75, 0.145],
  [0.9, 0.13],
  [0.985, 0.138],
  [1, 0.127],
  [0.985, 0.113],
  [0.9, 0.098],
  [0.68, 0.09],
  [0.6, 0.06],
  [0.6, 0.002],
]);

const HANDLE_PATH = spline([
  [-0.6, 1.18],
  [-0.82, 1.21],
  [-1.1, 1.3],
  [-1.46, 1.26],
  [-1.56, 0.92],
  [-1.42, 0.58],
  [-1.16, 0.4],
  [-0.84, 0.36],
]);

/** Path parameter and radius. */
const HANDLE = spline([
  [0, 0.12],
  [0.2, 0.095],
  [0.5, 0.08],
  [0.8, 0.09],
  [1, 0.11],
]);

/** The spout points to +x. Each of the four parts uses the whole texture. */
export function teapot(): Mesh {
  return mergeMeshes([
    meshOf(revolve(BODY), 64, 64),
    meshOf(revolve(LID), 64, 48),
    meshOf(sweep(SPOUT_PATH, SPOUT, 1), 32, 48),
    meshOf(sweep(HANDLE_PATH, HANDLE, 1.4), 24, 48),
  ]);
}
