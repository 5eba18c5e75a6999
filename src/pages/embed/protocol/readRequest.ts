import { isRecord } from '#core/util/json.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';
import { METHODS } from '#workspace/api/methods.ts';
import {
  API_EVENTS,
  type ApiEventName,
  type ApiMethod,
  METHOD_NAMES,
} from '#workspace/api/playgroundApi.ts';
import { isTooLarge, MAX_MESSAGE_TEXT } from './messageSize.ts';
import type { Call, Request } from './messages.ts';

/** Why a message is refused, and which request it was, if that can be read. */
export interface Refusal {
  readonly id: number | null;
  readonly error: string;
}

/** Reads whatever has arrived through the port. */
export function readRequest(data: unknown): Result<Request, Refusal> {
  const id = idOf(data);
  const refuse = (error: string) => fail({ id, error });
  if (isTooLarge(data)) {
    return refuse(
      `The message is too large: at most ${MAX_MESSAGE_TEXT} characters are read. Send less.`,
    );
  }
  if (id === null || !isRecord(data)) {
    return refuse('The message is no request. Send { id: 1, method: "state", params: [] }.');
  }
  const { method, params = [] } = data;
  if (!Array.isArray(params)) return refuse('The parameters of a request are an array.');
  const call = readCall(method, params);
  return call.ok ? ok({ ...call.value, id }) : refuse(call.error);
}

/** Each method reads its parameters; nothing else of a message is used. */
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
