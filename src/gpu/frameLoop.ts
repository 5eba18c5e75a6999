import type { Dispose } from '#shared/disposer.ts';

const MAX_FRAMES_IN_FLIGHT = 2;

/** What became of one turn of the loop. */
export type FrameOutcome =
  /** Submitted; settles when the GPU is done with it. */
  | { readonly kind: 'submitted'; readonly done: Promise<unknown> }
  /** Nothing to draw on yet: try again at the next turn. */
  | { readonly kind: 'waiting' }
  /** The loop is over. */
  | { readonly kind: 'finished' };

/**
 * Calls `frame` once per animation frame, but not while two frames are still with the GPU. Ends
 * when `frame` says so or when the returned function is called.
 */
export function startFrameLoop(frame: (now: number) => FrameOutcome): Dispose {
  let inFlight = 0;
  let stopped = false;
  let handle = 0;
  const settle = () => {
    inFlight -= 1;
  };
  const turn = (now: number) => {
    if (stopped) return;
    if (inFlight < MAX_FRAMES_IN_FLIGHT) {
      const outcome = frame(now);
      if (outcome.kind === 'finished') return;
      if (outcome.kind === 'submitted') {
        inFlight += 1;
        outcome.done.then(settle, settle);
      }
    }
    handle = requestAnimationFrame(turn);
  };
  handle = requestAnimationFrame(turn);
  return () => {
    stopped = true;
    cancelAnimationFrame(handle);
  };
}
