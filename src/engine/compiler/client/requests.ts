import { assertNever } from '#core/util/assertNever.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type {
  CompilerEvent,
  CompilerMethod,
  CompilerMethods,
  ResponseMessage,
} from '#engine/compiler/protocol.ts';
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

interface Pending {
  resolve(result: CompilerMethods[CompilerMethod]['result']): void;
  reject(error: Error): void;
}

export interface RequestsOptions {
  onEvent(event: CompilerEvent): void;
  /** Called once, when the other side ended by itself. */
  onClosed(reason: string): void;
}

export function createRequests(transport: Transport, options: RequestsOptions): Requests {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let closedReason: string | undefined;

  const settle = (response: ResponseMessage) => {
    const request = pending.get(response.id);
    pending.delete(response.id);
    if (response.kind === 'result') request?.resolve(response.result);
    else request?.reject(new Error(response.message));
  };
  const close = (reason: string) => {
    closedReason = reason;
    stop();
    for (const request of pending.values()) request.reject(new Error(reason));
    pending.clear();
  };
  const listen = (delivery: Delivery) => {
    switch (delivery.kind) {
      case 'result':
      case 'error':
        return settle(delivery);
      case 'event':
        return options.onEvent(delivery);
      case 'closed':
        close(delivery.reason);
        return options.onClosed(delivery.reason);
      default:
        return assertNever(delivery);
    }
  };
  transport.subscribe(listen);
  const stop: Dispose = () => transport.unsubscribe(listen);

  return {
    request<Method extends CompilerMethod>(
      method: Method,
      params: CompilerMethods[Method]['params'],
    ) {
      return new Promise<CompilerMethods[Method]['result']>((resolve, reject) => {
        if (closedReason !== undefined) return reject(new Error(closedReason));
        lastId += 1;
        // The protocol ties the result to the method of the request with this number.
        pending.set(lastId, { resolve: resolve as Pending['resolve'], reject });
        transport.send({ kind: 'request', id: lastId, method, params });
      });
    },
    dispose: close,
  };
}
