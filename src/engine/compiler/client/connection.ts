import { assertNever } from '#core/util/assertNever.ts';
import { fail, ok } from '#core/util/result.ts';
import {
  type BinarySource,
  type CompilerEvent,
  type CompilerMethods,
  PROTOCOL_VERSION,
} from '#engine/compiler/protocol.ts';
import { type Calls, createCalls } from '#engine/worker/calls.ts';
import type { StartServer } from './transport.ts';

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
