import type { StoreApi } from 'zustand/vanilla';
import type { Draft, TextPlace } from '#core/project/draft.ts';
import type { VersionReason, VersionService } from '#core/project/newVersion.ts';
import { type Project, projectIdentity } from '#core/project/project.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { fail } from '#core/util/result.ts';
import type { WorkspaceServices } from '#workspace/services.ts';
import type { KeepingNotice, WorkspaceState } from '#workspace/state.ts';
import type { TextCommands } from '#workspace/workspace.ts';
import type { Source } from './source.ts';

/** Keeps texts from being lost: saves the tab's draft, and versions of it in the history. */
export interface Keeping
  extends Pick<TextCommands, 'placeChanged' | 'saveVersion' | 'dismissNotice'> {
  /** Another project is about to replace this one. */
  replacing(next: Project): void;
  /** Called before another project is opened instead of the tab's former draft. */
  replacingDraft(draft: Draft): void;
  /**
   * A project was opened, and will be saved from now on. `draft` is the draft with the same
   * project, or null.
   */
  opened(draft: Draft | null): void;
  edited(): void;
  ran(): void;
  /** Adds what closed tabs have left to the history; shows a notice about it if `tell` is set. */
  adoptLeft(tell: boolean): Promise<void>;
  /**
   * Saves immediately. Returns whether nothing would be lost by leaving now, as far as is known.
   */
  saveNow(): boolean;
  /** Takes the complete draft that the notice offers; null if it no longer exists. */
  takeBack(kind: KeepingNotice['kind']): Draft | null;
  /** Looks for invisible characters in an opened project; null if the project is the user's own. */
  lookForHidden(project: Project | null): void;
  dispose: Dispose;
}

export function createKeeping(
  store: StoreApi<WorkspaceState>,
  source: Source,
  { drafts, versions }: Pick<WorkspaceServices, 'drafts' | 'versions'>,
): Keeping {
  const disposer = createDisposer();
  const notices = createKeepingNotices(store);
  const current = createCurrentDraft(store, source);
  const noting = createNoting(versions, current, notices.refused);
  disposer.add(noting.dispose);
  const saving = createDraftSaving(() => drafts.save(current.read()));
  disposer.add(saving.dispose);
  disposer.add(drafts.onRefused(notices.refused));
  disposer.add(drafts.onLeaving(saving.now));
  disposer.add(
    drafts.onCopied(() => {
      source.startLineage();
      saving.soon();
    }),
  );
  disposer.add(
    store.subscribe((state, before) => keptPartsChanged(state, before) && saving.soon()),
  );
  return {
    ...replacements(current, noting, saving, notices),
    edited() {
      saving.begin();
      noting.noteAtPause();
      notices.edited();
    },
    placeChanged(read) {
      current.placeChanged(read);
      saving.soon();
    },
    ran: () => noting.noteEdited('run'),
    saveVersion() {
      noting.cancelPause();
      return noting.note(current.read(), 'saved');
    },
    async adoptLeft(tell) {
      const left = await drafts.findLeft();
      const told = left.filter(({ text }) => text.trim() !== '');
      for (const draft of told.toReversed()) await noting.note(draft, 'left');
      const [newest] = told;
      if (newest && tell && !disposer.disposed) notices.offer({ kind: 'left' }, newest);
    },
    saveNow() {
      saving.now();
      return drafts.isSafe();
    },
    takeBack: notices.take,
    dismissNotice: notices.dismiss,
    lookForHidden: notices.lookForHidden,
    dispose: disposer.dispose,
  };
}

function replacements(
  current: CurrentDraft,
  noting: Noting,
  saving: DraftSaving,
  notices: KeepingNotices,
): Pick<Keeping, 'replacing' | 'replacingDraft' | 'opened'> {
  const replace = async (draft: Draft) => {
    const noted = await noting.note(draft, 'replaced');
    if (draft.edited) notices.offer({ kind: 'replaced', inHistory: noted.ok }, draft);
  };
  return {
    replacing(next) {
      noting.cancelPause();
      const draft = current.read();
      if (saving.begun && projectIdentity(draft) !== projectIdentity(next) && isWorthKeeping(draft))
        void replace(draft);
    },
    replacingDraft(draft) {
      if (!isWorthKeeping(draft)) return;
      // The draft stays stored until the history has it.
      saving.hold(replace(draft));
    },
    opened(draft) {
      current.opened(draft);
      saving.begin();
    },
  };
}

/** An unchanged demo can be opened again, so it is not kept. */
function isWorthKeeping({ text, files, edited, demo }: Draft): boolean {
  return (text.trim() !== '' || files.length > 0) && (edited || demo === null);
}

/**
 * How long the draft must stay unchanged before it is saved, and the longest wait for that (ms).
 */
const SAVE_DELAY = 300;
const LONGEST_WAIT = 2000;

type DraftSaving = ReturnType<typeof createDraftSaving>;

function createDraftSaving(save: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | null = null;
  let begun = false;
  let held = 0;
  const now = () => {
    clearTimeout(timer);
    waitingSince = null;
    if (begun && held === 0) save();
  };
  const soon = () => {
    clearTimeout(timer);
    waitingSince ??= performance.now();
    const waited = performance.now() - waitingSince;
    timer = setTimeout(now, Math.min(SAVE_DELAY, Math.max(0, LONGEST_WAIT - waited)));
  };
  return {
    get begun(): boolean {
      return begun;
    },
    now,
    soon,
    begin() {
      begun = true;
      soon();
    },
    /** Defers all saving until the promise has settled. */
    hold(until: Promise<void>) {
      held += 1;
      void until.finally(() => {
        held -= 1;
        soon();
      });
    },
    dispose: () => clearTimeout(timer),
  };
}

/** A pause in typing after which a version is saved (ms). */
const PAUSE = 4000;

type Noting = ReturnType<typeof createNoting>;

/** @param refused called with the reason if the history rejects a version */
function createNoting(
  versions: VersionService,
  current: CurrentDraft,
  refused: (why: string) => void,
) {
  let pause: ReturnType<typeof setTimeout> | undefined;
  const cancelPause = () => clearTimeout(pause);
  const note = async (
    { text, files, assets, uri, foreign, lineage, givenName }: Draft,
    reason: VersionReason,
  ) => {
    if (text.trim() === '' && files.length === 0) return fail('There is no text to save.');
    // Add it even if it was added before: the user, another tab or a lack of space may have removed
    // it.
    const noted = await versions.note({
      ...{ text, files, assets, uri, foreign, lineage, givenName },
      reason,
    });
    if (!noted.ok) refused(noted.error);
    return noted;
  };
  const noteEdited = (reason: VersionReason) => {
    cancelPause();
    if (current.isEdited()) void note(current.read(), reason);
  };
  return {
    note,
    noteEdited,
    noteAtPause() {
      cancelPause();
      pause = setTimeout(noteEdited, PAUSE, 'pause');
    },
    /** Keeps the next pause from saving a version. */
    cancelPause,
    dispose: cancelPause,
  };
}

const START: TextPlace = { anchor: 0, head: 0, top: 0 };

type CurrentDraft = ReturnType<typeof createCurrentDraft>;

function createCurrentDraft({ getState }: StoreApi<WorkspaceState>, source: Source) {
  /**
   * The identity of the opened project; null if it was an edited draft, or if nothing was opened
   * yet.
   */
  let original: string | null = null;
  let readPlace = () => START;
  return {
    /** Whether the project differs from the one that was opened. */
    isEdited: (): boolean => source.identity() !== original,
    read(): Draft {
      const { demo, givenName, target, profile, entryPoint, resolution } = getState();
      const { activeTab, openTool } = getState();
      const { uniformValues, animations, seed, pace } = getState();
      const project = source.project();
      const shown = project.files.find(({ id }) => id === getState().activeFile);
      const rest = { target, profile, entryPoint, resolution, activeTab, openTool };
      const moving = { uniformValues, animations, seed, pace };
      const origin = { uri: source.uri(), foreign: source.isForeign(), lineage: source.lineage() };
      const edited = projectIdentity(project) !== original;
      const activeFile = shown?.path ?? null;
      return {
        ...project,
        ...origin,
        activeFile,
        demo,
        givenName,
        edited,
        place: readPlace(),
        ...rest,
        ...moving,
      };
    },
    /** A project was opened; `draft` is the draft with the same project, or null. */
    opened(draft: Draft | null) {
      original = draft?.edited ? null : source.identity();
      const place = draft?.place ?? START;
      readPlace = () => place;
    },
    placeChanged(read: () => TextPlace) {
      readPlace = read;
    },
  };
}

const KEPT_PARTS = [
  'target',
  'profile',
  'entryPoint',
  'uniformValues',
  'animations',
  'seed',
  'pace',
  'resolution',
  'activeTab',
  'openTool',
  'demo',
  'givenName',
  'files',
  'assets',
  'activeFile',
] as const;

/** Whether the store's part of the draft has changed. */
function keptPartsChanged(state: WorkspaceState, before: WorkspaceState): boolean {
  return KEPT_PARTS.some((part) => state[part] !== before[part]);
}

/** The store's notices about keeping texts, and the drafts that they offer. */
interface KeepingNotices {
  show(notice: KeepingNotice): void;
  offer(notice: KeepingNotice, draft: Draft): void;
  dismiss(kind: KeepingNotice['kind']): void;
  /** Dismisses the notice; returns the draft that it offers, or null. */
  take(kind: KeepingNotice['kind']): Draft | null;
  /** Texts cannot be kept. The notice is shown once, after the first edit. */
  refused(reason: string): void;
  edited(): void;
  /**
   * Shows a notice about invisible characters in a project; null if the project is the user's own.
   */
  lookForHidden(project: Project | null): void;
}

function createKeepingNotices({ getState, setState }: StoreApi<WorkspaceState>): KeepingNotices {
  const offered = new Map<KeepingNotice['kind'], Draft>();
  let wasEdited = false;
  let refusal: string | null = null;
  let saidRefused = false;
  const dismiss = (kind: KeepingNotice['kind']) => {
    offered.delete(kind);
    if (!getState().notices.some((notice) => notice.kind === kind)) return;
    setState({ notices: getState().notices.filter((notice) => notice.kind !== kind) });
  };
  const show = (notice: KeepingNotice) => {
    const others = getState().notices.filter(({ kind }) => kind !== notice.kind);
    setState({ notices: [...others, notice] });
  };
  /** Before the first edit, there is nothing to lose. */
  const sayRefusal = () => {
    if (refusal === null || !wasEdited || saidRefused) return;
    saidRefused = true;
    show({ kind: 'refused', reason: refusal });
  };
  return {
    dismiss,
    show,
    lookForHidden: createHiddenSearch(show, dismiss),
    offer(notice: KeepingNotice, draft: Draft) {
      offered.set(notice.kind, draft);
      show(notice);
    },
    refused(reason: string) {
      refusal = reason;
      sayRefusal();
    },
    edited() {
      wasEdited = true;
      sayRefusal();
    },
    take(kind: KeepingNotice['kind']): Draft | null {
      const draft = offered.get(kind) ?? null;
      dismiss(kind);
      return draft;
    },
  };
}

/** The search loads with the first project that comes from someone else. */
function createHiddenSearch(
  show: KeepingNotices['show'],
  dismiss: KeepingNotices['dismiss'],
): KeepingNotices['lookForHidden'] {
  let newest: Project | null = null;
  const search = async (project: Project) => {
    try {
      const { hiddenCharactersIn } = await import('./hiddenCharacters.ts');
      const notice = hiddenCharactersIn(project);
      if (notice && newest === project) show(notice);
    } catch {
      // The editor marks the characters anyway.
    }
  };
  return (project) => {
    newest = project;
    dismiss('hidden-characters');
    if (project) void search(project);
  };
}
