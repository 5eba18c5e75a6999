import type { CompileTarget } from '#core/output/compileTarget.ts';
import { quoted } from '#core/util/text.ts';

/** Increase this with each change that breaks scripts. */
const API_VERSION = 1;

/**
 * The API of a playground: `window.slangPlayground` on its page, and the methods and events of an
 * embed. All values can be cloned, so that they can be sent in messages. A method that fails
 * rejects with an `Error` whose message says why and what to do.
 */
export interface PlaygroundApi {
  readonly version: typeof API_VERSION;
  /** The open project, including unsaved edits. */
  project(): Promise<ApiProject>;
  /** Replaces the project and runs the new one, with the same restrictions as for a shared link. */
  setProject(project: ApiProject): Promise<void>;
  /** Compiles the open project without running it. */
  compile(target: CompileTarget, entryPoint?: string): Promise<ApiCompileResult>;
  /** Compiles and runs the open project. Resolves when it has drawn or printed, or has failed. */
  run(): Promise<ApiState>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /**
   * `value` is a slider’s number, or a colour’s red, green and blue from 0 to 1. A shader with a
   * camera also has `camera target`, its x, y and z, and `camera orbit`: yaw and pitch in radians,
   * and the distance.
   */
  setUniform(name: string, value: number | readonly [number, number, number]): Promise<void>;
  /** The picture of the newest frame. Rejects if there is none. */
  readFrame(): Promise<ApiPicture>;
  state(): Promise<ApiState>;
}

export type ApiMethod = Exclude<keyof PlaygroundApi, 'version'>;
export type ApiParams<Method extends ApiMethod> = Parameters<PlaygroundApi[Method]>;
export type ApiResult<Method extends ApiMethod> = Awaited<ReturnType<PlaygroundApi[Method]>>;

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
  readonly source: string;
  /** The other files' texts by path, such as `lib/noise.slang`. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface ApiCompileResult {
  readonly succeeded: boolean;
  /** The target code; empty if the compile failed. */
  readonly code: string;
  /** The module’s bytes, for SPIRV only. */
  readonly binary: Uint8Array | null;
  readonly diagnostics: readonly ApiDiagnostic[];
}

export interface ApiDiagnostic {
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  /** Null if it concerns no file. */
  readonly path: string | null;
  /** Counts from 1; null if it concerns no position. */
  readonly line: number | null;
  readonly column: number | null;
}

export interface ApiPicture {
  readonly width: number;
  readonly height: number;
  /** RGBA, 8 bits per channel, row by row from the top. */
  readonly data: Uint8ClampedArray;
  readonly frame: number;
}

export interface ApiState {
  readonly run: 'idle' | 'starting' | 'playing' | 'paused' | 'failed';
  readonly frame: number;
  /** The text of the newest frame that printed; empty if the newest program has an error. */
  readonly printed: string;
  readonly diagnostics: readonly ApiDiagnostic[];
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

export interface ApiEvents {
  /** The playground is ready to use. */
  ready: ApiState;
  /** A frame was drawn; reported at most 60 times a second. */
  frame: { readonly frame: number; readonly time: number };
  /** The newest compile or run has failed, with the messages of the Diagnostics tab. */
  error: { readonly message: string };
  diagnostics: { readonly diagnostics: readonly ApiDiagnostic[] };
  /** The main file was edited in the playground. */
  source: { readonly source: string };
}

export type ApiEventName = keyof ApiEvents;

/** The API with its events; the type of `window.slangPlayground`. */
export interface Playground extends PlaygroundApi {
  /** Calls `listener` at each event until the returned function is called. */
  on<Name extends ApiEventName>(name: Name, listener: (event: ApiEvents[Name]) => void): () => void;
}

/** Creates a playground whose methods all go through one function. */
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

export const API_EVENTS: Readonly<Record<ApiEventName, true>> = {
  ready: true,
  frame: true,
  error: true,
  diagnostics: true,
  source: true,
};

/**
 * A script's value for a name, as text for a message. An object may have no text, or may throw when
 * converted.
 */
export function givenName(name: unknown): string {
  return typeof name === 'string' ? quoted(name) : 'of this kind';
}

/** Throws if these are not valid arguments of `on`, and says what is valid. */
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
