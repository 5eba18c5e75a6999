import type { LoadProgress } from '#core/output/compilerState.ts';

/** @param onProgress the sums; the total is known once that of every load is */
export function createLoadTally(onProgress: (progress: LoadProgress) => void) {
  const loads: LoadProgress[] = [];
  return {
    /** Counts one more load; the returned function takes its progress. */
    add(): (progress: LoadProgress) => void {
      const index = loads.push({ received: 0, total: null }) - 1;
      return (progress) => {
        loads[index] = progress;
        onProgress(loads.reduce(together));
      };
    },
  };
}

function together(sum: LoadProgress, load: LoadProgress): LoadProgress {
  const known = sum.total !== null && load.total !== null;
  return {
    received: sum.received + load.received,
    total: known ? (sum.total ?? 0) + (load.total ?? 0) : null,
  };
}
