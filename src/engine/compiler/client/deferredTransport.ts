import type { RequestMessage } from '#engine/compiler/protocol.ts';
import type { Deliver, StartServer, Transport } from './transport.ts';

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
