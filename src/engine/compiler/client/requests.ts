import { fail, ok } from '#core/util/result.ts';
import type { CompilerEvent, CompilerMethod, CompilerMethods } from '#engine/compiler/protocol.ts';
import { createCalls } from '#engine/worker/calls.ts';
import type { Delivery, Transport } from './transport.ts';

/** Requests over one transport. When it closes, open requests reject with the reason. */
export interface Requests {
  /** Rejects with the worker's message if the request could not be handled. */
  request<Method extends CompilerMethod>(
    method: Method,
    params: CompilerMethods[Method]['params'],
  ): Promise<CompilerMethods[Method]['result']>;
  /** Rejects open requests and stops listening. */
  dispose(reason: string): void;
}

export interface RequestsOptions {
  onEvent(event: CompilerEvent): void;
  /** Called once, when the other side ended by itself. */
  onClosed(reason: string): void;
}

export function createRequests(transport: Transport, options: RequestsOptions): Requests {
  let closedReason: string | undefined;
  const calls = createCalls<CompilerMethods>((call) => {
    if (closedReason !== undefined) throw new Error(closedReason);
    transport.send({ kind: 'request', ...call });
  });
  const close = (reason: string) => {
    closedReason = reason;
    transport.unsubscribe(listen);
    calls.rejectAll(reason);
  };
  const listen = (delivery: Delivery) => {
    if (delivery.kind === 'event') return options.onEvent(delivery);
    if (delivery.kind === 'closed') {
      close(delivery.reason);
      return options.onClosed(delivery.reason);
    }
    const isResult = delivery.kind === 'result';
    calls.settle(delivery.id, isResult ? ok(delivery.result) : fail(delivery.message));
  };
  transport.subscribe(listen);
  return { request: calls.ask, dispose: close };
}
