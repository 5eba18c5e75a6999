/** Work that may pause wherever it yields. */
export type Sliced<T> = Generator<void, T, void>;

/**
 * Maximum duration of a slice, in milliseconds. Between slices, the page handles input and frames.
 */
const SLICE = 8;

export function runAtOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Runs sliced work in several tasks, so that none is long. */
export async function runInSlices<T>(work: Sliced<T>): Promise<T> {
  let end = performance.now() + SLICE;
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() < end) continue;
    await nextTask();
    end = performance.now() + SLICE;
  }
}

/** Resolves in a new task. Consecutive timers wait 4 ms each; messages do not wait. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Runs the work; returns null once the signal is aborted. */
export function* whileNeeded<T>(work: Sliced<T>, signal: AbortSignal): Sliced<T | null> {
  while (!signal.aborted) {
    const { done, value } = work.next();
    if (done) return value;
    yield;
  }
  return null;
}
