import { type CompileRequest, runRequest } from '#core/output/compileResult.ts';
import { compilesWholeProgram } from '#core/output/compileTarget.ts';
import { messageOf } from '#core/util/errors.ts';
import { startTimeLimit } from '#core/util/timeLimit.ts';
import { type Connection, connect, type StartServer } from '#engine/compiler/client/transport.ts';
import type { BinarySource } from '#engine/compiler/protocol.ts';
import { type Fault, faultOfAnswer } from '#tools/reduce/fault.ts';
import type { CheckWgsl } from './checkWgsl.ts';

interface ExaminerOptions {
  /** Starts a compiler worker; called again for each replacement. */
  readonly start: StartServer;
  readonly binary: BinarySource;
  /** Without it, all WGSL counts as valid. */
  readonly checkWgsl?: CheckWgsl | undefined;
}

/** Determines the fault of a source in its own compiler workers. */
export type Examiner = ReturnType<typeof createExaminer>;

/** A worker's first compile takes many times as long as the next. */
const WARM_UP = runRequest(`import playground;
RWStructuredBuffer<float> values;
[shader("compute")] [numthreads(8, 8, 1)]
void main(uint2 place : SV_DispatchThreadID) { values[place.x] = sin(float(place.y)); }
`);

export function createExaminer({ start, binary, checkWgsl }: ExaminerOptions) {
  const workers = createWorkerPair(() => connect({ start, binary, onEvent() {}, onClosed() {} }));
  return {
    /**
     * Null if the source has no fault (it compiles, or has an ordinary error), or once disposed.
     *
     * @param limit milliseconds after which the compile counts as hanging
     * @throws if there is no compiler
     */
    async examine(request: CompileRequest, limit: number): Promise<Fault | null> {
      if (workers.isDisposed()) return null;
      const connection = await workers.current();
      if (connection === null) return null;
      const ending = await inTime(compile(connection, request), limit);
      if (workers.isDisposed()) return null;
      if (ending === 'late' || ending.kind === 'dead') workers.replace();
      if (ending === 'late') return { kind: 'hang' };
      if (ending.kind === 'dead' || ending.fault !== null) return ending.fault;
      const said = ending.wgsl !== null && checkWgsl ? await checkWgsl(ending.wgsl) : null;
      return said === null ? null : { kind: 'invalid-wgsl', said };
    },
    dispose: workers.dispose,
  };
}

/** A worker in use and a spare one, because each fault costs a worker. */
function createWorkerPair(connectWorker: () => Connection) {
  const open = () => {
    const connection = connectWorker();
    const warm = connection.ready.then(() => connection.ask('compile', WARM_UP));
    // `current` handles the rejection.
    warm.catch(() => {});
    return { connection, warm };
  };
  let isDisposed = false;
  let used = open();
  let spare: ReturnType<typeof open> | null = null;
  return {
    isDisposed: () => isDisposed,
    /** Null once disposed. */
    async current(): Promise<Connection | null> {
      try {
        await used.warm;
      } catch (thrown) {
        if (!isDisposed) throw new Error(`The compiler could not be started: ${messageOf(thrown)}`);
      }
      return isDisposed ? null : used.connection;
    },
    replace() {
      used.connection.close('This worker was replaced.');
      used = spare ?? open();
      spare = open();
    },
    dispose() {
      isDisposed = true;
      for (const each of [used, spare]) each?.connection.close('The reduction has ended.');
    },
  };
}

type Ending =
  | { readonly kind: 'answered'; readonly fault: Fault | null; readonly wgsl: string | null }
  | { readonly kind: 'dead'; readonly fault: Fault };

async function compile({ ask }: Connection, request: CompileRequest): Promise<Ending> {
  const isLookup = request.entrypoint === null && !compilesWholeProgram(request.target);
  try {
    const { answer, spent } = isLookup
      ? await ask('findEntryPoints', request)
      : await ask('compile', request);
    if (spent && answer.succ) {
      return { kind: 'dead', fault: { kind: 'crash', said: answer.log.split('\n').at(-1) ?? '' } };
    }
    const code = answer.result && 'code' in answer.result ? answer.result.code : null;
    const wgsl = request.target === 'WGSL' ? code : null;
    return { kind: 'answered', fault: faultOfAnswer(answer), wgsl };
  } catch (thrown) {
    return { kind: 'dead', fault: { kind: 'crash', said: messageOf(thrown) } };
  }
}

function inTime<Value>(work: Promise<Value>, limit: number): Promise<Value | 'late'> {
  return new Promise((resolve, reject) => {
    const stop = startTimeLimit(limit, () => resolve('late'));
    work.then(resolve, reject).finally(stop);
  });
}
