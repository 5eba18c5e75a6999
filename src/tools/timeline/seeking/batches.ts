/** A batch of frames takes about this long on the GPU, in milliseconds. */
const WANTED = 30;

/** Milliseconds of the page’s thread that a batch takes at most. */
const MAX_TASK = 10;

const MAX_FRAMES = 64;

/** Groups frames, so that neither the page nor the GPU is busy for long. */
export interface Batches {
  /** Another frame was submitted: whether the batch ends with it. */
  isFull(): boolean;
  /** Waits until the GPU is done with the batch, and begins the next one. */
  done(): Promise<void>;
}

export function createBatches(workDone: () => Promise<unknown>): Batches {
  let size = 1;
  let count = 0;
  let began = performance.now();
  return {
    isFull() {
      count += 1;
      return count >= size || performance.now() - began > MAX_TASK;
    },
    async done() {
      // A lost device ends the run, which ends the replay.
      await workDone().catch(() => {});
      const took = performance.now() - began;
      if (took < WANTED / 2) size = Math.min(MAX_FRAMES, size * 2);
      else if (took > WANTED) size = Math.max(1, Math.floor(size / 2));
      count = 0;
      began = performance.now();
    },
  };
}
