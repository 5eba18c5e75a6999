import type { StoreApi } from 'zustand/vanilla';
import { createDisposer, type Dispose } from '#shared/disposer.ts';
import { fail, type Result } from '#shared/result.ts';
import type { VersionReason, WorkspaceServices } from '#workspace/services.ts';
import type { KeepingNotice, WorkspaceState } from '#workspace/state.ts';
import type { Draft, TextPlace } from './draft.ts';
import type { HiddenCharactersNotice } from './hiddenCharacters.ts';
import type { SourceReader } from './sourceReader.ts';

/** Rest after which a draft is saved, and the longest that it waits for one, in milliseconds. */
const SAVE_DELAY = 300;
const LONGEST_WAIT = 2000;

/** A pause in typing that makes a version, in milliseconds. */
const PAUSE = 4000;

/** How long the way back stays in sight after the next edit, in milliseconds. */
const NOTICE_AFTER_EDIT = 6000;

const START: TextPlace = { anchor: 0, head: 0, top: 0 };

/** Sees to it that no text is lost: saves the tab's draft, and versions of it in the history. */
export interface Keeping {
  /** Another text is about to take the place of this one. */
  replacing(next: string): void;
  /** The tab's former draft makes room for what the address names, before that is opened. */
  replacingDraft(draft: Draft): void;
  /** It has; from now on, it is saved. The rest of a draft belongs to its text. */
  opened(draft: Draft | null): void;
  edited(): void;
  /** The cursor or what is in sight has changed; it is read only when it is needed. */
  placeChanged(read: () => TextPlace): void;
  /** Run was pressed. */
  ran(): void;
  /** Puts the text into the history because the user asked for it. Never rejects. */
  saveVersion(): Promise<Result<void>>;
  /** Puts what closed tabs have left into the history; says so if `tell` is set. */
  adoptLeft(tell: boolean): Promise<void>;
  /** Saves at once. True if there is nothing to lose by leaving now, as far as is known. */
  saveNow(): boolean;
  /** What the notice offers, with all that belongs to it; null if that is no more. */
  takeBack(kind: KeepingNotice['kind']): Draft | null;
  dismissNotice(kind: KeepingNotice['kind']): void;
  /** What there is to say of the text that was opened, in place of what was said of the last. */
  noticeHidden(notice: HiddenCharactersNotice | null): void;
  dispose: Dispose;
}

export function createKeeping(
  store: StoreApi<WorkspaceState>,
  source: SourceReader & { startLineage(): void },
  services: Pick<WorkspaceServices, 'drafts' | 'versions'>,
): Keeping {
  const { drafts } = services;
  const disposer = createDisposer();
  const notices = createNotices(store);
  disposer.add(notices.dispose);
  const note = createNoting(services, notices.refused);
  /** What was opened; null if the text is a draft that had been edited, or none was opened yet. */
  let original: string | null = null;
  let readPlace = () => START;
  const isEdited = (text: string) => text !== original;
  const snapshot = (): Draft => {
    const { demo, target, profile, entryPoint } = store.getState();
    const { uniformValues, resolution, activeTab } = store.getState();
    const text = source.text();
    const rest = { target, profile, entryPoint, uniformValues, resolution, activeTab };
    const origin = { uri: source.uri(), foreign: source.isForeign(), lineage: source.lineage() };
    return { text, ...origin, demo, edited: isEdited(text), place: readPlace(), ...rest };
  };
  const saving = createSaving(() => drafts.save(snapshot()));
  disposer.add(saving.dispose);
  let pause: ReturnType<typeof setTimeout> | undefined;
  disposer.add(() => clearTimeout(pause));
  const noteEdited = (reason: VersionReason) => {
    clearTimeout(pause);
    if (isEdited(source.text())) void note(snapshot(), reason);
  };
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

  const replace = async (draft: Draft) => {
    const noted = await note(draft, 'replaced');
    if (draft.edited) notices.offer({ kind: 'replaced', inHistory: noted.ok }, draft);
  };
  return {
    replacing(next) {
      clearTimeout(pause);
      const draft = snapshot();
      if (saving.begun && draft.text !== next && isWorthKeeping(draft)) void replace(draft);
    },
    replacingDraft(draft) {
      if (!isWorthKeeping(draft)) return;
      // It stays saved until the history has it.
      saving.hold(replace(draft));
    },
    opened(draft) {
      original = draft?.edited ? null : source.text();
      const place = draft?.place ?? START;
      readPlace = () => place;
      saving.begin();
    },
    edited() {
      saving.begin();
      clearTimeout(pause);
      pause = setTimeout(() => noteEdited('pause'), PAUSE);
      notices.edited();
    },
    placeChanged(read) {
      readPlace = read;
      saving.soon();
    },
    ran: () => noteEdited('run'),
    saveVersion() {
      clearTimeout(pause);
      return note(snapshot(), 'saved');
    },
    async adoptLeft(tell) {
      const left = await drafts.findLeft();
      const told = left.filter(({ text }) => text.trim() !== '');
      for (const draft of told.toReversed()) await note(draft, 'left');
      const [newest] = told;
      if (newest && tell && !disposer.disposed) notices.offer({ kind: 'left' }, newest);
    },
    saveNow() {
      saving.now();
      return drafts.isSafe();
    },
    takeBack: notices.take,
    dismissNotice: notices.dismiss,
    noticeHidden(notice) {
      if (notice) notices.show(notice);
      else notices.dismiss('hidden-characters');
    },
    dispose: disposer.dispose,
  };
}

/** A function that puts texts into the history. */
function createNoting(
  { versions }: Pick<WorkspaceServices, 'versions'>,
  refused: (why: string) => void,
) {
  return async ({ text, uri, foreign, lineage }: Draft, reason: VersionReason) => {
    if (text.trim() === '') return fail('There is no text to save.');
    // Also what was noted before: a person, another tab or a lack of room may have taken it out again.
    const noted = await versions.note({ text, uri, foreign, lineage, reason });
    if (!noted.ok) refused(noted.error);
    return noted;
  };
}

function createSaving(save: () => void) {
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
    get begun() {
      return begun;
    },
    now,
    soon,
    begin() {
      begun = true;
      soon();
    },
    /** Saves nothing until this is over. */
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

function createNotices({ getState, setState }: StoreApi<WorkspaceState>) {
  const offered = new Map<KeepingNotice['kind'], Draft>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasEdited = false;
  let refusal: string | null = null;
  let saidRefused = false;
  const dismiss = (kind: KeepingNotice['kind']) => {
    offered.delete(kind);
    if (kind === 'replaced') clearTimeout(timer);
    if (!getState().notices.some((notice) => notice.kind === kind)) return;
    setState({ notices: getState().notices.filter((notice) => notice.kind !== kind) });
  };
  const show = (notice: KeepingNotice) => {
    const others = getState().notices.filter(({ kind }) => kind !== notice.kind);
    setState({ notices: [...others, notice] });
  };
  /** Who has typed nothing has nothing to lose. */
  const sayRefusal = () => {
    if (refusal === null || !wasEdited || saidRefused) return;
    saidRefused = true;
    show({ kind: 'refused', reason: refusal });
  };
  return {
    dismiss,
    show,
    offer(notice: KeepingNotice, draft: Draft) {
      clearTimeout(timer);
      timer = undefined;
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
      if (!offered.has('replaced') || timer !== undefined) return;
      timer = setTimeout(() => dismiss('replaced'), NOTICE_AFTER_EDIT);
    },
    take(kind: KeepingNotice['kind']): Draft | null {
      const draft = offered.get(kind) ?? null;
      dismiss(kind);
      return draft;
    },
    dispose: () => clearTimeout(timer),
  };
}

/** A demo can be had again. */
function isWorthKeeping({ text, edited, demo }: Draft): boolean {
  return text.trim() !== '' && (edited || demo === null);
}

function keptPartsChanged(state: WorkspaceState, before: WorkspaceState): boolean {
  return (
    state.target !== before.target ||
    state.profile !== before.profile ||
    state.entryPoint !== before.entryPoint ||
    state.uniformValues !== before.uniformValues ||
    state.resolution !== before.resolution ||
    state.activeTab !== before.activeTab ||
    state.demo !== before.demo
  );
}
