/** Work that may pause wherever it yields. */
export type Sliced<T> = Generator<void, T, void>;

/** How long a slice may take, in milliseconds: the page stays ready for input and frames between them. */
const SLICE = 8;

/** Does sliced work without a pause. */
export function runAtOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does sliced work in tasks of its own, so that none is long. */
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

/**
 * Resolves in a task of its own. Timers wait for 4 ms each when they follow each other; messages do
 * not wait.
 */
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
