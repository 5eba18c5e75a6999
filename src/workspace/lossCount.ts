/** After this many losses in a row, a source is no longer started again by itself. */
export const MAX_LOSSES = 3;

/** A run that still draws this long after its start, in milliseconds, has lasted. */
const LASTING = 10_000;

/** Counts how often in a row runs of one source have lost the graphics device. */
export interface LossCount {
  /** A run of this source has taken over, or would have; a source other than the last one begins at zero. */
  started(source: string): void;
  /** A frame was submitted. */
  frame(): void;
  /** Losses in a row, with this one. A run that had lasted breaks the row. */
  lost(): number;
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
  return {
    started(next) {
      if (next !== source) losses = 0;
      source = next;
      startedAt = now();
      lastFrameAt = startedAt;
    },
    frame() {
      lastFrameAt = now();
    },
    lost() {
      losses = lastFrameAt - startedAt >= LASTING ? 1 : losses + 1;
      return losses;
    },
  };
}
