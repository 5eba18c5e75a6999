import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { isRecord } from '#core/util/json.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';
import { METHODS } from '#workspace/api/methods.ts';
import {
  API_EVENTS,
  type ApiEventName,
  type ApiMethod,
  METHOD_NAMES,
  type Playground,
} from '#workspace/api/playgroundApi.ts';
import {
  type Call,
  PROTOCOL_VERSION,
  type Reply,
  type Request,
  readWindowMessage,
  windowMessage,
} from './messages.ts';

interface ServeOptions {
  /** The only origin whose page may talk to the embed, from `readAllowedOrigin`; null for any. */
  readonly allowedOrigin: string | null;
  readonly page?: EmbedWindow;
}

type EmbedWindow = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  readonly parent: { postMessage(message: unknown, targetOrigin: string): void };
};

/**
 * Offers a playground to the parent page and to no other window: the first connection from there
 * gets it, through its own port. Does nothing in a page that is not framed. The returned function
 * ends it.
 */
export function serveParent(playground: Playground, options: ServeOptions): Dispose {
  const { allowedOrigin, page = window } = options;
  if (page.parent === page) return () => {};
  const serving = createDisposer();
  let isTaken = false;
  const onMessage = ({ data, source, origin, ports: [port] }: MessageEvent<unknown>) => {
    const connect = readWindowMessage(data, 'connect');
    if (source !== page.parent || !connect || !port) return;
    const error = whyNot({ origin, allowedOrigin, isTaken, version: connect.version });
    if (error !== null) {
      refuse(port, error);
      return;
    }
    isTaken = true;
    serving.add(answerRequests(playground, port));
  };
  page.addEventListener('message', onMessage);
  serving.add(() => page.removeEventListener('message', onMessage));
  page.parent.postMessage(windowMessage('ready-to-connect'), '*');
  return serving.dispose;
}

interface Attempt {
  readonly origin: string;
  readonly allowedOrigin: string | null;
  readonly isTaken: boolean;
  readonly version: unknown;
}

function whyNot({ origin, allowedOrigin, isTaken, version }: Attempt): string | null {
  if (allowedOrigin !== null && origin !== allowedOrigin) {
    return `This embed talks to ${allowedOrigin} only, as its address says, and not to ${origin}.`;
  }
  if (version !== PROTOCOL_VERSION) {
    const theirs = typeof version === 'number' ? version : 'another';
    return `The page speaks version ${theirs} of the protocol, the embed version ${PROTOCOL_VERSION}. Reload the page, or load slang-playground.js from the embed's site.`;
  }
  return isTaken ? 'This embed is connected already. Use that connection.' : null;
}

function refuse(port: MessagePort, error: string): void {
  port.postMessage({ kind: 'refused', version: PROTOCOL_VERSION, error } satisfies Reply);
  port.close();
}

/** Most requests that may await their answers at the same time. */
const MAX_WAITING = 64;

type Subscriptions = ReturnType<typeof createSubscriptions>;

/**
 * Answers requests through the port until the returned function is called, which closes the port.
 */
function answerRequests(playground: Playground, port: MessagePort): Dispose {
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

/** Listens to events only while the page is subscribed to them. */
function createSubscriptions(
  playground: Playground,
  send: (reply: Reply) => void,
  atEnd: (release: Dispose) => void,
) {
  const stops = new Map<ApiEventName, Dispose>();
  const remove = (event: ApiEventName) => {
    stops.get(event)?.();
    stops.delete(event);
  };
  atEnd(() => {
    for (const stop of stops.values()) stop();
  });
  return {
    add(event: ApiEventName) {
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

/** Why a message is refused; `id` is its request's, null if unreadable. */
interface Refusal {
  readonly id: number | null;
  readonly error: string;
}

/** Reads an untrusted message from the port. */
export function readRequest(data: unknown): Result<Request, Refusal> {
  const id = idOf(data);
  const refuse = (error: string) => fail({ id, error });
  if (isTooLarge(data)) {
    return refuse(
      `The message is too large: at most ${MAX_MESSAGE_TEXT} characters are read. Send less.`,
    );
  }
  if (id === null || !isRecord(data)) {
    return refuse('The message is not a request. Send { id: 1, method: "state", params: [] }.');
  }
  const { method, params = [] } = data;
  if (!Array.isArray(params)) return refuse('The parameters of a request must be an array.');
  const call = readCall(method, params);
  return call.ok ? ok({ ...call.value, id }) : refuse(call.error);
}

/** Each method reads its own parameters; nothing else in a message is used. */
function readCall(method: unknown, params: readonly unknown[]): Result<Call> {
  if (method === 'subscribe' || method === 'unsubscribe') return readEvent(method, params[0]);
  if (typeof method !== 'string' || !isMethod(method)) {
    const given = typeof method === 'string' ? ` ${quoted(method)}` : ' of this kind';
    const names = [...METHOD_NAMES, 'subscribe', 'unsubscribe'].join(', ');
    return fail(`There is no method${given}. The methods are ${names}.`);
  }
  const read = METHODS[method].read(params);
  return read.ok ? ok({ method, params: read.value }) : read;
}

function idOf(data: unknown): number | null {
  if (!isRecord(data)) return null;
  const { id } = data;
  return typeof id === 'number' && Number.isFinite(id) ? id : null;
}

function readEvent(method: 'subscribe' | 'unsubscribe', event: unknown): Result<Call> {
  return typeof event === 'string' && isEvent(event)
    ? ok({ method, params: [event] })
    : fail(`${method} takes one of the events ${Object.keys(API_EVENTS).join(', ')}.`);
}

function isEvent(name: string): name is ApiEventName {
  return Object.hasOwn(API_EVENTS, name);
}

function isMethod(name: string): name is ApiMethod {
  return Object.hasOwn(METHODS, name);
}

/** Most characters plus bytes in one message, including property names. */
export const MAX_MESSAGE_TEXT = 8 * 2 ** 20;

/**
 * Most values in one message. No honest message comes close; this bounds the time to process one.
 */
const MAX_VALUES = 10_000;

/** Whether a message exceeds the limits. Stops at the limit; handles cycles and deep nesting. */
export function isTooLarge(message: unknown): boolean {
  let text = 0;
  let values = 1;
  const waiting: unknown[] = [message];
  while (waiting.length > 0) {
    const value = waiting.pop();
    text += sizeOf(value);
    values += isList(value) ? value.length : 0;
    if (text > MAX_MESSAGE_TEXT || values > MAX_VALUES) return true;
    if (isList(value)) {
      waiting.push(...value);
    } else if (isWalked(value)) {
      const parts = Object.entries(value);
      values += parts.length;
      for (const [name] of parts) text += name.length;
      if (values > MAX_VALUES) return true;
      for (const [, part] of parts) waiting.push(part);
    }
  }
  return false;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
  return 0;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isWalked(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}
