import type { CAMERA_ORBIT, CAMERA_TARGET, RunProgram } from '#core/plan/runDescriptor.ts';
import type { FilledProgram } from '#engine/gpu/resources/resources.ts';

/**
 * A program as JSON for the export runtime: everything that it executes, with its files as `data:`
 * or other addresses that can be fetched.
 */
export interface ProgramData extends RunProgram, FilledProgram {
  readonly name: string;
  /** Names of the called entry points in the WGSL code, by their names in the source. */
  readonly entryPoints: Readonly<Record<string, string>>;
  readonly seed: number;
  /** The camera at first, if the program follows it. */
  readonly camera?: CameraValues;
}

/** The point that the camera looks at, and its yaw and pitch in radians and its distance. */
export type CameraValues = Readonly<
  Record<
    typeof CAMERA_TARGET | typeof CAMERA_ORBIT,
    readonly [first: number, second: number, third: number]
  >
>;
