import type { StoreApi } from 'zustand/vanilla';
import {
  type CompiledProgram,
  type CompileReport,
  type CompileRequest,
  type CompileResult,
  runRequest,
  USER_SHADER_PATH,
} from '#program/compileResult.ts';
import { type CompileTarget, compilesWholeProgram } from '#program/compileTarget.ts';
import { planRun } from '#program/plan/planRun.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { EntryPointLookup } from '#workspace/compile/entryPoints.ts';
import { EMPTY_RESULT, NO_WEBGPU_NOTICE } from '#workspace/messages.ts';
import { addDiagnostics, measureCompile, watchDiagnostics } from '#workspace/reporting.ts';
import type { CompilerService } from '#workspace/services.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { createLauncher, type FrameEvents, type Launcher } from './launcher.ts';
import { createLiveMode, type LiveMode } from './live.ts';
import type { RunGate } from './runGate.ts';
import type { Runners } from './runners.ts';

export interface SourceReader {
  /** The text as it is now. */
  text(): string;
  /** What relative addresses in the text resolve against. */
  uri(): string;
  /** Whether the text comes from a link. */
  isForeign(): boolean;
  /** Shared by all versions of the text; see `NewVersion`. */
  lineage(): string;
}

export interface RunRequestOptions {
  /** They stand before what is said about the run; the next compile takes them away. */
  readonly notices?: readonly string[];
  /** The run comes with the page or with a link, not by a person who asks for it. */
  readonly automatic?: boolean;
  /** The text was written here: its writer knows what it fetches. */
  readonly own?: boolean;
}

export interface Execution
  extends FrameEvents,
    Pick<Launcher, 'runFailed' | 'deviceLost'>,
    Pick<LiveMode, 'setLive' | 'edited' | 'dispose'> {
  run(options?: RunRequestOptions): Promise<void>;
  /** Compiles to the chosen target and shows the code; what runs goes on. */
  compile(): Promise<void>;
}

/** Compiling and running the current source, newest request first (specification, section 4). */
export function createExecution(
  store: StoreApi<WorkspaceState>,
  source: SourceReader,
  compiler: CompilerService,
  runners: Pick<Runners, 'obtain' | 'current'>,
  lookup: EntryPointLookup,
  gate: RunGate,
): Execution {
  const { getState, setState } = store;
  const launcher = createLauncher(store, runners, gate);
  const live = createLiveMode(store, source, compiler, launcher);

  /** Null if a newer request has taken over; fails once the reason is in the diagnostics. */
  const compileTo = async (
    request: CompileRequest,
    show: ShowResult,
    signal: AbortSignal,
  ): Promise<Result<CompiledProgram> | null> => {
    const start = performance.now();
    const report = await compiler.compile(request, 'person', signal);
    return report && conclude(request.target, start, report, show);
  };

  /** Looking the entry points up is a part of it, and waits for the compiler as well. */
  const compileChosen = async (signal: AbortSignal) => {
    const start = performance.now();
    const show = beginCompile(store);
    let looked = await lookup.refresh('person');
    while (looked.kind === 'superseded' && !signal.aborted) looked = await lookup.refresh('person');
    if (signal.aborted) return null;
    const { target, entryPoint } = getState();
    if (looked.kind === 'failed') {
      const report = { ...looked.answer, milliseconds: 0, memoryBytes: null, cached: false };
      return conclude(target, start, report, show);
    }
    const entrypoint = compilesWholeProgram(target) ? null : entryPoint;
    return compileTo(
      { target, entrypoint, sourceCode: source.text(), shaderPath: USER_SHADER_PATH },
      show,
      signal,
    );
  };

  /** The compile of the newest run, until it is over. */
  let runCompiling: Promise<unknown> | null = null;
  /** A newer Run takes the place of an older one, and of a Compile; a newer Compile that of an older. */
  let newestRun = new AbortController();
  let newestCompile = new AbortController();

  return {
    frameDrawn: launcher.frameDrawn,
    frameDone: launcher.frameDone,
    frameOverdue: launcher.frameOverdue,
    runFailed: launcher.runFailed,
    deviceLost: launcher.deviceLost,
    setLive: live.setLive,
    edited: live.edited,
    dispose: live.dispose,
    async compile() {
      newestCompile.abort();
      newestCompile = new AbortController();
      const { signal } = newestCompile;
      const resume = live.suspend();
      // It would take a run's place that has been asked for, and not come yet.
      await runCompiling;
      const compiled = signal.aborted ? null : await compileChosen(signal);
      if (compiled && getState().diagnosticsText === '') setState({ activeTab: 'target-code' });
      resume();
    },
    async run({ notices = [], automatic = false, own = false } = {}) {
      const text = source.text();
      newestCompile.abort();
      newestRun.abort();
      newestRun = new AbortController();
      const request = launcher.begin();
      const resume = live.suspend(text);
      const show = beginCompile(store, notices);
      const compiling = compileTo(runRequest(text), show, newestRun.signal);
      runCompiling = compiling;
      const compiled = await compiling;
      if (runCompiling === compiling) runCompiling = null;
      const planned = compiled?.ok ? planRun(compiled.value, source.uri()) : null;
      if (planned && !planned.ok) addDiagnostics(store, planned.error);
      const launched = planned?.ok
        ? launcher.launch({
            request,
            source: text,
            descriptor: planned.value,
            live: false,
            automatic,
            own,
            foreign: source.isForeign(),
          })
        : launcher.giveUp(request, compiled !== null);
      resume();
      await launched;
    },
  };
}

/** Reports a compile that is over, to people and in the page's measures. */
function conclude(
  target: CompileTarget,
  start: number,
  report: CompileReport,
  show: ShowResult,
): Result<CompiledProgram> {
  measureCompile(target, start, report);
  show(target, report);
  return report.succ ? ok(report.result) : fail(report.message);
}

/** Shows how a compile went. */
type ShowResult = (target: CompileTarget, result: CompileResult) => void;

/**
 * A person has asked for a compile.
 *
 * @param notices stand before what is said about it
 */
function beginCompile(
  store: StoreApi<WorkspaceState>,
  notices: readonly string[] = [],
): ShowResult {
  store.setState({ compilation: { kind: 'compiling', since: performance.now(), live: false } });
  const saidBefore = startNotices(store.getState());
  const saidMeanwhile = watchDiagnostics(store);
  return (target, result) => {
    showAnswer(store, target, result, saidMeanwhile());
    addDiagnostics(store, ...saidBefore, ...notices, result.message, result.log);
  };
}

/** What stands beside the page's first answer too, though it was said before; Run tells the reason. */
function startNotices({ targetCode, gpu }: WorkspaceState): readonly string[] {
  return targetCode === null && gpu.kind === 'unavailable' ? [NO_WEBGPU_NOTICE] : [];
}

/** In place of the answer before; of the diagnostics only `said` stays. */
function showAnswer(
  { getState, setState }: StoreApi<WorkspaceState>,
  target: CompileTarget,
  answer: CompileResult,
  said: string,
): void {
  setState({
    compilation: { kind: 'done', target, succeeded: answer.succ },
    targetCode: {
      target,
      text: answer.result?.code ?? EMPTY_RESULT,
      succeeded: answer.succ,
      binary: answer.result?.binary ?? null,
    },
    reflection: answer.result?.reflection ?? null,
    diagnosticsText: said,
    diagnostics: answer.diagnostics,
    // Other tabs wait for the run, so that Uniforms and Output do not flicker at each Run.
    ...(said === '' && getState().activeTab === 'diagnostics' && { activeTab: 'target-code' }),
  });
}
