import {
  type CompilerIdentity,
  type CompilerMethod,
  type CompilerMethods,
  type MessageFromWorker,
  PROTOCOL_VERSION,
  type RequestMessage,
} from '#compiler/protocol.ts';
import { messageOf } from '#shared/errors.ts';
import { failure } from './answer.ts';
import type { Disassembler } from './compile.ts';
import type { Compiler } from './compiler.ts';

/** What a server needs of its host. */
export interface ServerHost {
  readonly identity: CompilerIdentity;
  post(message: MessageFromWorker): void;
  /** Fetches or takes over the binary; reports `loading` events through `post`. */
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

/** Answers the page's requests; every request gets exactly one response with its number. */
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

/** The first request that needs it loads its code. */
async function loadDisassembler(): Promise<Disassembler> {
  return (await import('./spirv/disassemble.ts')).disassembleSpirv;
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
      const disassemble = request.target === 'SPIRV' ? await loadDisassembler() : undefined;
      const answer = compiler?.compile(request, disassemble) ?? failure(NOT_INITIALIZED);
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
