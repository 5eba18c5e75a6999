import type { LoadProgress } from '#core/output/compilerState.ts';

/** @param onProgress receives the sums; the total is null until every load's total is known */
export function createLoadTally(onProgress: (progress: LoadProgress) => void) {
  const loads: LoadProgress[] = [];
  return {
    /** Adds a load; the returned function takes its progress. */
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
