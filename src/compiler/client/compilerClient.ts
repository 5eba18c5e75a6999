import {
  type BinarySource,
  PROTOCOL_VERSION,
  type TimedCompileResult,
} from '#compiler/protocol.ts';
import type { CompileRequest } from '#program/compileResult.ts';
import type { CompilerState } from '#program/compilerState.ts';
import { messageOf } from '#shared/errors.ts';
import { type Newest, newestWins } from '#shared/newest.ts';
import { createRequests, type Requests } from './requests.ts';
import type { ClosableTransport } from './transport.ts';

export interface CompilerClientOptions {
  /** Starts a server; called again by {@link CompilerClient.retry}. */
  readonly start: () => ClosableTransport;
  /** Where the binary is. */
  readonly binaryUrl: string;
  readonly onState: (state: CompilerState) => void;
}

/** The page's side of the compiler. */
export interface CompilerClient {
  /**
   * Compiles, waiting for the compiler if it is still loading. Of requests that overlap only the
   * newest is answered. Never rejects: a fault of the worker is a failed answer.
   */
  compile(request: CompileRequest): Promise<Newest<TimedCompileResult>>;
  /** Starts over after a failure. */
  retry(): void;
  dispose(): void;
}

interface Connection {
  readonly requests: Requests;
  /** Resolves once the compiler is ready; rejects if it cannot be. */
  readonly ready: Promise<void>;
  close(reason: string): void;
}

export function createCompilerClient(options: CompilerClientOptions): CompilerClient {
  let connection = connect(options);
  const compile = newestWins(async (request: CompileRequest): Promise<TimedCompileResult> => {
    const { requests, ready } = connection;
    try {
      await ready;
      return await requests.request('compile', request);
    } catch (thrown) {
      return { answer: unanswered(messageOf(thrown)), milliseconds: 0 };
    }
  });
  return {
    compile,
    retry() {
      connection.close('The compiler was started over.');
      connection = connect(options);
    },
    dispose: () => connection.close('The page no longer needs the compiler.'),
  };
}

function unanswered(reason: string): TimedCompileResult['answer'] {
  return {
    succ: false,
    message: 'Unknown error occurred',
    log: reason,
    diagnostics: [],
    result: null,
  };
}

function connect({ start, binaryUrl, onState }: CompilerClientOptions): Connection {
  onState({ kind: 'loading', progress: { received: 0, total: null } });
  const transport = start();
  const fail = (message: string) => onState({ kind: 'failed', message });
  const requests = createRequests(transport, {
    onEvent: ({ progress }) => onState({ kind: 'loading', progress }),
    onClosed: fail,
  });
  const binary: BinarySource = { kind: 'url', url: binaryUrl };
  const ready = requests
    .request('initialize', { protocolVersion: PROTOCOL_VERSION, binary })
    .then(({ compilerVersion }) => {
      performance.mark('playground:compiler-ready');
      onState({ kind: 'ready', compilerVersion });
    });
  let closed = false;
  ready.catch((thrown) => {
    if (!closed) fail(messageOf(thrown));
  });
  return {
    requests,
    ready,
    close(reason) {
      closed = true;
      requests.dispose(reason);
      transport.close();
    },
  };
}
