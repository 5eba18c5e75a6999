import { LANGUAGE_WORKER } from '#engine/language/protocol.ts';

declare const self: DedicatedWorkerGlobalScope;

/**
 * Both workers use this script, so that they share the binary's loader. The worker's name selects
 * its role.
 */
async function loadPart(): Promise<(data: unknown) => void> {
  return self.name === LANGUAGE_WORKER
    ? (await import('#engine/language/worker/worker.ts')).receive
    : (await import('#engine/compiler/worker/worker.ts')).receive;
}

const early: unknown[] = [];
const keep = ({ data }: MessageEvent<unknown>) => void early.push(data);
self.addEventListener('message', keep);

loadPart().then(
  (receive) => {
    self.removeEventListener('message', keep);
    self.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data));
    for (const data of early) receive(data);
  },
  (thrown) => {
    // Thrown outside the promise, so that the page gets the worker's error event.
    setTimeout(() => {
      throw thrown;
    });
  },
);
