import { COMPILE_TARGETS, isCompileTarget } from '#core/output/compileTarget.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';
import { API_EVENTS, type ApiEventName, type ApiProject } from '#workspace/api/playgroundApi.ts';
import { isTooLarge, MAX_MESSAGE_TEXT } from './messageSize.ts';
import type { ApiMethod, Call, Request } from './messages.ts';

/** Why a message is refused, and which request it was, if that can be read. */
export interface Refusal {
  readonly id: number | null;
  readonly error: string;
}

type Reader = (params: readonly unknown[]) => Result<Call>;

/** Each method reads its parameters; nothing else of a message is used. */
const READERS: Readonly<Record<ApiMethod | 'subscribe' | 'unsubscribe', Reader>> = {
  project: () => ok({ method: 'project', params: [] }),
  setProject: ([project]) =>
    isProject(project)
      ? ok({ method: 'setProject', params: [project] })
      : fail('setProject takes { source: "…", files: { "path": "…" } }; files can be left out.'),
  compile: ([target, entryPoint]) => {
    if (typeof target !== 'string' || !isCompileTarget(target)) {
      return fail(`compile takes one of the targets ${COMPILE_TARGETS.join(', ')}.`);
    }
    if (entryPoint === undefined) return ok({ method: 'compile', params: [target] });
    return typeof entryPoint === 'string'
      ? ok({ method: 'compile', params: [target, entryPoint] })
      : fail('The entry point that compile takes is a name.');
  },
  run: () => ok({ method: 'run', params: [] }),
  pause: () => ok({ method: 'pause', params: [] }),
  resume: () => ok({ method: 'resume', params: [] }),
  setUniform: ([name, value]) =>
    typeof name === 'string' && isUniformValue(value)
      ? ok({ method: 'setUniform', params: [name, value] })
      : fail('setUniform takes a name, and a number or an array of three: red, green and blue.'),
  readFrame: () => ok({ method: 'readFrame', params: [] }),
  state: () => ok({ method: 'state', params: [] }),
  subscribe: ([event]) => readEvent('subscribe', event),
  unsubscribe: ([event]) => readEvent('unsubscribe', event),
};

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
  if (typeof method !== 'string' || !isMethod(method)) {
    const given = typeof method === 'string' ? ` ${quoted(method)}` : ' of this kind';
    return refuse(
      `There is no method${given}. The methods are ${Object.keys(READERS).join(', ')}.`,
    );
  }
  const call = READERS[method](params);
  return call.ok ? ok({ ...call.value, id }) : refuse(call.error);
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

function isMethod(name: string): name is keyof typeof READERS {
  return Object.hasOwn(READERS, name);
}

function isProject(value: unknown): value is ApiProject {
  if (!isRecord(value) || typeof value['source'] !== 'string') return false;
  const { files } = value;
  if (files === undefined) return true;
  return isRecord(files) && Object.values(files).every((text) => typeof text === 'string');
}

function isUniformValue(value: unknown): value is number | [number, number, number] {
  if (Array.isArray(value)) return value.length === 3 && value.every(Number.isFinite);
  return Number.isFinite(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
