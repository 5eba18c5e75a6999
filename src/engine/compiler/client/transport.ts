import { assertNever } from '#core/util/assertNever.ts';
import { fail, ok } from '#core/util/result.ts';
import {
  type BinarySource,
  type CompilerEvent,
  type CompilerMethods,
  type MessageFromWorker,
  PROTOCOL_VERSION,
  type RequestMessage,
} from '#engine/compiler/protocol.ts';
import { type Calls, createCalls } from '#engine/worker/calls.ts';

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

export interface Connection extends Pick<Calls<CompilerMethods>, 'ask'> {
  /** Rejects if the compiler cannot start, or if the connection is closed first. */
  readonly ready: Promise<CompilerMethods['initialize']['result']>;
  /** Terminates the worker. Open requests reject with `reason`; later messages are ignored. */
  close(reason: string): void;
}

interface ConnectionOptions {
  readonly start: StartServer;
  readonly binary: BinarySource;
  readonly onEvent: (event: CompilerEvent) => void;
  /** The worker ended by itself, and its open requests have rejected with the reason. */
  readonly onClosed: (reason: string) => void;
}

export function connect({ start, binary, onEvent, onClosed }: ConnectionOptions): Connection {
  let closedReason: string | undefined;
  const calls = createCalls<CompilerMethods>((call) => {
    if (closedReason !== undefined) throw new Error(closedReason);
    transport.send({ kind: 'request', ...call });
  });
  const end = (reason: string) => {
    closedReason = reason;
    calls.rejectAll(reason);
  };
  const transport = start((delivery) => {
    if (closedReason !== undefined) return;
    switch (delivery.kind) {
      case 'event':
        return onEvent(delivery);
      case 'closed':
        end(delivery.reason);
        return onClosed(delivery.reason);
      case 'result':
        return calls.settle(delivery.id, ok(delivery.result));
      case 'error':
        return calls.settle(delivery.id, fail(delivery.message));
      default:
        return assertNever(delivery);
    }
  });
  const ready = calls.ask('initialize', { protocolVersion: PROTOCOL_VERSION, binary });
  // Callers handle the rejection. Without callers, it must not count as unhandled.
  ready.catch(() => {});
  return {
    ask: calls.ask,
    ready,
    close(reason) {
      end(reason);
      transport.close();
    },
  };
}

/** A transport to a server that starts when `when` resolves; messages queue until then. */
export function deferredTransport(
  when: Promise<void>,
  start: StartServer,
  deliver: Deliver,
): Transport {
  const waiting: RequestMessage[] = [];
  let started: Transport | undefined;
  let closed = false;
  void when.then(() => {
    if (closed) return;
    started = start(deliver);
    for (const message of waiting.splice(0)) started.send(message);
  });
  return {
    send(message) {
      if (started) started.send(message);
      else waiting.push(message);
    },
    close() {
      closed = true;
      started?.close();
    },
  };
}
