import type { StoreApi } from 'zustand/vanilla';
import { type CompiledProgram, USER_SHADER_PATH } from '#program/compileResult.ts';
import { type CompileTarget, compilesWholeProgram } from '#program/compileTarget.ts';
import { planRun } from '#program/planRun.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { EntryPointLookup } from './entryPoints.ts';
import { EMPTY_RESULT, NO_WEBGPU_RUN } from './messages.ts';
import { addDiagnostics } from './reporting.ts';
import type { CompilerService, RunService } from './services.ts';
import type { RunState, WorkspaceState } from './state.ts';

export interface SourceReader {
  /** The text as it is now. */
  text(): string;
  /** What relative addresses in the text resolve against. */
  uri(): string;
}

export interface Execution {
  run(): Promise<void>;
  /** Compiles to the chosen target and shows the code; what runs goes on. */
  compile(): Promise<void>;
}

/** Compiling and running the current source, newest request first (specification, section 4). */
export function createExecution(
  store: StoreApi<WorkspaceState>,
  source: SourceReader,
  compiler: CompilerService,
  runner: Promise<Result<RunService>>,
  lookup: EntryPointLookup,
): Execution {
  const { getState, setState } = store;
  let newestRun = 0;

  /** Null if a newer request has taken over; fails once the reason is in the diagnostics. */
  const compileTo = async (
    target: CompileTarget,
    entrypoint: string | null,
  ): Promise<Result<CompiledProgram> | null> => {
    const start = performance.now();
    setState({ compilation: { kind: 'compiling', since: start } });
    const outcome = await compiler.compile({
      target,
      entrypoint,
      sourceCode: source.text(),
      shaderPath: USER_SHADER_PATH,
    });
    if (outcome.kind === 'superseded') return null;
    const { answer, ...detail } = outcome.value;
    performance.measure('playground:compile', {
      start,
      detail: { target, ...detail },
    });
    setState({
      compilation: { kind: 'idle' },
      targetCode: { target, text: answer.result?.code ?? EMPTY_RESULT },
      diagnosticsText: '',
      diagnostics: answer.diagnostics,
      activeTab: 'target-code',
    });
    addDiagnostics(store, answer.message, answer.log);
    return answer.succ ? ok(answer.result) : fail(answer.message);
  };

  const start = async (program: CompiledProgram): Promise<Result<void>> => {
    const planned = planRun(program, source.uri());
    if (!planned.ok) return planned;
    const service = await runner;
    if (!service.ok) return fail(`${NO_WEBGPU_RUN}\n${service.error}`);
    const started = performance.now();
    const result = await service.value.start(planned.value);
    performance.measure('playground:run-setup', { start: started });
    if (result.ok) setState({ outputTypes: planned.value.outputTypes });
    return result;
  };

  return {
    async compile() {
      const { target } = getState();
      if (compilesWholeProgram(target)) {
        await compileTo(target, null);
      } else {
        await lookup.refresh();
        await compileTo(target, getState().entryPoint);
      }
    },
    async run() {
      newestRun += 1;
      const number = newestRun;
      const before = getState().run;
      const finish = (run: RunState) => {
        if (number === newestRun) setState({ run });
      };
      if (before.kind !== 'starting') setState({ run: { kind: 'starting', before } });
      const resume = () => {
        const { run } = getState();
        if (run.kind === 'starting') finish(run.before);
      };

      const compiled = await compileTo('WGSL', null);
      if (!compiled?.ok) return resume();
      const started = await start(compiled.value);
      if (started.ok) return finish({ kind: 'running' });
      addDiagnostics(store, started.error);
      resume();
    },
  };
}
