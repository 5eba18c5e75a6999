import type { Dispose } from '#shared/disposer.ts';

const MAX_FRAMES_IN_FLIGHT = 2;

/** A frame that the GPU has not finished for so long, in milliseconds, is overdue. */
const OVERDUE = 2000;
const CHECK_INTERVAL = 500;

/**
 * What became of one turn of the loop: a frame was submitted; there is nothing to draw on yet, so
 * try again at the next turn; or the loop is over.
 */
export type FrameOutcome = 'submitted' | 'waiting' | 'finished';

export interface FrameLoop {
  /** @param now milliseconds, of `performance.now()` */
  frame(now: number): FrameOutcome;
  /** Milliseconds of the clock that frames are measured by. */
  now(): number;
  /**
   * Settles once the GPU is done with what was submitted so far; in the order of the calls. Rejects
   * if that was lost.
   */
  workDone(): Promise<unknown>;
  /**
   * The GPU is done with a frame.
   *
   * @param index counts submitted frames from 0
   * @param milliseconds since it was submitted, or since the frame before it was done if that is later
   */
  onDone(index: number, milliseconds: number): void;
  /** The oldest frame that the GPU has is overdue. Called once for it. */
  onOverdue(): void;
}

/**
 * Calls `frame` once per animation frame, but not while two frames are still with the GPU. Ends
 * when `frame` says so or when the returned function is called. Allocates nothing in a turn but
 * the promise that it waits for.
 */
export function startFrameLoop(loop: FrameLoop): Dispose {
  const submittedAt = new Float64Array(MAX_FRAMES_IN_FLIGHT);
  let submitted = 0;
  let done = 0;
  let lastDone = 0;
  let stopped = false;
  let handle = 0;
  let overdue = -1;
  /** When the GPU could begin with a frame. */
  const begun = (index: number) =>
    Math.max(lastDone, submittedAt[index % MAX_FRAMES_IN_FLIGHT] ?? 0);
  const settle = () => {
    const now = loop.now();
    const index = done;
    const since = begun(index);
    done += 1;
    lastDone = now;
    if (!stopped) loop.onDone(index, now - since);
  };
  const forget = () => {
    done += 1;
  };
  // A timer, since a page whose GPU hangs may get no animation frames.
  const timer = setInterval(() => {
    if (done === submitted || overdue === done || loop.now() - begun(done) < OVERDUE) return;
    overdue = done;
    loop.onOverdue();
  }, CHECK_INTERVAL);
  const turn = (now: number) => {
    if (stopped) return;
    if (submitted - done < MAX_FRAMES_IN_FLIGHT) {
      const outcome = loop.frame(now);
      if (outcome === 'finished') return clearInterval(timer);
      if (outcome === 'submitted') {
        submittedAt[submitted % MAX_FRAMES_IN_FLIGHT] = loop.now();
        submitted += 1;
        loop.workDone().then(settle, forget);
      }
    }
    handle = requestAnimationFrame(turn);
  };
  handle = requestAnimationFrame(turn);
  return () => {
    stopped = true;
    clearInterval(timer);
    cancelAnimationFrame(handle);
  };
}
