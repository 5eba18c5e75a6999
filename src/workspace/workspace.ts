import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CompileTarget } from '#program/compileTarget.ts';
import { createDisposer, type Dispose } from '#shared/disposer.ts';
import type { Result } from '#shared/result.ts';
import { createEntryPointLookup } from './entryPoints.ts';
import { createExecution, type Execution } from './execution.ts';
import { NO_WEBGPU_NOTICE } from './messages.ts';
import { addDiagnostics } from './reporting.ts';
import type { RunEvents, RunService, WorkspaceServices } from './services.ts';
import { INITIAL_STATE, type ResultTab, type WorkspaceState } from './state.ts';

export const DEFAULT_DEMO = 'circle';

/** The store of one playground, and everything that can be done with it. */
export interface Workspace extends Execution {
  readonly store: StoreApi<WorkspaceState>;
  /** Called by the editor at each change; the text is read only when it is needed. */
  sourceEdited(read: () => string): void;
  /** Replaces the text with a demo and runs it. */
  openDemo(name: string): Promise<void>;
  selectTarget(target: CompileTarget): void;
  selectEntryPoint(name: string): void;
  /** Looks the entry points up again, as before the list is opened. */
  refreshEntryPoints(): void;
  /** Ends the compile that runs or waits; the text stays as it is. */
  cancelCompile(): void;
  retryCompiler(): void;
  selectTab(tab: ResultTab): void;
  attachCanvas(canvas: HTMLCanvasElement): Dispose;
  /** Calls `listener` with the number of each frame; the store stays out of the frame loop. */
  onFrame(listener: (frame: number) => void): Dispose;
  dispose: Dispose;
}

export function createWorkspace(services: WorkspaceServices): Workspace {
  const store = createStore<WorkspaceState>(() => INITIAL_STATE);
  const disposer = createDisposer();
  const frameListeners = new Set<(frame: number) => void>();
  const compiler = services.createCompiler((state) => store.setState({ compiler: state }));
  disposer.add(compiler.dispose);
  const runner = requestRunner(store, services, (frame) => {
    for (const listener of frameListeners) listener(frame);
  });
  disposer.add(() => void runner.then((result) => result.ok && result.value.dispose()));

  let readSource = () => '';
  let uri = '';
  const source = { text: () => readSource(), uri: () => uri };
  const lookup = createEntryPointLookup(store, () => ({ sourceCode: source.text() }), compiler);
  disposer.add(lookup.dispose);
  const execution = createExecution(store, source, compiler, runner, lookup);

  return {
    store,
    ...execution,
    sourceEdited(read) {
      readSource = read;
      lookup.textChanged();
      if (store.getState().demo !== null) store.setState({ demo: null });
    },
    async openDemo(name) {
      const loaded = await services.loadDemo(name);
      if (!loaded.ok) return addDiagnostics(store, loaded.error);
      const { text } = loaded.value;
      uri = loaded.value.uri;
      readSource = () => text;
      lookup.textChanged();
      const revision = store.getState().opened.revision + 1;
      store.setState({ demo: name, opened: { text, revision } });
      await execution.run();
    },
    selectTarget(target) {
      store.setState({ target });
      void lookup.refresh();
    },
    selectEntryPoint: (entryPoint) => store.setState({ entryPoint }),
    refreshEntryPoints: () => void lookup.refresh(),
    cancelCompile: compiler.cancel,
    retryCompiler: compiler.retry,
    selectTab: (activeTab) => store.setState({ activeTab }),
    attachCanvas: (canvas) => attachCanvas(runner, canvas),
    onFrame(listener) {
      frameListeners.add(listener);
      return () => frameListeners.delete(listener);
    },
    dispose: disposer.dispose,
  };
}

/** Asks for a runner and keeps the store up to date with what becomes of it. */
async function requestRunner(
  store: StoreApi<WorkspaceState>,
  services: WorkspaceServices,
  onFrame: RunEvents['onFrame'],
): Promise<Result<RunService>> {
  const runner = await services.requestRunner({
    onFrame,
    onError(message) {
      store.setState({ run: { kind: 'failed' } });
      addDiagnostics(store, message);
    },
    onLost(reason) {
      store.setState({ gpu: { kind: 'lost', reason }, run: { kind: 'failed' } });
      addDiagnostics(store, `The graphics device was lost: ${reason}`);
    },
  });
  if (runner.ok) {
    store.setState({ gpu: { kind: 'ready' } });
  } else {
    store.setState({ gpu: { kind: 'unavailable', reason: runner.error } });
    addDiagnostics(store, NO_WEBGPU_NOTICE, runner.error);
  }
  return runner;
}

/** Attaches the canvas as soon as there is a runner, unless it was detached before. */
function attachCanvas(runner: Promise<Result<RunService>>, canvas: HTMLCanvasElement): Dispose {
  const attachment = createDisposer();
  void runner.then((result) => {
    if (result.ok && !attachment.disposed) attachment.add(result.value.attachCanvas(canvas));
  });
  return attachment.dispose;
}
