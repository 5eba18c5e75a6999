import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CompileTarget } from '#program/compileTarget.ts';
import type { FrameStats } from '#program/runControls.ts';
import { withTarget } from '#program/urlParameters.ts';
import { createDisposer, type Dispose } from '#shared/disposer.ts';
import { createEntryPointLookup } from './entryPoints.ts';
import { createExecution, type Execution, type SourceReader } from './execution.ts';
import { createHeldRun, type HeldRunControls } from './heldRun.ts';
import { createInspector, type Inspector } from './inspection.ts';
import { createOpening, type Opening } from './opening.ts';
import { createPlayback, type Playback } from './playback.ts';
import { addDiagnostics, noteDiagnostics } from './reporting.ts';
import { createRunGate } from './runGate.ts';
import { createRunners } from './runners.ts';
import type { WorkspaceServices } from './services.ts';
import { createSharing, type Sharing } from './sharing.ts';
import type { SourceOpening } from './sourceLoader.ts';
import { INITIAL_STATE, type ResultTab, type SourcePlace, type WorkspaceState } from './state.ts';

/** The store of one playground, and everything that can be done with it. */
export interface Workspace
  extends Pick<Execution, 'compile'>,
    Pick<Opening, 'start' | 'openSource' | 'openDemo'>,
    Pick<Inspector, 'onInspection'>,
    Sharing,
    HeldRunControls,
    Playback {
  readonly store: StoreApi<WorkspaceState>;
  run(): Promise<void>;
  /** Switches live mode: what runs follows the text at each pause in typing. Remembered. */
  setLive(on: boolean): void;
  /** Called by the editor at each change; the text is read only when it is needed. */
  sourceEdited(read: () => string): void;
  selectTarget(target: CompileTarget): void;
  selectProfile(name: string): void;
  selectEntryPoint(name: string): void;
  /** Looks the entry points up again, as before the list is opened. */
  refreshEntryPoints(): void;
  /** Ends the compile that runs or waits; the text stays as it is. */
  cancelCompile(): void;
  retryCompiler(): void;
  selectTab(tab: ResultTab): void;
  /** Moves the editor's cursor there and brings it into sight. */
  reveal(place: SourcePlace): void;
  attachCanvas(canvas: HTMLCanvasElement): Dispose;
  /** Calls `listener` with the figures of each frame; the store stays out of the frame loop. */
  onFrame(listener: (stats: FrameStats) => void): Dispose;
  dispose: Dispose;
}

export function createWorkspace(services: WorkspaceServices): Workspace {
  const store = createStore<WorkspaceState>(() => INITIAL_STATE);
  const disposer = createDisposer();
  const frameListeners = new Set<(stats: FrameStats) => void>();
  const compiler = services.createCompiler((state) => store.setState({ compiler: state }));
  disposer.add(compiler.dispose);
  const tell = (message: string) =>
    store.getState().live ? noteDiagnostics(store, message) : addDiagnostics(store, message);
  const runners = createRunners(store, services, {
    onFrame(stats) {
      execution.frameDrawn();
      for (const listener of frameListeners) listener(stats);
    },
    onLoading: (contents) => store.setState({ contents }),
    onPlayback: (playback) => store.setState({ playback }),
    onPrinted: (printed) => store.setState({ printed }),
    onMessage: (message) => tell(message),
    onError(message) {
      execution.runFailed();
      tell(message);
    },
    onLost: () => execution.deviceLost(),
  });
  disposer.add(runners.dispose);

  const source = createSource();
  const lookup = createEntryPointLookup(store, () => ({ sourceCode: source.text() }), compiler);
  disposer.add(lookup.dispose);
  const gate = createRunGate(() => services.address.current().origin);
  const execution = createExecution(store, source, compiler, runners, lookup, gate);
  disposer.add(execution.dispose);
  const inspector = createInspector(store, source.text, compiler);
  disposer.add(inspector.dispose);

  const setTarget = (target: CompileTarget) => store.setState(choiceOf(target, services));
  const opening = createOpening(store, services, {
    async take(opened, options) {
      const text = source.open(opened);
      lookup.textChanged();
      inspector.textChanged();
      const revision = store.getState().opened.revision + 1;
      store.setState({ demo: opened.demo, opened: { text, revision } });
      await execution.run(options);
    },
    setTarget,
    refreshEntryPoints: () => void lookup.refresh(),
  });
  disposer.add(opening.dispose);

  return {
    store,
    start: opening.start,
    openSource: opening.openSource,
    openDemo: opening.openDemo,
    ...createSharing(store, source, services),
    ...createPlayback(store, runners),
    ...createHeldRun(store, gate, execution.run),
    run: () => execution.run(),
    compile: execution.compile,
    setLive: execution.setLive,
    sourceEdited(read) {
      source.edited(read);
      lookup.textChanged();
      inspector.textChanged();
      opening.edited();
      execution.edited();
      if (store.getState().demo !== null) store.setState({ demo: null });
    },
    selectTarget(target) {
      setTarget(target);
      void lookup.refresh();
      services.address.replace(withTarget(services.address.current(), target));
    },
    selectProfile: (profile) => store.setState({ profile }),
    selectEntryPoint: (entryPoint) => store.setState({ entryPoint }),
    refreshEntryPoints: () => void lookup.refresh(),
    cancelCompile: compiler.cancel,
    retryCompiler: compiler.retry,
    selectTab: (activeTab) => store.setState({ activeTab }),
    reveal(place) {
      const revision = (store.getState().revealed?.revision ?? 0) + 1;
      store.setState({ revealed: { ...place, revision } });
    },
    onInspection: inspector.onInspection,
    attachCanvas: runners.attachCanvas,
    onFrame(listener) {
      frameListeners.add(listener);
      return () => frameListeners.delete(listener);
    },
    dispose: disposer.dispose,
  };
}

/** The text as it is now, and where it came from. */
function createSource(): SourceReader & {
  /** Takes the place of the text, with the editor's line breaks; gives what it is then. */
  open(source: SourceOpening): string;
  edited(read: () => string): void;
} {
  let read = () => '';
  let uri = '';
  let foreign = false;
  return {
    text: () => read(),
    uri: () => uri,
    isForeign: () => foreign,
    open(source) {
      const text = source.text.replaceAll(/\r\n?/g, '\n');
      read = () => text;
      uri = source.uri;
      foreign = source.foreign ?? false;
      return text;
    },
    edited(next) {
      read = next;
    },
  };
}

/** A target, with its first profile if it has any. */
function choiceOf(target: CompileTarget, { profilesOf }: Pick<WorkspaceServices, 'profilesOf'>) {
  const profiles = profilesOf(target);
  return { target, profiles, profile: profiles[0] ?? null };
}
