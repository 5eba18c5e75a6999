import type { CompileRequest, CompileResult } from '#core/output/compileResult.ts';
import { messageOf } from '#core/util/errors.ts';
import {
  type CompilerIdentity,
  type CompilerMethod,
  type CompilerMethods,
  type MessageFromWorker,
  PROTOCOL_VERSION,
  type RequestMessage,
} from '#engine/compiler/protocol.ts';
import type { Compiler } from './compiler.ts';
import { failure } from './session.ts';

export interface ServerHost {
  readonly identity: CompilerIdentity;
  post(message: MessageFromWorker): void;
  /** Downloads the binary or takes a compiled one. Reports `loading` events through `post`. */
  loadBinary(
    source: CompilerMethods['initialize']['params']['binary'],
  ): Promise<WebAssembly.Module>;
  createCompiler(binary: WebAssembly.Module): Promise<Compiler>;
}

type Handlers = {
  readonly [Method in CompilerMethod]: (
    params: CompilerMethods[Method]['params'],
  ) => CompilerMethods[Method]['result'] | Promise<CompilerMethods[Method]['result']>;
};

/** Sends exactly one response to each request, with the request's id. */
export function createServer(host: ServerHost): (request: RequestMessage) => Promise<void> {
  const handlers = createHandlers(host);
  const handle = <Method extends CompilerMethod>({ method, params }: RequestMessage<Method>) =>
    handlers[method](params);
  return async (request) => {
    const { id } = request;
    try {
      host.post({ kind: 'result', id, result: await handle(request) });
    } catch (thrown) {
      host.post({ kind: 'error', id, message: messageOf(thrown) });
    }
  };
}

/** Compiles, and loads the disassembler or the WGSL completion if the request needs them. */
export async function compileCompletely(
  compiler: Compiler,
  request: CompileRequest,
): Promise<CompileResult> {
  const { target } = request;
  if (target === 'SPIRV') {
    return compiler.compile(
      request,
      (await import('#core/output/spirv/disassemble.ts')).disassembleSpirv,
    );
  }
  const answer = compiler.compile(request);
  if (!isIncomplete(answer)) return answer;
  return (await import('./completeAnswer.ts')).completeAnswer(answer, request, compiler);
}

/** A bool in a buffer, an expression as a statement, or a column-major matrix. */
const INCOMPLETE =
  /^(?: +@align\(\d+\)|@binding\(\d+\) @group\(\d+\) var<uniform>) \w+ : .*\bbool\b|^ +\w+[.[][^=\n]*;$|_ColMajor/m;

/** Whether the answer contains WGSL that must be completed: see `completeWgsl`. */
export function isIncomplete({ result }: CompileResult): boolean {
  return result?.target === 'WGSL' && INCOMPLETE.test(result.code);
}

const NOT_INITIALIZED =
  "Slang session not available. Maybe the compiler hasn't been initialized yet?";

function createHandlers(host: ServerHost): Handlers {
  let compiler: Compiler | undefined;
  return {
    async initialize({ protocolVersion, binary }) {
      if (protocolVersion !== PROTOCOL_VERSION) {
        throw new Error(
          `The page speaks version ${protocolVersion} of the compiler's protocol, the worker ` +
            `${PROTOCOL_VERSION}: reload the page to get matching files.`,
        );
      }
      const module = await host.loadBinary(binary);
      compiler = await host.createCompiler(module);
      return { ...host.identity, module };
    },
    async compile(request) {
      const started = performance.now();
      const answer = compiler
        ? await compileCompletely(compiler, request)
        : failure(NOT_INITIALIZED);
      return {
        answer,
        milliseconds: performance.now() - started,
        memoryBytes: compiler?.memoryBytes() ?? 0,
        spent: compiler?.isSpent() ?? false,
      };
    },
    findEntryPoints: (request) => ({
      answer: compiler?.findEntryPoints(request) ?? failure(NOT_INITIALIZED),
      spent: compiler?.isSpent() ?? false,
    }),
  };
}
