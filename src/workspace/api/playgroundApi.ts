import type { CompileTarget } from '#core/output/compileTarget.ts';
import { quoted } from '#core/util/text.ts';

/** A change that breaks scripts counts it up. */
const API_VERSION = 1;

/**
 * What scripts can do with a playground: `window.slangPlayground` of its page, and the methods and events
 * of an embed. All values can be cloned, so that they pass through messages. A method that cannot do what
 * it is asked for rejects with an `Error` whose message says why and what to do.
 */
export interface PlaygroundApi {
  readonly version: typeof API_VERSION;
  /** The open project with its edits. */
  project(): Promise<ApiProject>;
  /** Opens this in place of the project, as a link from somebody else is opened, and runs it. */
  setProject(project: ApiProject): Promise<void>;
  /** Compiles the open project, without running it. */
  compile(target: CompileTarget, entryPoint?: string): Promise<ApiCompileResult>;
  /** Compiles and runs the open project; resolves once it has drawn or printed, or has failed. */
  run(): Promise<ApiState>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** A slider’s number, or a colour’s red, green and blue from 0 to 1. */
  setUniform(name: string, value: number | readonly [number, number, number]): Promise<void>;
  /** The picture of the newest frame. Rejects if there is none. */
  readFrame(): Promise<ApiPicture>;
  /** What is the case now. */
  state(): Promise<ApiState>;
}

export type ApiMethod = Exclude<keyof PlaygroundApi, 'version'>;
export type ApiParams<Method extends ApiMethod> = Parameters<PlaygroundApi[Method]>;
export type ApiResult<Method extends ApiMethod> = Awaited<ReturnType<PlaygroundApi[Method]>>;

/** The names of the methods. */
const API_METHODS: Readonly<Record<ApiMethod, true>> = {
  project: true,
  setProject: true,
  compile: true,
  run: true,
  pause: true,
  resume: true,
  setUniform: true,
  readFrame: true,
  state: true,
};

export const METHOD_NAMES = Object.keys(API_METHODS) as readonly ApiMethod[];

export interface ApiProject {
  /** Of the main file. */
  readonly source: string;
  /** Other files by their paths, such as `lib/noise.slang`. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface ApiCompileResult {
  readonly succeeded: boolean;
  /** The target’s text; empty if it failed. */
  readonly code: string;
  /** The module’s bytes, for SPIRV only. */
  readonly binary: Uint8Array | null;
  readonly diagnostics: readonly ApiDiagnostic[];
}

export interface ApiDiagnostic {
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  /** Null if it is about no file. */
  readonly path: string | null;
  /** Counts from 1; null if it is about no place. */
  readonly line: number | null;
  readonly column: number | null;
}

export interface ApiPicture {
  readonly width: number;
  readonly height: number;
  /** RGBA, 8 bits each, row by row from the top. */
  readonly data: Uint8ClampedArray;
  readonly frame: number;
}

export interface ApiState {
  readonly run: 'idle' | 'starting' | 'playing' | 'paused' | 'failed';
  readonly frame: number;
  /** What the newest frame that printed has printed; empty if the newest program has a fault. */
  readonly printed: string;
  readonly diagnostics: readonly ApiDiagnostic[];
  /** The messages of the Diagnostics tab. */
  readonly messages: string;
  readonly uniforms: readonly ApiUniform[];
}

export type ApiUniform =
  | {
      readonly kind: 'slider';
      readonly name: string;
      readonly value: number;
      readonly min: number;
      readonly max: number;
    }
  | {
      readonly kind: 'color';
      readonly name: string;
      readonly value: readonly [number, number, number];
    };

/** What a playground tells by itself. */
export interface ApiEvents {
  /** It can be used. */
  ready: ApiState;
  /** A frame was drawn; at most 60 times a second. */
  frame: { readonly frame: number; readonly time: number };
  /** The newest compile or run has failed; the message of the Diagnostics tab. */
  error: { readonly message: string };
  diagnostics: { readonly diagnostics: readonly ApiDiagnostic[] };
  /** The main file was edited in the playground. */
  source: { readonly source: string };
}

export type ApiEventName = keyof ApiEvents;

/** The API with its events: what `window.slangPlayground` is. */
export interface Playground extends PlaygroundApi {
  /** Calls `listener` at each event until the result is called. */
  on<Name extends ApiEventName>(name: Name, listener: (event: ApiEvents[Name]) => void): () => void;
}

/** A playground whose methods all go through one function. */
export function playgroundOf(
  call: (method: ApiMethod, params: readonly unknown[]) => unknown,
  on: Playground['on'],
): Playground {
  const methods = METHOD_NAMES.map((name) => [
    name,
    async (...params: readonly unknown[]) => call(name, params),
  ]);
  const calls = Object.fromEntries(methods) as Readonly<Record<ApiMethod, never>>;
  return Object.freeze<Playground>({ version: API_VERSION, ...calls, on });
}

/** The names of the events. */
export const API_EVENTS: Readonly<Record<ApiEventName, true>> = {
  ready: true,
  frame: true,
  error: true,
  diagnostics: true,
  source: true,
};

/** What a script gives as a name, for a message. Objects may have no text, or one that throws. */
export function givenName(name: unknown): string {
  return typeof name === 'string' ? quoted(name) : 'of this kind';
}

/** Throws, with the way out, if `on` cannot take these. */
export function checkListener(name: unknown, listener: unknown): void {
  if (typeof name !== 'string' || !Object.hasOwn(API_EVENTS, name)) {
    const events = Object.keys(API_EVENTS).join(', ');
    throw new Error(`There is no event ${givenName(name)}. The events are ${events}.`);
  }
  if (typeof listener === 'function') return;
  throw new Error(
    `The listener of ${quoted(name)} is not a function. Pass one, such as (event) => console.log(event).`,
  );
}
