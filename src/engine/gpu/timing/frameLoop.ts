import type { Dispose } from '#core/util/disposer.ts';

/** Submissions that the GPU may have, unless a turn may draw more frames. */
const IN_FLIGHT = 2;

const MAX_IN_FLIGHT = 4;

/** A frame that the GPU has not finished for so long, in milliseconds, is overdue. */
const OVERDUE = 2000;
const CHECK_INTERVAL = 500;

/**
 * What became of one turn of the loop: a frame was submitted, or a piece of it that is not the last;
 * nothing was, so try again at the next turn; or the loop is over.
 */
export type FrameOutcome = 'submitted' | 'piece' | 'waiting' | 'finished';

export interface FrameLoop {
  /** @param now milliseconds, of `performance.now()` */
  frame(now: number): FrameOutcome;
  /** How many frames a turn may draw, as long as `frame` submits them. */
  framesPerTurn(): number;
  /** Milliseconds of the clock that frames are measured by. */
  now(): number;
  /**
   * Settles once the GPU is done with what was submitted so far; in the order of the calls. Rejects
   * if that was lost.
   */
  workDone(): Promise<unknown>;
  /**
   * The GPU is done with a frame or a piece of one.
   *
   * @param milliseconds since it was submitted, or since what was before it was done if that is later
   */
  onDone(milliseconds: number): void;
  /**
   * The GPU is done with a frame.
   *
   * @param index counts submitted frames from 0
   * @param milliseconds of all its pieces together
   */
  onFrameDone(index: number, milliseconds: number): void;
  /** The GPU is done with a frame that was submitted before the loop was stopped. */
  onLateFrameDone(): void;
  /** The oldest submission that the GPU has is overdue. Called once for it. */
  onOverdue(): void;
}

/**
 * Calls `frame` in each animation frame, up to `framesPerTurn` times, but not while the GPU still has
 * two submissions, or as many as a turn may make. Ends when `frame` says so or when the returned
 * function is called. Allocates nothing in a turn but the promises that it waits for.
 */
export function startFrameLoop(loop: FrameLoop): Dispose {
  const submittedAt = new Float64Array(MAX_IN_FLIGHT);
  /** Whether a submission is the last of its frame. */
  const isLast = new Uint8Array(MAX_IN_FLIGHT);
  let submitted = 0;
  let done = 0;
  let framesDone = 0;
  /** What the pieces of the oldest frame have taken so far. */
  let taken = 0;
  let lastDone = 0;
  let stopped = false;
  let handle = 0;
  let overdue = -1;
  /** When the GPU could begin with a submission. */
  const begun = (index: number) => Math.max(lastDone, submittedAt[index % MAX_IN_FLIGHT] ?? 0);
  const settle = () => {
    const now = loop.now();
    const span = now - begun(done);
    const ends = isLast[done % MAX_IN_FLIGHT] === 1;
    done += 1;
    lastDone = now;
    taken += span;
    if (!stopped) loop.onDone(span);
    if (ends) frameDone();
  };
  const frameDone = () => {
    const index = framesDone;
    const milliseconds = taken;
    framesDone += 1;
    taken = 0;
    if (stopped) loop.onLateFrameDone();
    else loop.onFrameDone(index, milliseconds);
  };
  const forget = () => {
    if (isLast[done % MAX_IN_FLIGHT] === 1) framesDone += 1;
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
    let left = loop.framesPerTurn();
    const inFlight = Math.min(MAX_IN_FLIGHT, Math.max(IN_FLIGHT, left));
    for (; left > 0 && submitted - done < inFlight; left -= 1) {
      const outcome = loop.frame(now);
      if (outcome === 'finished') return clearInterval(timer);
      if (outcome === 'waiting') break;
      submittedAt[submitted % MAX_IN_FLIGHT] = loop.now();
      isLast[submitted % MAX_IN_FLIGHT] = outcome === 'submitted' ? 1 : 0;
      submitted += 1;
      loop.workDone().then(settle, forget);
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
