import type { Dispose } from '#core/util/disposer.ts';

/** Submissions in flight, unless a turn may draw more frames. */
const IN_FLIGHT = 2;

const MAX_IN_FLIGHT = 4;

/** A submission that takes the GPU longer than this (ms) is overdue. */
const OVERDUE = 2000;
const CHECK_INTERVAL = 500;

/**
 * The result of a turn: a frame was submitted; a piece of a frame, not the last, was submitted;
 * nothing was submitted, so try again next turn; or the loop is over.
 */
export type FrameOutcome = 'submitted' | 'piece' | 'waiting' | 'finished';

export interface FrameLoop {
  /** @param now from `performance.now()` (ms) */
  frame(now: number): FrameOutcome;
  /** Maximum frames per turn, while `frame` keeps submitting them. */
  framesPerTurn(): number;
  /** The clock that measures frames, in milliseconds. */
  now(): number;
  /**
   * Settles when the GPU has completed everything submitted so far, in order of the calls. Rejects
   * if the work was lost.
   */
  workDone(): Promise<unknown>;
  /**
   * The GPU has completed a frame or a piece of one.
   *
   * @param milliseconds since its submission or, if later, the completion of the previous one
   */
  onDone(milliseconds: number): void;
  /**
   * @param index counts submitted frames from 0
   * @param milliseconds of all its pieces together
   */
  onFrameDone(index: number, milliseconds: number): void;
  /** The GPU has completed a frame that was submitted before the loop was stopped. */
  onLateFrameDone(): void;
  /** The oldest submission in flight is overdue. Called once for each. */
  onOverdue(): void;
}

/**
 * Calls `frame` in each animation frame, up to `framesPerTurn` times, but only while fewer than two
 * submissions (or as many as a turn may draw, if more) are in flight. Ends when `frame` returns
 * `finished` or the returned function is called. A turn allocates only the promises that it waits
 * for.
 */
export function startFrameLoop(loop: FrameLoop): Dispose {
  const submittedAt = new Float64Array(MAX_IN_FLIGHT);
  const isLast = new Uint8Array(MAX_IN_FLIGHT);
  let submitted = 0;
  let done = 0;
  let framesDone = 0;
  /** Milliseconds of the oldest frame's completed pieces. */
  let taken = 0;
  let lastDone = 0;
  let stopped = false;
  let handle = 0;
  let overdue = -1;
  /** When the GPU could start a submission. */
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
  // A timer, because a page whose GPU hangs may get no animation frames.
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
