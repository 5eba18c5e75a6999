import { Worker } from 'node:worker_threads';
import type { ClosableTransport, DeliveryListener } from '#engine/compiler/client/transport.ts';

/** Starts the real compiler in a thread of Node, for tests that let it hang or die. */
export function startNodeWorker(): ClosableTransport {
  const worker = new Worker(new URL('./tsWorker.mjs', import.meta.url), {
    workerData: { module: new URL('./nodeWorker.ts', import.meta.url).href },
    // What the loader prints when it aborts is in the answers too.
    stderr: true,
    stdout: true,
  });
  const listeners = new Set<DeliveryListener>();
  const deliver: DeliveryListener = (delivery) => {
    for (const listener of listeners) listener(delivery);
  };
  worker.on('message', deliver);
  worker.on('error', (error) => deliver({ kind: 'closed', reason: String(error) }));
  return {
    send: (message) => worker.postMessage(message),
    subscribe: (listener) => void listeners.add(listener),
    unsubscribe: (listener) => void listeners.delete(listener),
    close() {
      listeners.clear();
      void worker.terminate();
    },
  };
}
