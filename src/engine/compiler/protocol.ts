import type {
  CompileRequest,
  CompileResult,
  EntryPointsRequest,
  EntryPointsResult,
} from '#core/output/compileResult.ts';

import type { LoadProgress } from '#core/output/compilerState.ts';

/** Raised whenever a message changes its shape: page and worker refuse to talk across versions. */
export const PROTOCOL_VERSION = 2;

/** Where the compiler's binary comes from: fetched, or compiled before by another worker. */
export type BinarySource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'module'; readonly module: WebAssembly.Module };

export interface LibraryModule {
  /** The name after `import`. */
  readonly name: string;
  readonly source: string;
}

/** Every request: what the page asks, and what the worker answers. */
export interface CompilerMethods {
  /** Loads the binary and makes a global session. Progress comes as `loading` events. */
  initialize: {
    readonly params: {
      readonly protocolVersion: number;
      readonly binary: BinarySource;
    };
    readonly result: CompilerIdentity & { readonly module: WebAssembly.Module };
  };
  compile: {
    readonly params: CompileRequest;
    readonly result: TimedCompileResult;
  };
  findEntryPoints: {
    readonly params: EntryPointsRequest;
    readonly result: { readonly answer: EntryPointsResult; readonly spent: boolean };
  };
}

export interface CompilerIdentity {
  /** The Slang release, such as `2025.15`. */
  readonly compilerVersion: string;
  /** Changes with whatever an answer depends on besides its request: what it is remembered under. */
  readonly fingerprint: string;
}

interface TimedCompileResult {
  readonly answer: CompileResult;
  /** Time in the worker, in milliseconds. */
  readonly milliseconds: number;
  /** What the worker's compiler holds by now, in bytes. */
  readonly memoryBytes: number;
  /** The worker survived a fault of its compiler and must be replaced. */
  readonly spent: boolean;
}

export type CompilerMethod = keyof CompilerMethods;

/** What the worker tells without being asked. */
export type CompilerEvent = {
  readonly kind: 'event';
  readonly name: 'loading';
  readonly progress: LoadProgress;
};

export interface RequestMessage<Method extends CompilerMethod = CompilerMethod> {
  readonly kind: 'request';
  readonly id: number;
  readonly method: Method;
  readonly params: CompilerMethods[Method]['params'];
}

/** The answer to the request of the same `id`; an error is a fault of the worker, not of a shader. */
type ResponseMessage<Method extends CompilerMethod = CompilerMethod> =
  | {
      readonly kind: 'result';
      readonly id: number;
      readonly result: CompilerMethods[Method]['result'];
    }
  | { readonly kind: 'error'; readonly id: number; readonly message: string };

export type MessageFromWorker = ResponseMessage | CompilerEvent;
