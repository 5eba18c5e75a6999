import type {
  CompileRequest,
  CompileResult,
  EntryPointsRequest,
  EntryPointsResult,
} from '#core/output/compileResult.ts';

import type { LoadProgress } from '#core/output/compilerState.ts';

/** Increase it when any message changes its shape: page and worker refuse to mix versions. */
export const PROTOCOL_VERSION = 2;

/** Where the compiler's binary comes from: a URL, or another worker that has compiled it. */
export type BinarySource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'module'; readonly module: WebAssembly.Module };

export interface LibraryModule {
  /** The name after `import`. */
  readonly name: string;
  readonly source: string;
}

export interface CompilerMethods {
  /** Loads the binary and creates a global session. Sends `loading` events meanwhile. */
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
  /** A hash of everything that an answer depends on, except the request; part of its cache key. */
  readonly fingerprint: string;
}

interface TimedCompileResult {
  readonly answer: CompileResult;
  readonly milliseconds: number;
  /** Memory of the worker's compiler, in bytes. */
  readonly memoryBytes: number;
  readonly spent: boolean;
}

export type CompilerMethod = keyof CompilerMethods;

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

/** Answers the request with the same `id`. An error is a fault of the worker, not of a shader. */
type ResponseMessage<Method extends CompilerMethod = CompilerMethod> =
  | {
      readonly kind: 'result';
      readonly id: number;
      readonly result: CompilerMethods[Method]['result'];
    }
  | { readonly kind: 'error'; readonly id: number; readonly message: string };

export type MessageFromWorker = ResponseMessage | CompilerEvent;
