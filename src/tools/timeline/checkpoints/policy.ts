/** Bytes that all checkpoints together take at most. */
export const CHECKPOINT_BUDGET = 256 * 2 ** 20;

const MAX_CHECKPOINTS = 8;

/** Below so many, checkpoints help too little for what they cost. */
const MIN_CHECKPOINTS = 4;

/** Frames from a checkpoint to the next. */
const DISTANCE = 60;

/** How many checkpoints of this many bytes are kept; 0 if one is over a quarter of the budget. */
export function checkpointsFor(bytes: number): number {
  const fitting = Math.floor(CHECKPOINT_BUDGET / Math.max(1, bytes));
  return fitting < MIN_CHECKPOINTS ? 0 : Math.min(MAX_CHECKPOINTS, fitting);
}

/**
 * Whether a checkpoint before this frame is worth its memory.
 *
 * @param frames of the checkpoints, in order
 * @param isWanted a loop begins there
 */
export function isDue(frame: number, frames: readonly number[], isWanted: boolean): boolean {
  let nearest = 0;
  let isThere = false;
  for (const each of frames) {
    if (each <= frame) nearest = each;
    if (each === frame) isThere = true;
  }
  return !isThere && (isWanted || frame - nearest >= DISTANCE);
}

/**
 * The index of the least useful checkpoint: distances grow with the age, so that going back
 * takes about the same share of the way from everywhere.
 *
 * @param frames of the checkpoints, in order; not empty
 * @param newest where the run is
 * @param isWanted it has to stay
 */
export function leastUseful(
  frames: readonly number[],
  newest: number,
  isWanted: (frame: number) => boolean,
): number {
  let least = 0;
  let leastUse = Number.POSITIVE_INFINITY;
  for (const [index, frame] of frames.entries()) {
    if (isWanted(frame)) continue;
    const gap = (frames[index + 1] ?? newest + DISTANCE) - (frames[index - 1] ?? 0);
    const use = gap / (Math.abs(newest - frame) + DISTANCE);
    if (use >= leastUse) continue;
    least = index;
    leastUse = use;
  }
  return least;
}
