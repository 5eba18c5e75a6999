import type { Newest } from '#core/util/newest.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { LoadContents } from '#engine/gpu/replay/firstContents.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';
import type { Checkpoints } from '#tools/timeline/checkpoints/checkpoints.ts';
import type { ReplayProgress } from '#tools/timeline/state.ts';

/** A run that can be taken to any of its frames. */
export interface SeekableRun {
  /** The newest frame of the running program; null before the first frame, or if nothing runs. */
  newest(): ObservedFrame | null;
  /** The frame that the resources are ready to draw; null if unknown. */
  ready: number | null;
  readonly current: number;
  /** Whether a frame requested by the seeker has not been drawn yet. */
  readonly isExpecting: boolean;
  pause(): void;
  resume(): void;
  /** Draws this frame with its own input and the present resources. `shown` must then be called. */
  draw(frame: number): void;
  /** The input that the frame has read. */
  inputsOf(frame: number): UniformInputs;
}

export interface SeekerOptions {
  readonly run: SeekableRun;
  readonly checkpoints: Checkpoints;
  readonly loadContents: LoadContents;
  onProgress(progress: ReplayProgress | null): void;
  onProblem(problem: string): void;
}

export interface Wish {
  readonly frame: number;
  /** Called as soon as there is a run. */
  readonly prepare?: () => void;
  /** Called once the frame has been drawn. */
  readonly then?: () => void;
}

export interface Seek {
  readonly wish: Wish;
  readonly frame: number;
  /** Whether there has been a run since the seek began. */
  isPrepared: boolean;
  readonly signal: AbortSignal;
}

export interface SeekerState {
  readonly work: Newest;
  seek: Seek | null;
  isWorking: boolean;
  /** The frame with the checkpoint that `cancel` returns to; null if there is none. */
  origin: number | null;
  /** Whether the resources have changed since the newest frame was drawn. */
  isAway: boolean;
  /** Whether a frame that was not requested has been drawn since the resources began to change. */
  isDisturbed: boolean;
  drawn: () => void;
}

/** Ends the seek, and leaves the resources in their present state. */
export function end({ onProgress }: SeekerOptions, state: SeekerState): void {
  state.work.end();
  state.seek = null;
  onProgress(null);
}

/**
 * Ends the seek, and restores the previous resources.
 *
 * @param stay called with the frame that the resources are ready for if they cannot be restored
 */
export function giveUp(
  options: SeekerOptions,
  state: SeekerState,
  stay: (frame: number) => void,
): void {
  const { run } = options;
  if (!state.seek) return;
  end(options, state);
  // The frame about to be drawn is the right one.
  if (run.isExpecting) return;
  const { ready } = run;
  if (state.isAway && !restoreOrigin(options, state) && ready !== null) stay(ready);
  arrive(options, state);
}

function restoreOrigin({ run, checkpoints }: SeekerOptions, { origin }: SeekerState): boolean {
  const newest = run.newest();
  if (origin === null || !newest || !checkpoints.frames.includes(origin)) return false;
  checkpoints.restore(origin, newest.device);
  run.ready = origin;
  return true;
}

/** The picture shows the frame that the resources are at. */
export function arrive(options: SeekerOptions, state: SeekerState): void {
  state.isAway = false;
  setOrigin(options, state, null);
}

export function setOrigin(
  { checkpoints }: SeekerOptions,
  state: SeekerState,
  frame: number | null,
): void {
  state.origin = frame;
  checkpoints.want('cancel', frame);
}

/** Called before each attempt, since a frame drawn in between overwrites the prepared recording. */
export function prepare(seek: Seek): void {
  seek.isPrepared = true;
  seek.wish.prepare?.();
}
