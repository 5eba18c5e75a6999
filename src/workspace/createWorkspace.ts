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
import { createLauncher, type Launcher } from './runs/launcher.ts';
import { createLiveMode } from './runs/live.ts';
import { createPlaybackCommands, createWantedFrame } from './runs/playbackCommands.ts';
import { createRunGate, type RunGate } from './runs/runGate.ts';
import { createRunnerProvider } from './runs/runnerProvider.ts';
import type { WorkspaceServices } from './services.ts';
import { createProjectFiles } from './sources/projectFiles.ts';
import { createSharing } from './sources/sharing.ts';
import { createSource } from './sources/source.ts';
import { createTexts, type Texts } from './sources/texts.ts';
import { INITIAL_STATE, type WorkspaceState } from './state.ts';
import { tell, tellQuietly } from './tell.ts';
import type { Workspace } from './workspace.ts';

function initialState(): WorkspaceState {
  return { ...INITIAL_STATE, arrangement: chosen('arrangement') };
}

export function createWorkspace(services: WorkspaceServices): Workspace {
  const store = createStore<WorkspaceState>(initialState);
  const disposer = createDisposer();
  const { own } = disposer;
  const frames = createFrameListeners();
  const compiler = own(services.createCompiler((state) => store.setState({ compiler: state })));
  const source = createSource(store);
  const gate = createRunGate(() => services.address.current().origin, services.pages);
  const events = runEvents(store, frames, gate, () => launcher);
  const runners = own(createRunnerProvider(store, services, events));
  const lookup = own(createEntryPointLookup(store, source, compiler));
  const launcher = createLauncher(store, runners, gate);
  const live = own(createLiveMode(store, source, compiler, launcher));
  const execution = createExecution(store, source, compiler, lookup, launcher, live);
  const inspector = own(createInspector(store, source, compiler));

  const setTarget = (target: CompileTarget) => store.setState(choiceOf(target, services));
  const playback = createPlaybackCommands(store, runners);
  const wanted = createWantedFrame(store, playback);
  const run: Execution['run'] = async (options) => {
    await execution.run(options);
    wanted.show();
  };
  const textChanges = createTextChanges([lookup.textChanged, inspector.textChanged]);
  const texts = own(
    createTexts(store, source, services, {
      ...playback,
      setTarget,
      wantFrame: wanted.want,
      textReplaced: textChanges.tell,
      refreshEntryPoints: () => void lookup.refresh(),
      run,
    }),
  );
  const sharing = createSharing(store, source, services, frames.newest, playback.inputsUpTo);
  const edited = () => {
    textChanges.tell();
    texts.edited();
    live.edited();
  };
  return {
    store,
    ...playback,
    ...texts.commands,
    ...sharing,
    ...runCommands(store, texts, run),
    ...{ compile: execution.compile, setLive: live.setLive },
    ...createHeldRun(store, gate, source, run),
    ...createChoices(store, services, lookup, setTarget),
    ...createProjectFiles(store, source, edited),
    sourceEdited(read, origin) {
      source.edited(read, origin);
      edited();
    },
    onTextChange: textChanges.listen,
    ...{ sourceText: source.text, sourceUri: source.uri },
    losesTextByLeaving: () => !texts.saveNow() && sharing.hasUnsavedText(),
    ...{ cancelCompile: compiler.cancel, retryCompiler: compiler.retry },
    onInspection: inspector.onInspection,
    ...{ attachCanvas: runners.attachCanvas, beginToolWork: runners.beginToolWork },
    onFrame: frames.listen,
    dispose: disposer.dispose,
  };
}

function createTextChanges(first: readonly (() => void)[]) {
  const listeners = new Set(first);
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

function runCommands(
  { getState, setState }: StoreApi<WorkspaceState>,
  { ran }: Pick<Texts, 'ran'>,
  run: Execution['run'],
): Pick<Workspace, 'run' | 'setSeed'> {
  return {
    run() {
      ran();
      return run();
    },
    setSeed(seed) {
      setState({ seed });
      if (isRunning(getState())) void run({ keepsTab: true });
    },
  };
}

/** @param launcher it is made after what these events come from */
function runEvents(
  store: StoreApi<WorkspaceState>,
  frames: ReturnType<typeof createFrameListeners>,
  gate: RunGate,
  launcher: () => Launcher,
): RunEvents {
  return {
    onFrame(stats) {
      launcher().frameDrawn();
      frames.drawn(stats);
    },
    onFrameDone: (isNewest) => launcher().frameDone(isNewest),
    onFrameOverdue() {
      launcher().frameOverdue();
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
      launcher().runFailed();
      tellOfRun(store, message);
    },
    onLost() {
      frames.stopped();
      launcher().deviceLost();
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
