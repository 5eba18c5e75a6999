/** Releases what was acquired. Further calls do nothing. */
export type Dispose = () => void;

/** Collects release functions and runs them once, last acquired first. */
export interface Disposer {
  readonly disposed: boolean;
  /** Registers `release`, or runs it at once if the disposer has already run. */
  add(release: Dispose): void;
  /** Registers the `dispose` of a part, and returns the part. */
  own<Part extends { readonly dispose: Dispose }>(part: Part): Part;
  dispose: Dispose;
}

export function createDisposer(): Disposer {
  const releases: Dispose[] = [];
  let disposed = false;
  const add = (release: Dispose) => {
    if (disposed) release();
    else releases.push(release);
  };
  return {
    get disposed() {
      return disposed;
    },
    add,
    own(part) {
      add(part.dispose);
      return part;
    },
    dispose() {
      disposed = true;
      for (let release = releases.pop(); release; release = releases.pop()) release();
    },
  };
}
