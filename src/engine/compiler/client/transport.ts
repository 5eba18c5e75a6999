import type { MessageFromWorker, RequestMessage } from '#engine/compiler/protocol.ts';

/** A delivery of a transport: a message of the worker, or the end of all messages. */
export type Delivery = MessageFromWorker | { readonly kind: 'closed'; readonly reason: string };

export type DeliveryListener = (delivery: Delivery) => void;

/** A transport to a compiler server: a worker, or one in memory in tests. */
export interface Transport {
  send(message: RequestMessage): void;
  subscribe(listener: DeliveryListener): void;
  unsubscribe(listener: DeliveryListener): void;
}

export interface ClosableTransport extends Transport {
  /** Ends the server at once, whatever it is doing. Nothing is delivered afterwards. */
  close(): void;
}

/** Starts a compiler worker. */
export function startCompilerWorker(): ClosableTransport {
  return workerTransport(
    new Worker(new URL('../../worker/worker.ts', import.meta.url), {
      type: 'module',
      name: 'compiler',
    }),
  );
}

/** A worker that cannot continue delivers `closed` with the reason. */
export function workerTransport(worker: Worker): ClosableTransport {
  const listeners = new Set<DeliveryListener>();
  const deliver: DeliveryListener = (delivery) => {
    for (const listener of listeners) listener(delivery);
  };
  worker.onmessage = (event: MessageEvent<MessageFromWorker>) => deliver(event.data);
  worker.onerror = (event) => {
    deliver({ kind: 'closed', reason: event.message || 'The worker script could not be loaded.' });
  };
  worker.onmessageerror = () => {
    deliver({ kind: 'closed', reason: 'A message from the worker could not be read.' });
  };
  return {
    send: (message) => worker.postMessage(message),
    subscribe: (listener) => void listeners.add(listener),
    unsubscribe: (listener) => void listeners.delete(listener),
    close() {
      listeners.clear();
      worker.terminate();
    },
  };
}
