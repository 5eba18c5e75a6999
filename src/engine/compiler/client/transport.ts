import type { MessageFromWorker, RequestMessage } from '#engine/compiler/protocol.ts';

export type Delivery = MessageFromWorker | { readonly kind: 'closed'; readonly reason: string };

export type Deliver = (delivery: Delivery) => void;

/** A connection to a compiler server: a worker or, in tests, a server in memory. */
export interface Transport {
  send(message: RequestMessage): void;
  close(): void;
}

export type StartServer = (deliver: Deliver) => Transport;

export function startCompilerWorker(deliver: Deliver): Transport {
  const worker = new Worker(new URL('../../worker/worker.ts', import.meta.url), {
    type: 'module',
    name: 'compiler',
  });
  return workerTransport(worker, deliver);
}

/** Delivers `closed` with the reason if the worker cannot continue. */
export function workerTransport(worker: Worker, deliver: Deliver): Transport {
  worker.onmessage = (event: MessageEvent<MessageFromWorker>) => deliver(event.data);
  worker.onerror = (event) => {
    deliver({ kind: 'closed', reason: event.message || 'The worker script could not be loaded.' });
  };
  worker.onmessageerror = () => {
    deliver({ kind: 'closed', reason: 'A message from the worker could not be read.' });
  };
  return {
    send: (message) => worker.postMessage(message),
    close: () => worker.terminate(),
  };
}
