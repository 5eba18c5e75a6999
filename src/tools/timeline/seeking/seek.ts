import type { Newest } from '#core/util/newest.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { LoadContents } from '#engine/gpu/replay/firstContents.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';
import type { Checkpoints } from '#tools/timeline/checkpoints/checkpoints.ts';
import type { ReplayProgress } from '#tools/timeline/state.ts';

/** A run that can be brought to any of its frames. */
export interface SeekableRun {
  /** Of the run that draws; null before its first frame and if none does. */
  newest(): ObservedFrame | null;
  /** The frame that the resources are ready for; null if nobody can tell. */
  ready: number | null;
  readonly current: number;
  /** A frame that the seeker asked for is not drawn yet. */
  readonly isExpecting: boolean;
  pause(): void;
  resume(): void;
  /** Draws this frame with its own inputs, on what the resources hold; `shown` is to be called then. */
  draw(frame: number): void;
  /** As the frame has read them. */
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
  /** Called once the frame is drawn. */
  readonly then?: () => void;
}

/** A wish that is being fulfilled. */
export interface Seek {
  readonly wish: Wish;
  readonly frame: number;
  /** There was a run when it began, or has been since. */
  isPrepared: boolean;
  readonly signal: AbortSignal;
}

export interface SeekerState {
  readonly work: Newest;
  seek: Seek | null;
  isWorking: boolean;
  /** The frame before which there is a checkpoint that `cancel` returns to. */
  origin: number | null;
  /** The resources have changed since the newest frame was drawn. */
  isAway: boolean;
  /** A frame that nobody asked for was drawn since they began to change. */
  isDisturbed: boolean;
  /** Called when a frame is drawn. */
  drawn: () => void;
}

/** The seek is over, wherever the resources are. */
export function end({ onProgress }: SeekerOptions, state: SeekerState): void {
  state.work.end();
  state.seek = null;
  onProgress(null);
}

/**
 * The seek is over, and the resources are as they were before.
 *
 * @param stay they cannot be put back: what to do at the frame that they are ready for
 */
export function giveUp(
  options: SeekerOptions,
  state: SeekerState,
  stay: (frame: number) => void,
): void {
  const { run } = options;
  if (!state.seek) return;
  end(options, state);
  // What is about to be drawn is right.
  if (run.isExpecting) return;
  const { ready } = run;
  if (state.isAway && !restoreOrigin(options, state) && ready !== null) stay(ready);
  arrive(options, state);
}

/** True if the resources are as they were before. */
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

/** Again before each try: a frame that was drawn in between is recorded in place of what was prepared. */
export function prepare(seek: Seek): void {
  seek.isPrepared = true;
  seek.wish.prepare?.();
}
