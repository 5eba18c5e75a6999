import type { StoreApi } from 'zustand/vanilla';
import { type CompileReport, type CompileResult, runRequest } from '#program/compileResult.ts';
import { planRun } from '#program/plan/planRun.ts';
import type { RunDescriptor } from '#program/plan/runDescriptor.ts';
import { createDisposer, type Dispose } from '#shared/disposer.ts';
import type { Result } from '#shared/result.ts';
import { settings } from '#shared/storage.ts';
import { STORAGE_KEYS } from '#shared/storageKeys.ts';
import { diagnosticsOf, measureCompile } from '#workspace/reporting.ts';
import type { CompilerService } from '#workspace/services.ts';
import {
  type CompilationState,
  type ResultTab,
  showsRun,
  visibleTabs,
  type WorkspaceState,
} from '#workspace/state.ts';
import type { SourceReader } from './execution.ts';
import type { Launcher } from './launcher.ts';

/** How long the text has to rest before what runs follows it, in milliseconds. */
const REST = 100;

/**
 * While compiles take less, in milliseconds, each edit is compiled at once, in case that the text
 * rests now. A slower one would keep the newest text waiting, as a rule longer than the pause.
 */
const WORTH_A_GUESS = 2 * REST;

const SETTING = STORAGE_KEYS.live;

/**
 * Live mode: at each pause in typing the text is compiled, and what runs goes on with the new
 * version. One compile at a time; the newest text wins. What a person asks for goes first. Its
 * compiles are the page's, with the shorter time limit: a longer one would keep all later text waiting.
 */
export interface LiveMode {
  /** Remembered in this browser. Switched on, it follows the text at once. */
  setLive(on: boolean): void;
  /** The text was edited. */
  edited(): void;
  /**
   * A run or compile was asked for; until the returned function is called, live mode waits.
   *
   * @param text what is run, so that live mode need not
   */
  suspend(text?: string): () => void;
  dispose: Dispose;
}

interface Answered {
  readonly text: string;
  /** When its compile began, of `performance.now()`. */
  readonly since: number;
  readonly report: CompileReport;
  /** Null if the text does not compile. */
  readonly planned: Result<RunDescriptor> | null;
}

export function createLiveMode(
  store: StoreApi<WorkspaceState>,
  source: SourceReader,
  compiler: Pick<CompilerService, 'compile'>,
  launcher: Pick<Launcher, 'newest' | 'launch' | 'expect'>,
): LiveMode {
  const { getState, setState } = store;
  const disposer = createDisposer();
  const show = createOutcomeView(store, disposer.add);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let rested = true;
  let suspensions = 0;
  /** When the compile that is under way began. */
  let compilingSince: number | null = null;
  let lastDuration = 0;
  /** An answer that is used once the text rests. */
  let held: Answered | null = null;
  /** The text that was run, or would have been if it had no errors. */
  let followed: string | null = null;
  let settled: CompilationState = { kind: 'idle' };

  const showCompiling = (since: number) => {
    const { compilation } = getState();
    if (compilation.kind !== 'compiling') settled = compilation;
    setState({ compilation: { kind: 'compiling', since, live: true } });
  };
  const showSettled = () => {
    const { compilation } = getState();
    if (compilation.kind === 'compiling' && compilation.live) setState({ compilation: settled });
  };

  const follow = ({ text, since, planned, report }: Answered) => {
    followed = text;
    measureCompile('WGSL', since, report);
    show(report, planned && !planned.ok ? planned.error : '');
    if (!planned?.ok || getState().gpu.kind === 'unavailable') return;
    const request = launcher.newest();
    void launcher.launch({ request, source: text, descriptor: planned.value, ...byLive(source) });
  };

  const proceed = () => {
    if (!rested || suspensions > 0 || !getState().live) return;
    const text = source.text();
    const answered = held;
    held = null;
    if (text === followed) {
      if (compilingSince === null) showSettled();
    } else if (answered?.text === text) follow(answered);
    else if (compilingSince === null) void compile(text);
    else showCompiling(compilingSince);
  };

  const compile = async (sourceCode: string) => {
    const since = performance.now();
    compilingSince = since;
    if (rested) showCompiling(since);
    const report = await compiler.compile(runRequest(sourceCode), 'page');
    compilingSince = null;
    lastDuration = performance.now() - since;
    if (disposer.disposed) return;
    // A Run of the same text has the same report, and shows it.
    if (report && suspensions === 0) {
      const planned = report.succ ? planRun(report.result, source.uri()) : null;
      held = { text: sourceCode, since, report, planned };
      if (!rested && planned?.ok && sourceCode === source.text()) launcher.expect(planned.value);
    }
    proceed();
  };

  disposer.add(() => clearTimeout(timer));
  setState({ live: settings.getItem(SETTING) === 'on' });
  return {
    setLive(live) {
      settings.setItem(SETTING, live ? 'on' : 'off');
      setState({ live });
      if (!live) showSettled();
      proceed();
    },
    edited() {
      if (!getState().live) return;
      rested = false;
      held = null;
      clearTimeout(timer);
      timer = setTimeout(() => {
        rested = true;
        proceed();
      }, REST);
      const guesses = compilingSince === null && suspensions === 0 && lastDuration < WORTH_A_GUESS;
      if (guesses) void compile(source.text());
    },
    suspend(text) {
      suspensions += 1;
      if (text !== undefined) followed = text;
      return () => {
        suspensions -= 1;
        proceed();
      };
    },
    dispose: disposer.dispose,
  };
}

/**
 * Shows how a compile of live mode went, without opening a tab: code and reflection if those of
 * WGSL are shown, and what is wrong. The tab that somebody left for Diagnostics comes back when
 * there is nothing to say any more.
 */
function createOutcomeView(
  store: StoreApi<WorkspaceState>,
  own: (release: Dispose) => void,
): (result: CompileResult, refusal: string) => void {
  const { getState, setState } = store;
  let tabBefore: ResultTab = 'target-code';
  own(
    store.subscribe(({ activeTab }, before) => {
      if (activeTab === 'diagnostics' && before.activeTab !== activeTab)
        tabBefore = before.activeTab;
    }),
  );
  const tabNow = (): ResultTab => {
    const { activeTab } = getState();
    const tabs = visibleTabs(getState());
    if (tabs.includes(activeTab)) return activeTab;
    return tabs.includes(tabBefore) ? tabBefore : 'target-code';
  };
  return ({ succ, message, log, diagnostics, result }, refusal) => {
    const { targetCode } = getState();
    const showsWgsl = targetCode === null || targetCode.target === 'WGSL';
    setState({
      compilation: { kind: 'done', target: 'WGSL', succeeded: succ },
      diagnosticsText: diagnosticsOf(message, log, refusal),
      diagnostics,
      ...(result &&
        showsWgsl && {
          targetCode: { target: 'WGSL', text: result.code, succeeded: true, binary: null },
          reflection: result.reflection,
        }),
      ...((!succ || refusal !== '') && { stale: showsRun(getState()) }),
    });
    setState({ activeTab: tabNow() });
  };
}

/** What is told of a launch by live mode: it follows what a person types, who has not pressed Run. */
function byLive(source: SourceReader) {
  return { live: true, automatic: true, own: true, foreign: source.isForeign() };
}
