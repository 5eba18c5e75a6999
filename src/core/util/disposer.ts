/** Releases what was acquired. Further calls do nothing. */
export type Dispose = () => void;

/** Collects release functions and runs them once, last acquired first. */
export interface Disposer {
  readonly disposed: boolean;
  /** Registers `release`, or runs it at once if the disposer has already run. */
  add(release: Dispose): void;
  dispose: Dispose;
}

export function createDisposer(): Disposer {
  const releases: Dispose[] = [];
  let disposed = false;
  return {
    get disposed() {
      return disposed;
    },
    add(release) {
      if (disposed) release();
      else releases.push(release);
    },
    dispose() {
      disposed = true;
      for (let release = releases.pop(); release; release = releases.pop()) release();
    },
  };
}
