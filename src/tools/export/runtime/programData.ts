import type { RunProgram } from '#core/plan/runDescriptor.ts';
import type { FilledProgram } from '#engine/gpu/resources/resources.ts';

/**
 * What the run-time of an export needs of a program, as JSON: what a run of it executes, with its files as
 * `data:` addresses, or as other addresses that can be fetched.
 */
export interface ProgramData extends RunProgram, FilledProgram {
  readonly name: string;
  /** The names that called entry points have in the shader's code, which WGSL accepts, by their own. */
  readonly entryPoints: Readonly<Record<string, string>>;
  /** Of random numbers. */
  readonly seed: number;
}
