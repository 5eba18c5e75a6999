import type { RequestMessage } from '#engine/compiler/protocol.ts';
import type { ClosableTransport, DeliveryListener } from './transport.ts';

/** A transport to a server that starts when `when` resolves; earlier messages wait for it. */
export function deferredTransport(
  when: Promise<void>,
  start: () => ClosableTransport,
): ClosableTransport {
  const waiting: RequestMessage[] = [];
  const listeners = new Set<DeliveryListener>();
  let started: ClosableTransport | undefined;
  let closed = false;
  void when.then(() => {
    if (closed) return;
    started = start();
    started.subscribe((delivery) => {
      for (const listener of [...listeners]) listener(delivery);
    });
    for (const message of waiting.splice(0)) started.send(message);
  });
  return {
    send(message) {
      if (started) started.send(message);
      else waiting.push(message);
    },
    subscribe: (listener) => void listeners.add(listener),
    unsubscribe: (listener) => void listeners.delete(listener),
    close() {
      closed = true;
      listeners.clear();
      started?.close();
    },
  };
}
