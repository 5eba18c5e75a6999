import type { StoreApi } from 'zustand/vanilla';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { DEFAULT_SEED, type Pace, type Resolution } from '#core/plan/runControls.ts';
import type { Draft } from '#core/project/draft.ts';
import {
  type AddressedSource,
  readUrlParameters,
  type UrlParameters,
  withDemo,
  withoutSource,
  withTarget,
} from '#core/project/links/urlParameters.ts';
import { openedProject } from '#core/project/openFile.ts';
import { MAIN_FILE_ID, projectIdentity } from '#core/project/project.ts';
import type { PausedFrame } from '#core/project/runView.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { uniqueName } from '#core/util/uniqueName.ts';
import {
  DEFAULT_INSTEAD,
  DRAFT_INSTEAD,
  type Message,
  overtakenByEdit,
  TEXT_STAYS,
} from '#workspace/messages.ts';
import type { RunRequestOptions } from '#workspace/runs/runGate.ts';
import type { AddressService, SourceOpening, WorkspaceServices } from '#workspace/services.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { openTab } from '#workspace/tabs.ts';
import { tell } from '#workspace/tell.ts';
import type { PlaybackCommands, TextCommands } from '#workspace/workspace.ts';
import { createKeeping, type Keeping } from './keeping.ts';
import type { Source } from './source.ts';
import {
  createSourceLoader,
  DEFAULT_DEMO,
  type LoadingServices,
  type SourceLoader,
} from './sourceLoader.ts';

/** The current text: opening, editing, keeping and restoring it. */
export interface Texts extends Pick<Keeping, 'ran' | 'saveNow'> {
  readonly commands: TextCommands;
  edited(): void;
  dispose: Dispose;
}

interface TextActions {
  setTarget(target: CompileTarget): void;
  setPace(pace: Pace): void;
  setResolution(resolution: Resolution): void;
  /** Sets the frame at which the text's first run pauses; null for none. An edit forgets it. */
  wantFrame(frame: PausedFrame | null): void;
  textReplaced(): void;
  refreshEntryPoints(): void;
  run(options: RunRequestOptions): Promise<void>;
}

export function createTexts(
  store: StoreApi<WorkspaceState>,
  source: Source,
  services: LoadingServices & Pick<WorkspaceServices, 'drafts' | 'versions'>,
  actions: TextActions,
): Texts {
  const disposer = createDisposer();
  const keeping = createKeeping(store, source, services);
  disposer.add(keeping.dispose);
  const opening = createOpening(store, services, {
    async take(opened, options, draft) {
      keeping.replacing(openedProject(opened));
      if (draft) restoreSettings(store, actions, draft);
      else applyLinked(store, actions, opened);
      if (opened.seed != null) store.setState({ seed: opened.seed });
      // The list belongs to another program.
      store.setState({ entryPoints: [] });
      const revision = store.getState().opened.revision + 1;
      const lineage = draft && { lineage: draft.lineage };
      const { text, files, assets } = source.open({ ...opened, ...lineage }, revision);
      const place = draft?.place ?? null;
      const shown = files.find(({ path }) => path === draft?.activeFile);
      store.setState({
        demo: opened.demo,
        opened: { text, place, revision },
        files,
        assets,
        activeFile: shown?.id ?? MAIN_FILE_ID,
      });
      actions.textReplaced();
      keeping.opened(draft);
      keeping.lookForHidden(source.isForeign() ? source.project() : null);
      actions.wantFrame(opened.view?.frame ?? null);
      await actions.run(options);
      if (store.getState().opened.revision !== revision) return;
      if (!draft) return;
      store.setState({ openTool: draft.openTool });
      openTab(store, { kind: 'restored', tab: draft.activeTab });
    },
    setTarget: actions.setTarget,
    replacingDraft: keeping.replacingDraft,
    refreshEntryPoints: actions.refreshEntryPoints,
  });
  disposer.add(opening.dispose);
  const commands: TextCommands = {
    async start() {
      await opening.start();
      const { opened, demo } = store.getState();
      // If the start opened only the default demo, offer what closed tabs have left.
      await keeping.adoptLeft(opened.revision <= 1 && demo === DEFAULT_DEMO);
    },
    openSource: opening.openSource,
    openDemo: opening.openDemo,
    cancelOpening: opening.cancelOpening,
    saveVersion: keeping.saveVersion,
    nameProject: (givenName) => store.setState({ givenName }),
    placeChanged: keeping.placeChanged,
    dismissNotice: keeping.dismissNotice,
    async bringBack(kind) {
      const draft = keeping.takeBack(kind);
      // A closed tab may be reopened, and then continues its lineage, so start a new one here.
      const lineage = kind === 'left' ? uniqueName() : draft?.lineage;
      if (draft && lineage) await opening.openDraft({ ...draft, lineage });
    },
  };
  return {
    commands,
    edited() {
      actions.wantFrame(null);
      opening.edited();
      if (store.getState().demo !== null) store.setState({ demo: null });
      keeping.edited();
    },
    ran: keeping.ran,
    saveNow: keeping.saveNow,
    dispose: disposer.dispose,
  };
}

type Playback = Pick<PlaybackCommands, 'setPace' | 'setResolution'>;

/** Restores a draft's settings other than the target, before its text runs. */
function restoreSettings(
  { getState, setState }: StoreApi<WorkspaceState>,
  playback: Playback,
  { profile, entryPoint, givenName, uniformValues, animations, seed, pace, resolution }: Draft,
): void {
  if (profile !== null && getState().profiles.includes(profile)) setState({ profile });
  setState({ entryPoint, givenName, uniformValues, animations, seed });
  playback.setPace(pace);
  playback.setResolution(resolution);
}

/**
 * Applies a link's settings other than the target; a source that no link opened gets the defaults.
 */
function applyLinked(
  { setState }: StoreApi<WorkspaceState>,
  playback: Playback,
  { entryPoint = null, givenName = null, view }: SourceOpening,
): void {
  const { uniformValues = {}, animations = {}, seed = DEFAULT_SEED, resolution } = view ?? {};
  setState({ entryPoint, givenName, uniformValues, animations, seed });
  if (resolution) playback.setResolution(resolution);
}

/**
 * Replaces the text: from the address, the tab's draft, a choice or a followed link. The newest
 * request wins, and an edit cancels one that is still loading.
 *
 * On a fresh page, the address takes precedence over the tab's draft, which then goes into the
 * history. If both have the same project, the draft's settings are restored too.
 *
 * The address bar names a demo or carries a code only while the text is unchanged. It does not name
 * the default demo if nothing requested it. An address that failed to open stays in the bar until
 * the next edit or choice, because reloading the page tries again.
 */
interface Opening extends Pick<TextCommands, 'openSource' | 'openDemo' | 'cancelOpening'> {
  /** Opens what the address requests, and then follows changes of its fragment. */
  start(): Promise<void>;
  /** Opens a draft with all its settings, and runs it. */
  openDraft(draft: Draft): Promise<void>;
  edited(): void;
  dispose: Dispose;
}

interface OpeningActions {
  /**
   * Replaces the text and runs it. If `draft` is not null, it has the same project, and its
   * settings are restored.
   */
  take(source: SourceOpening, options: RunRequestOptions, draft: Draft | null): Promise<void>;
  setTarget(target: CompileTarget): void;
  /** Called if the tab's draft is not opened. */
  replacingDraft(draft: Draft): void;
  /** Called if the target has changed but the text has not. */
  refreshEntryPoints(): void;
}

/**
 * A text that the user chose may fetch from anywhere; one whose run ended badly before waits for
 * Run.
 */
const CHOSEN: RunRequestOptions = { cause: 'chosen' };

function createOpening(
  store: StoreApi<WorkspaceState>,
  services: LoadingServices & Pick<WorkspaceServices, 'drafts'>,
  { take, setTarget, replacingDraft, refreshEntryPoints }: OpeningActions,
): Opening {
  const { address, drafts } = services;
  const loader = createSourceLoader(services, (fetchedSource) => {
    if (fetchedSource !== store.getState().fetchedSource) store.setState({ fetchedSource });
  });
  const disposer = createDisposer();
  const bar = createAddressBar(store, address);
  /**
   * Whether something was opened or edited, so that a start still waiting for the draft is too
   * late.
   */
  let begun = false;

  const put = (source: SourceOpening, options: RunRequestOptions, held?: Draft | null) => {
    begun = true;
    loader.giveUp();
    const same = held && projectIdentity(held) === projectIdentity(openedProject(source));
    if (held && !same) replacingDraft(held);
    return take(source, options, same ? held : null);
  };
  const putUnasked = (source: SourceOpening, held: Draft | null = null) => {
    const cause = source === held && held.edited ? 'chosen' : 'opened';
    // The address's target takes precedence over the link's.
    if (source.target && bar.target === null) setTarget(source.target);
    if (source.note) tell(store, 'address', source.note);
    return put(source, { beforeReading: bar.beforeReading, cause }, held);
  };
  const followFragment = async () => {
    const { target, source, isOpen } = bar.read();
    if (target !== null) setTarget(target);
    if (source.kind === 'none' || isOpen) return refreshEntryPoints();
    const loaded = await loader.load(source);
    if (loaded?.ok) await putUnasked(loaded.value);
    else if (loaded) tell(store, 'address', `${loaded.error} ${TEXT_STAYS}`);
  };
  const openAtStart = createStart({ store, loader, setTarget, replacingDraft, put: putUnasked });
  const start = async () => {
    disposer.add(address.onFragmentChange(() => void followFragment()));
    const asked = bar.read();
    if (asked.target !== null) setTarget(asked.target);
    const restored = drafts.restore();
    if (!(restored instanceof Promise)) return openAtStart(asked, restored);
    const held = await restored;
    if (!begun) await openAtStart(asked, held);
    else if (held) replacingDraft(held);
  };
  const edited = () => {
    begun = true;
    const overtaken = loader.giveUp();
    if (overtaken !== null) tell(store, 'address', overtakenByEdit(overtaken));
    bar.clear();
  };
  const choices = openingByChoice(store, loader, bar, setTarget, (source, draft) =>
    put(source, CHOSEN, draft),
  );
  return { ...choices, start, edited, cancelOpening: loader.cancel, dispose: disposer.dispose };
}

/** Opens what the user chooses in the page, and updates the address bar. */
function openingByChoice(
  store: StoreApi<WorkspaceState>,
  loader: SourceLoader,
  bar: AddressBar,
  setTarget: OpeningActions['setTarget'],
  put: (source: SourceOpening, draft: Draft | null) => Promise<void>,
): Pick<Opening, 'openSource' | 'openDemo' | 'openDraft'> {
  const openSource = (source: SourceOpening) => {
    bar.nameDemo(source.demo);
    return put(source, null);
  };
  return {
    openSource,
    async openDemo(name) {
      const loaded = await loader.load({ kind: 'demo', name });
      if (loaded?.ok) await openSource(loaded.value);
      else if (loaded) tell(store, 'address', loaded.error);
    },
    openDraft(draft) {
      const { target, demo } = draft;
      const hasNewTarget = target !== store.getState().target;
      if (hasNewTarget) setTarget(target);
      bar.nameDemo(demo, hasNewTarget ? target : null);
      return put(draft, draft);
    },
  };
}

interface StartActions {
  readonly store: StoreApi<WorkspaceState>;
  readonly loader: SourceLoader;
  setTarget(target: CompileTarget): void;
  /** Called if the tab's draft is not opened. */
  replacingDraft(draft: Draft): void;
  /** Opens a text; restores the draft's settings if the draft has the same project. */
  put(source: SourceOpening, held: Draft | null): Promise<void>;
}

/** A function that, on a fresh page, opens what the address requests, or else the tab's draft. */
function createStart({ store, loader, setTarget, replacingDraft, put }: StartActions) {
  const openDefault = async (held: Draft | null) => {
    const loaded = await loader.load({ kind: 'demo', name: DEFAULT_DEMO });
    if (loaded === null) return held ? replacingDraft(held) : undefined;
    if (loaded.ok) return put(loaded.value, held);
    if (held) return put(held, held);
    tell(store, 'address', loaded.error);
  };
  const openHeld = async (asked: UrlParameters, held: Draft | null) => {
    if (asked.target === null && held) setTarget(held.target);
    // The site may have a newer version of an unchanged demo.
    if (held === null || (held.demo !== null && !held.edited)) return openDefault(held);
    return put(held, held);
  };
  return async (asked: UrlParameters, held: Draft | null): Promise<void> => {
    const { source } = asked;
    if (source.kind === 'none') return openHeld(asked, held);
    const loaded = await loader.load(source);
    if (loaded === null) return held ? replacingDraft(held) : undefined;
    if (loaded.ok) return put(loaded.value, held);
    const instead = held?.edited ? DRAFT_INSTEAD : DEFAULT_INSTEAD;
    tell(store, 'address', `${loaded.error} ${instead}`);
    await openHeld(asked, held?.edited ? held : null);
  };
}

interface ReadAddress extends UrlParameters {
  /** Whether the address names the same source as before, which is still open. */
  readonly isOpen: boolean;
}

type AddressBar = ReturnType<typeof createAddressBar>;

function createAddressBar(store: StoreApi<WorkspaceState>, address: AddressService) {
  /** Null once the text was edited. */
  let named: AddressedSource | null = null;
  let beforeReading: readonly Message[] = [];
  let target: CompileTarget | null = null;
  return {
    /** The messages before the address was last read. */
    get beforeReading(): readonly Message[] {
      return beforeReading;
    },
    /** The target that the address requested when it was last read; null if none. */
    get target(): CompileTarget | null {
      return target;
    },
    /** Reads what the address requests. Its errors go to Diagnostics. */
    read(): ReadAddress {
      const parameters = readUrlParameters(address.current());
      const isOpen = isSame(parameters.source, named);
      named = parameters.source;
      target = parameters.target;
      const { arrangement } = parameters;
      if (arrangement) store.setState({ arrangement });
      beforeReading = store.getState().messages;
      tell(store, 'address', ...parameters.messages);
      return { ...parameters, isOpen };
    },
    /**
     * Names the open demo; null for a text that the address does not name. Sets a target if it is
     * not null.
     */
    nameDemo(demo: string | null, target: CompileTarget | null = null) {
      const bar = address.current();
      address.replace(demo === null ? withoutSource(bar) : withDemo(bar, demo));
      if (target !== null) address.replace(withTarget(address.current(), target));
      named = readUrlParameters(address.current()).source;
    },
    /** Removes the source from the address, because the text was edited. */
    clear() {
      if (named) address.replace(withoutSource(address.current()));
      named = null;
    },
  };
}

function isSame(one: AddressedSource, other: AddressedSource | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
