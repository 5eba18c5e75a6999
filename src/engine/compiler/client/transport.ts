import type { MessageFromWorker, RequestMessage } from '#engine/compiler/protocol.ts';

/** A delivery of a transport: a message of the worker, or the end of all messages. */
export type Delivery = MessageFromWorker | { readonly kind: 'closed'; readonly reason: string };

export type Deliver = (delivery: Delivery) => void;

/** A way to a compiler server: a worker, or one in memory in tests. */
export interface Transport {
  send(message: RequestMessage): void;
  /** Ends the server at once, whatever it is doing. */
  close(): void;
}

/** Starts a compiler server, which delivers its messages from then on. */
export type StartServer = (deliver: Deliver) => Transport;

/** Starts a compiler worker. */
export function startCompilerWorker(deliver: Deliver): Transport {
  const worker = new Worker(new URL('../../worker/worker.ts', import.meta.url), {
    type: 'module',
    name: 'compiler',
  });
  return workerTransport(worker, deliver);
}

/** A worker that cannot continue delivers `closed` with the reason. */
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
