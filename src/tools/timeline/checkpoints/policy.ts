/** Maximum size of all checkpoints together, in bytes. */
export const CHECKPOINT_BUDGET = 256 * 2 ** 20;

const MAX_CHECKPOINTS = 8;

/** With fewer, checkpoints help too little for their cost. */
const MIN_CHECKPOINTS = 4;

/** Frames between checkpoints. */
const DISTANCE = 60;

/** Number of checkpoints of this size to keep; 0 if one exceeds a quarter of the budget. */
export function checkpointsFor(bytes: number): number {
  const fitting = Math.floor(CHECKPOINT_BUDGET / Math.max(1, bytes));
  return fitting < MIN_CHECKPOINTS ? 0 : Math.min(MAX_CHECKPOINTS, fitting);
}

/**
 * Whether a checkpoint before this frame is worth its memory.
 *
 * @param frames the checkpoints' frames, in order
 * @param isWanted whether a loop starts there
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
 * The index of the least useful checkpoint. Distances grow with age, so that going back replays
 * about the same fraction of the distance from anywhere.
 *
 * @param frames the checkpoints' frames, in order; not empty
 * @param newest the run's current frame
 * @param isWanted tells which checkpoints must stay
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
