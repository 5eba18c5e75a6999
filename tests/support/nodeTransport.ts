import { Worker } from 'node:worker_threads';
import type { Deliver, Transport } from '#engine/compiler/client/transport.ts';

/** Starts the real compiler in a Node thread, for tests that make it hang or crash. */
export function startNodeWorker(deliver: Deliver): Transport {
  const worker = new Worker(new URL('./tsWorker.mjs', import.meta.url), {
    workerData: { module: new URL('./nodeWorker.ts', import.meta.url).href },
    // The loader's output on an abort is in the answers too.
    stderr: true,
    stdout: true,
  });
  worker.on('message', deliver);
  worker.on('error', (error) => deliver({ kind: 'closed', reason: String(error) }));
  return {
    send: (message) => worker.postMessage(message),
    close() {
      void worker.terminate();
    },
  };
}
