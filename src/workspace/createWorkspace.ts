import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { FrameStats } from '#core/plan/runControls.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import type { RunEvents } from '#engine/gpu/runner.ts';
import { chosen } from '#engine/storage/choices.ts';
import { createChoices } from './choices.ts';
import { createEntryPointLookup } from './compile/entryPoints.ts';
import { createInspector } from './compile/inspection.ts';
import { isRunning, withShown } from './runState.ts';
import { createExecution, type Execution } from './runs/execution.ts';
import { createHeldRun } from './runs/heldRun.ts';
import { createPlaybackCommands } from './runs/playbackCommands.ts';
import { createRunGate, type RunGate } from './runs/runGate.ts';
import { createRunnerProvider } from './runs/runnerProvider.ts';
import { createWantedFrame } from './runs/wantedFrame.ts';
import type { WorkspaceServices } from './services.ts';
import { createProjectFiles } from './sources/projectFiles.ts';
import { createSharing } from './sources/sharing.ts';
import { createSource } from './sources/source.ts';
import { createTexts, type Texts } from './sources/texts.ts';
import { INITIAL_STATE, type WorkspaceState } from './state.ts';
import { tell, tellQuietly } from './tell.ts';
import type { Sharing, TextCommands, Workspace } from './workspace.ts';

function initialState(): WorkspaceState {
  return { ...INITIAL_STATE, arrangement: chosen('arrangement') };
}

export function createWorkspace(services: WorkspaceServices): Workspace {
  const store = createStore<WorkspaceState>(initialState);
  const disposer = createDisposer();
  const frames = createFrameListeners();
  const compiler = services.createCompiler((state) => store.setState({ compiler: state }));
  disposer.add(compiler.dispose);
  const source = createSource(store);
  const gate = createRunGate(() => services.address.current().origin, services.pages);
  const events = runEvents(store, frames, gate, () => execution);
  const runners = createRunnerProvider(store, services, events);
  disposer.add(runners.dispose);
  const lookup = createEntryPointLookup(store, source, compiler);
  disposer.add(lookup.dispose);
  const execution = createExecution(store, source, compiler, runners, lookup, gate);
  disposer.add(execution.dispose);
  const inspector = createInspector(store, source, compiler);
  disposer.add(inspector.dispose);

  const setTarget = (target: CompileTarget) => store.setState(choiceOf(target, services));
  const playback = createPlaybackCommands(store, runners);
  const wanted = createWantedFrame(store, playback);
  const run: Execution['run'] = async (options) => {
    await execution.run(options);
    wanted.show();
  };
  const textChanges = createTextChanges();
  textChanges.listen(lookup.textChanged);
  textChanges.listen(inspector.textChanged);
  const texts = createTexts(store, source, services, {
    setTarget,
    setPace: playback.setPace,
    setResolution: playback.setResolution,
    wantFrame: wanted.want,
    textReplaced: textChanges.tell,
    refreshEntryPoints: () => void lookup.refresh(),
    run,
  });
  disposer.add(texts.dispose);
  const sharing = createSharing(store, source, services, frames.newest, playback.inputsUpTo);
  const edited = () => {
    textChanges.tell();
    texts.edited();
    execution.edited();
  };
  return {
    store,
    ...playback,
    ...textCommands(texts, sharing),
    ...runCommands({ run, compile: execution.compile, setLive: execution.setLive }, texts),
    ...createHeldRun(store, gate, source, run),
    ...createChoices(store, services, lookup, setTarget),
    ...createProjectFiles(store, source, edited),
    sourceEdited(read, origin) {
      source.edited(read, origin);
      edited();
    },
    setSeed: (seed) => setSeed(store, seed, run),
    onTextChange: textChanges.listen,
    sourceText: source.text,
    sourceUri: source.uri,
    cancelCompile: compiler.cancel,
    retryCompiler: compiler.retry,
    onInspection: inspector.onInspection,
    ...{ attachCanvas: runners.attachCanvas, beginToolWork: runners.beginToolWork },
    onFrame: frames.listen,
    dispose: disposer.dispose,
  };
}

function createTextChanges() {
  const listeners = new Set<() => void>();
  return {
    tell() {
      for (const listener of listeners) listener();
    },
    listen(listener: () => void): Dispose {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function setSeed(store: StoreApi<WorkspaceState>, seed: number, run: Execution['run']): void {
  store.setState({ seed });
  if (isRunning(store.getState())) void run({ keepsTab: true });
}

function textCommands(
  texts: Texts,
  sharing: Sharing,
): TextCommands & Sharing & Pick<Workspace, 'losesTextByLeaving'> {
  return {
    ...sharing,
    start: texts.start,
    openSource: texts.openSource,
    openDemo: texts.openDemo,
    cancelOpening: texts.cancelOpening,
    bringBack: texts.bringBack,
    placeChanged: texts.placeChanged,
    dismissNotice: texts.dismissNotice,
    saveVersion: texts.saveVersion,
    nameProject: texts.nameProject,
    losesTextByLeaving: () => !texts.saveNow() && sharing.hasUnsavedText(),
  };
}

type RunCommands = Pick<Workspace, 'run' | 'compile' | 'setLive'>;

function runCommands(
  { run, compile, setLive }: Pick<Execution, 'run' | 'compile' | 'setLive'>,
  texts: Texts,
): RunCommands {
  return {
    run() {
      texts.ran();
      return run();
    },
    compile,
    setLive,
  };
}

/** @param execution it is made behind what these events come from */
function runEvents(
  store: StoreApi<WorkspaceState>,
  frames: ReturnType<typeof createFrameListeners>,
  gate: RunGate,
  execution: () => Execution,
): RunEvents {
  return {
    onFrame(stats) {
      execution().frameDrawn();
      frames.drawn(stats);
    },
    onFrameDone: (isNewest) => execution().frameDone(isNewest),
    onFrameOverdue() {
      execution().frameOverdue();
      frames.stopped();
    },
    onLoading: (resourceLoading) => store.setState({ resourceLoading }),
    onPlayback(playback) {
      store.setState({ run: withShown(store.getState().run, { playback }) });
      gate.crashRecord.playback(playback);
    },
    onPrinted: (printed) => store.setState({ run: withShown(store.getState().run, { printed }) }),
    onMessage: (message) => tellOfRun(store, message),
    onError(message) {
      frames.stopped();
      execution().runFailed();
      tellOfRun(store, message);
    },
    onLost() {
      frames.stopped();
      execution().deviceLost();
    },
  };
}

function createFrameListeners() {
  const listeners = new Set<(stats: FrameStats | null) => void>();
  let newest: FrameStats | null = null;
  const tell = (stats: FrameStats | null) => {
    newest = stats;
    for (const listener of listeners) listener(stats);
  };
  return {
    drawn: tell,
    newest: () => newest,
    stopped: () => tell(null),
    listen(listener: (stats: FrameStats | null) => void): Dispose {
      listeners.add(listener);
      // A paused run draws no further frame.
      if (newest) listener(newest);
      return () => listeners.delete(listener);
    },
  };
}

/** Live mode, where nobody asked for a run, leaves the tab that is in sight. */
function tellOfRun(store: StoreApi<WorkspaceState>, message: string): void {
  if (store.getState().live) tellQuietly(store, 'run', message);
  else tell(store, 'run', message);
}

/** A target, with its first profile if it has any. */
function choiceOf(target: CompileTarget, { profilesOf }: Pick<WorkspaceServices, 'profilesOf'>) {
  const profiles = profilesOf(target);
  return { target, profiles, profile: profiles[0] ?? null };
}
