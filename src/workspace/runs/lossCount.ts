/** After this many losses in a row, a source no longer restarts automatically. */
export const MAX_LOSSES = 3;

/** A run that still draws this long after its start, in milliseconds, has lasted. */
const LASTING = 10_000;

/** A first frame that takes this long, in milliseconds, hangs. */
const HANGING = 1000;

export interface Loss {
  /** The source to blame. */
  readonly source: string;
  /** Its losses in a row, with this one. A run that has lasted ends the row. */
  readonly inARow: number;
  /** The GPU never finished a frame of this source, so a new run is likely to end the same way. */
  readonly hung: boolean;
}

/** Counts how often in a row runs of one source have lost the graphics device. */
export interface LossCount {
  /** A run of this source has taken over; a source other than the last one begins at zero. */
  started(source: string): void;
  /** The newest run submitted a frame. */
  frame(): void;
  /**
   * The GPU has completed a frame.
   *
   * @param isNewest the newest run drew it, not one before
   */
  frameDone(isNewest: boolean): void;
  /** The GPU has worked on a frame for seconds. */
  frameOverdue(): void;
  /** @param suspect the source to blame if the GPU owes no frame */
  lost(suspect: string): Loss;
  /** The device was lost, and no run is to blame. */
  forgetFrames(): void;
}

/** The frames of one run. */
interface RunFrames {
  readonly source: string;
  readonly startedAt: number;
  lastAt: number;
  /** When the oldest of its first frames was submitted that the GPU owes. */
  firstAt: number;
  /** Frames that the GPU has not completed. */
  owed: number;
  hasDrawn: boolean;
  isOverdue: boolean;
}

/**
 * Frames alone do not prove a run good: a shader that hangs the device submits some before the
 * driver gives up, seconds later. So a run has lasted once it draws 10 s after its start.
 *
 * The GPU completes frames in their order, so the oldest one that it owes is the one that hangs, even
 * if another run has taken over since.
 *
 * @param now milliseconds
 */
export function createLossCount(now: () => number = () => performance.now()): LossCount {
  let losses = 0;
  let current: RunFrames | null = null;
  /** Runs before it whose frames the GPU still owes, oldest first. */
  let earlier: RunFrames[] = [];
  const unfinished = () => {
    const isOwed = current && (current.owed > 0 || current.isOverdue);
    return earlier[0] ?? (isOwed ? current : null);
  };
  const isHung = (run: RunFrames) =>
    run.isOverdue || (run.owed > 0 && !run.hasDrawn && now() - run.firstAt >= HANGING);
  const hasLasted = (run: RunFrames) => run.lastAt - run.startedAt >= LASTING;
  return {
    started(source) {
      if (source !== current?.source) losses = 0;
      if (current && current.owed > 0) earlier.push(current);
      current = framesOf(source, now());
    },
    frame() {
      if (!current) return;
      current.lastAt = now();
      if (current.owed === 0 && !current.hasDrawn) current.firstAt = current.lastAt;
      current.owed += 1;
      current.isOverdue = false;
    },
    frameDone(isNewest) {
      const run = isNewest ? current : earlier[0];
      if (!run) return;
      run.owed = Math.max(0, run.owed - 1);
      run.hasDrawn = true;
      if (isNewest) earlier = [];
      else if (run.owed === 0) earlier.shift();
    },
    frameOverdue() {
      // Until the next frame: a browser may call a frame done that was lost with the device.
      const run = unfinished();
      if (run) run.isOverdue = true;
    },
    lost(suspect) {
      const culprit = unfinished();
      const source = culprit?.source ?? suspect;
      const hung = culprit !== null && isHung(culprit);
      const counted = current;
      earlier = [];
      if (counted && counted.source !== source && culprit) {
        // An earlier run is to blame: what has taken over starts again with a clean record.
        current = framesOf(counted.source, now());
        return { source, inARow: 1, hung };
      }
      losses = counted?.source === source && !hasLasted(counted) ? losses + 1 : 1;
      current = framesOf(source, now());
      return { source, inARow: losses, hung };
    },
    forgetFrames() {
      earlier = [];
      current &&= framesOf(current.source, now());
    },
  };
}

const framesOf = (source: string, time: number): RunFrames => ({
  source,
  startedAt: time,
  lastAt: time,
  firstAt: 0,
  owed: 0,
  hasDrawn: false,
  isOverdue: false,
});
