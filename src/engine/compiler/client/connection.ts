import {
  type BinarySource,
  type CompilerEvent,
  type CompilerMethods,
  PROTOCOL_VERSION,
} from '#engine/compiler/protocol.ts';
import { createRequests, type Requests } from './requests.ts';
import type { ClosableTransport } from './transport.ts';

type Initialized = CompilerMethods['initialize']['result'];

/** One worker, from its start to its end. */
export interface Connection {
  readonly requests: Requests;
  /** Resolves once the compiler is ready; rejects if it cannot be, or was closed before. */
  readonly ready: Promise<Initialized>;
  /** Ends the worker at once; open requests reject with `reason`. */
  close(reason: string): void;
}

export interface ConnectionOptions {
  readonly start: () => ClosableTransport;
  readonly binary: BinarySource;
  readonly onEvent: (event: CompilerEvent) => void;
  /** The worker ended by itself. */
  readonly onClosed: (reason: string) => void;
}

export function connect({ start, binary, onEvent, onClosed }: ConnectionOptions): Connection {
  const transport = start();
  const requests = createRequests(transport, { onEvent, onClosed });
  const ready = requests.request('initialize', { protocolVersion: PROTOCOL_VERSION, binary });
  // Callers handle the rejection; without callers, it must not count as unhandled.
  ready.catch(() => {});
  return {
    requests,
    ready,
    close(reason) {
      requests.dispose(reason);
      transport.close();
    },
  };
}
