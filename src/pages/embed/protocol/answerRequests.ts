import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { METHODS } from '#workspace/api/methods.ts';
import type { ApiEventName, Playground } from '#workspace/api/playgroundApi.ts';
import { type Call, PROTOCOL_VERSION, type Reply } from './messages.ts';
import { readRequest } from './readRequest.ts';

/** Requests that may wait for their answers at the same time. */
const MAX_WAITING = 64;

interface Subscriptions {
  add(event: ApiEventName): void;
  remove(event: ApiEventName): void;
}

/** Answers what arrives through the port until the result is called, which closes the port. */
export function answerRequests(playground: Playground, port: MessagePort): Dispose {
  const serving = createDisposer();
  let waiting = 0;
  const send = (reply: Reply, transfer: Transferable[] = []) => {
    if (!serving.disposed) port.postMessage(reply, transfer);
  };
  serving.add(() => port.close());
  const subscriptions = createSubscriptions(playground, send, serving.add);
  port.onmessage = async ({ data }) => {
    const read = readRequest(data);
    if (!read.ok) {
      send({ kind: 'failure', ...read.error });
      return;
    }
    const { id, ...call } = read.value;
    if (waiting >= MAX_WAITING) {
      const error = `${MAX_WAITING} requests wait for their answers. Wait for one of them, then send the next.`;
      send({ kind: 'failure', id, error });
      return;
    }
    waiting += 1;
    try {
      const { result, transfer } = await carryOut(call, playground, subscriptions);
      send({ kind: 'result', id, result }, transfer);
    } catch (thrown) {
      send({ kind: 'failure', id, error: messageOf(thrown) });
    } finally {
      waiting -= 1;
    }
  };
  send({ kind: 'connected', version: PROTOCOL_VERSION });
  return serving.dispose;
}

/** Events are watched for only while the page has asked for them. */
function createSubscriptions(
  playground: Playground,
  send: (reply: Reply) => void,
  atEnd: (release: Dispose) => void,
): Subscriptions {
  const stops = new Map<ApiEventName, Dispose>();
  const remove = (event: ApiEventName) => {
    stops.get(event)?.();
    stops.delete(event);
  };
  atEnd(() => {
    for (const stop of stops.values()) stop();
  });
  return {
    add(event) {
      if (stops.has(event)) return;
      stops.set(
        event,
        playground.on(event, (detail) => send({ kind: 'event', event, detail })),
      );
    },
    remove,
  };
}

interface Outcome {
  readonly result: unknown;
  readonly transfer?: Transferable[] | undefined;
}

async function carryOut(
  call: Call,
  playground: Playground,
  subscriptions: Subscriptions,
): Promise<Outcome> {
  if (call.method === 'subscribe') return { result: subscriptions.add(call.params[0]) };
  if (call.method === 'unsubscribe') return { result: subscriptions.remove(call.params[0]) };
  const result = await Reflect.apply(playground[call.method], playground, call.params);
  return { result, transfer: METHODS[call.method].moves?.(result) };
}
