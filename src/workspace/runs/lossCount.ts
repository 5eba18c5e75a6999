/** After this many losses in a row, a source is no longer started again by itself. */
export const MAX_LOSSES = 3;

/** A run that still draws this long after its start, in milliseconds, has lasted. */
const LASTING = 10_000;

/** A first frame that was not done after so many milliseconds hangs; before, it was only under way. */
const HANGING = 1000;

export interface Loss {
  /** Losses in a row, with this one. A run that had lasted breaks the row. */
  readonly inARow: number;
  /** The GPU had a frame that it never finished, so that a new run is likely to end the same way. */
  readonly hung: boolean;
}

/** Counts how often in a row runs of one source have lost the graphics device. */
export interface LossCount {
  /** A run of this source has taken over, or would have; a source other than the last one begins at zero. */
  started(source: string): void;
  /** A frame was submitted. */
  frame(): void;
  /** The GPU is done with a frame. */
  frameDone(): void;
  /** The GPU has worked on a frame for seconds and is not done. */
  frameOverdue(): void;
  lost(): Loss;
}

/**
 * Frames alone do not prove a run good: a shader that hangs the device submits some before the
 * driver gives up, seconds later. So a run has lasted once it draws 10 s after its start.
 *
 * @param now milliseconds
 */
export function createLossCount(now: () => number = () => performance.now()): LossCount {
  let source: string | null = null;
  let losses = 0;
  let startedAt = 0;
  let lastFrameAt = 0;
  let firstFrameAt = 0;
  /** Frames that the GPU is not done with. */
  let owed = 0;
  let hasDrawn = false;
  let isOverdue = false;
  const firstFrameHangs = () => owed > 0 && !hasDrawn && now() - firstFrameAt >= HANGING;
  return {
    started(next) {
      if (next !== source) losses = 0;
      source = next;
      startedAt = now();
      lastFrameAt = startedAt;
      owed = 0;
      hasDrawn = false;
      isOverdue = false;
    },
    frame() {
      lastFrameAt = now();
      if (owed === 0 && !hasDrawn) firstFrameAt = lastFrameAt;
      owed += 1;
      isOverdue = false;
    },
    frameDone() {
      owed = Math.max(0, owed - 1);
      hasDrawn = true;
    },
    frameOverdue() {
      // Until the next frame: a browser may call a frame done that was lost with the device.
      isOverdue = true;
    },
    lost() {
      losses = lastFrameAt - startedAt >= LASTING ? 1 : losses + 1;
      return { inARow: losses, hung: isOverdue || firstFrameHangs() };
    },
  };
}
