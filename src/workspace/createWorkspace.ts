import { createStore, type StoreApi } from 'zustand/vanilla';
import { runRequest } from '#core/output/compileResult.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { FrameStats } from '#core/plan/runControls.ts';
import type { ShareLink } from '#core/project/links/linkService.ts';
import { withTarget } from '#core/project/links/urlParameters.ts';
import { MAIN_FILE_ID } from '#core/project/project.ts';
import type { RunView } from '#core/project/runView.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { createNewest } from '#core/util/newest.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import type { RunEvents } from '#engine/gpu/runner.ts';
import { choose, chosen } from '#engine/storage/settings.ts';
import { createExecution, type Execution } from '#workspace/runs/execution.ts';
import { createLauncher, type Launcher } from '#workspace/runs/launcher.ts';
import { createLiveMode } from '#workspace/runs/live.ts';
import { createPlaybackCommands, createWantedFrame } from '#workspace/runs/playbackCommands.ts';
import { createRunGate, type RunGate } from '#workspace/runs/runGate.ts';
import { createRunnerProvider } from '#workspace/runs/runnerProvider.ts';
import { createSource, type Source } from '#workspace/sources/source.ts';
import { createTexts, type Texts } from '#workspace/sources/texts.ts';
import { createEntryPointLookup, type EntryPointLookup } from './compilation.ts';
import { isRunning, shownRun, withShown } from './runState.ts';
import type { WorkspaceServices } from './services.ts';
import { INITIAL_STATE, type WorkspaceState } from './state.ts';
import { openTab } from './tabs.ts';
import { tell, tellQuietly } from './tell.ts';
import type {
  Choices,
  HeldRunControls,
  Inspection,
  PlaybackCommands,
  ProjectFiles,
  SharedView,
  Sharing,
  Workspace,
} from './workspace.ts';

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

/** @param launcher created after the source of these events */
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
      // A paused run draws no further frames, so report the newest now.
      if (newest) listener(newest);
      return () => listeners.delete(listener);
    },
  };
}

/** In live mode, the user has not asked for the run, so the current tab stays open. */
function tellOfRun(store: StoreApi<WorkspaceState>, message: string): void {
  if (store.getState().live) tellQuietly(store, 'run', message);
  else tell(store, 'run', message);
}

function choiceOf(target: CompileTarget, { profilesOf }: Pick<WorkspaceServices, 'profilesOf'>) {
  const profiles = profilesOf(target);
  return { target, profiles, profile: profiles[0] ?? null };
}

/** @param edited called after each change */
export function createProjectFiles(
  { getState, setState }: StoreApi<WorkspaceState>,
  source: Pick<Source, 'project' | 'fileEdited'>,
  edited: () => void,
): ProjectFiles {
  return {
    project: source.project,
    setFiles(files) {
      const { activeFile } = getState();
      const isThere = files.some(({ id }) => id === activeFile);
      setState({ files, ...(!isThere && { activeFile: MAIN_FILE_ID }) });
      edited();
    },
    editFiles: (edits) => setState({ edits }),
    setAssets(assets) {
      setState({ assets });
      edited();
    },
    showFile: (activeFile) => setState({ activeFile }),
    fileEdited(id, read) {
      source.fileEdited(id, read);
      edited();
    },
  };
}

export function createHeldRun(
  { getState, setState }: StoreApi<WorkspaceState>,
  gate: RunGate,
  source: Pick<Source, 'identity' | 'isForeign' | 'isSiteDemo'>,
  run: () => Promise<void>,
): HeldRunControls {
  return {
    async runHeld() {
      const { held } = getState();
      setState({ held: null });
      if (held?.kind === 'origins') gate.allow(held.origins);
      await run();
    },
    dropHeld: () => setState({ held: null }),
    async fetchRules(descriptor) {
      const foreign = source.isForeign();
      const held = await gate.check({
        source: source.identity(),
        descriptor,
        cause: 'pressed',
        foreign,
        siteDemo: source.isSiteDemo(),
      });
      return held?.kind === 'origins' ? fail(held.origins) : ok({ followsRedirects: !foreign });
    },
    pageHidden: gate.crashRecord.pageHidden,
  };
}

function createChoices(
  store: StoreApi<WorkspaceState>,
  { address }: Pick<WorkspaceServices, 'address'>,
  lookup: EntryPointLookup,
  setTarget: (target: CompileTarget) => void,
): Choices {
  return {
    selectTarget(target) {
      setTarget(target);
      void lookup.refresh();
      address.replace(withTarget(address.current(), target));
    },
    selectProfile: (profile) => store.setState({ profile }),
    selectEntryPoint: (entryPoint) => store.setState({ entryPoint }),
    refreshEntryPoints: () => void lookup.refresh(),
    selectTab: (tab) => openTab(store, { kind: 'selected', tab }),
    arrange(arrangement) {
      choose('arrangement', arrangement);
      store.setState({ arrangement, openTool: null });
    },
    openTool: (openTool) => store.setState({ openTool }),
    closeTool(tool) {
      if (store.getState().openTool === tool) store.setState({ openTool: null });
    },
    reveal(place, path) {
      const { revealed, files } = store.getState();
      const file = files.find((each) => `/${each.path}` === path);
      const revision = (revealed?.revision ?? 0) + 1;
      store.setState({
        activeFile: file?.id ?? MAIN_FILE_ID,
        revealed: { ...place, revision },
      });
    },
  };
}

function createSharing(
  store: StoreApi<WorkspaceState>,
  source: Pick<Source, 'project' | 'identity' | 'isAsOpened'>,
  services: Pick<WorkspaceServices, 'address' | 'links' | 'deliverLink'>,
  lastFrame: () => FrameStats | null,
  inputsUpTo: PlaybackCommands['inputsUpTo'],
): Sharing {
  let shared: string | null = null;
  const buildLink = (shown?: SharedView) => {
    const { target, entryPoint, seed, givenName } = store.getState();
    const view = shown ? viewOf(shown, store.getState(), lastFrame(), inputsUpTo) : null;
    const project = { ...source.project(), target, entryPoint, seed, givenName, view };
    return services.links.build(services.address.current(), project);
  };
  return {
    buildLink,
    async share(shown) {
      const identity = source.identity();
      const building = buildLink(shown);
      const delivering = services.deliverLink(building.then(valueOrThrow));
      const [link, delivery] = await Promise.all([building, delivering]);
      if (!link.ok) {
        tell(store, 'address', link.error);
        return { kind: 'failed', link: null };
      }
      const { href, note } = link.value;
      if (delivery === 'failed') return { kind: 'failed', link: href };
      if (delivery === 'cancelled') return { kind: 'cancelled' };
      if (note === null) shared = identity;
      else tell(store, 'address', note);
      return { kind: delivery, note };
    },
    hasUnsavedText() {
      const identity = source.identity();
      return identity.trim() !== '' && identity !== shared && !source.isAsOpened();
    },
  };
}

function viewOf(
  { playback, uniforms }: SharedView,
  state: WorkspaceState,
  last: FrameStats | null,
  inputsUpTo: PlaybackCommands['inputsUpTo'],
): RunView | null {
  if (!playback && !uniforms) return null;
  const isPaused = last !== null && shownRun(state).playback === 'paused';
  return {
    uniformValues: uniforms ? state.uniformValues : {},
    animations: uniforms ? state.animations : {},
    seed: state.seed,
    resolution: playback ? state.resolution : INITIAL_STATE.resolution,
    frame:
      playback && isPaused
        ? { number: last.frame, time: last.time, inputs: inputsUpTo(last.frame) ?? [] }
        : null,
  };
}

function valueOrThrow(result: Result<ShareLink>): string {
  if (result.ok) return result.value.href;
  throw new Error(result.error);
}

/** How long the text must stay unchanged before it is inspected (ms). */
const REST = 500;

/**
 * Requests in the background the compile that Run would make, so that Run finds its result cached.
 * It waits while the compiler is busy, and does not change the store.
 */
function createInspector(
  store: StoreApi<WorkspaceState>,
  source: Pick<Source, 'project'>,
  compiler: Pick<CompilerClient, 'inspect'>,
) {
  const listeners = new Set<(inspection: Inspection) => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the text has rested but the compiler was not free yet. */
  let due = false;
  /** Aborted when the text changes, or when there is no listener left. */
  const current = createNewest();

  const inspect = async () => {
    due = false;
    const { signal } = current;
    const project = source.project();
    const { text, files } = project;
    const start = performance.now();
    const report = await compiler.inspect(runRequest(text, files), signal);
    if (signal.aborted) return;
    if (report === null) {
      // The compiler dropped it for a request that is being waited for.
      due = true;
      return inspectIfFree();
    }
    const answer = report === 'no-answer' ? null : report;
    const detail = { cached: answer?.cached ?? false, characters: text.length };
    performance.measure('playground:inspection', { start, detail });
    for (const listener of [...listeners]) listener({ project, answer });
  };
  const inspectIfFree = () => {
    if (due && isFree(store.getState())) void inspect();
  };
  const plan = () => {
    due = false;
    current.next();
    clearTimeout(timer);
    if (listeners.size === 0) return;
    timer = setTimeout(() => {
      due = true;
      inspectIfFree();
    }, REST);
  };
  const unsubscribe = store.subscribe(inspectIfFree);
  return {
    textChanged: plan,
    onInspection(listener: (inspection: Inspection) => void): Dispose {
      listeners.add(listener);
      plan();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) plan();
      };
    },
    dispose() {
      unsubscribe();
      listeners.clear();
      plan();
    },
  };
}

/**
 * Whether the compiler is idle. The first compile of a page never has to wait for an inspection.
 */
function isFree({ compiler, compilation }: WorkspaceState): boolean {
  return compiler.kind === 'ready' && compilation.kind === 'done';
}
