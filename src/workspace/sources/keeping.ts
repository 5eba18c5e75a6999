import type { StoreApi } from 'zustand/vanilla';
import type { Draft } from '#core/project/draft.ts';
import { type Project, projectIdentity } from '#core/project/project.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import type { WorkspaceServices } from '#workspace/services.ts';
import type { KeepingNotice, WorkspaceState } from '#workspace/state.ts';
import type { TextCommands } from '#workspace/workspace.ts';
import { type CurrentDraft, createCurrentDraft, keptPartsChanged } from './currentDraft.ts';
import { createDraftSaving, type DraftSaving } from './draftSaving.ts';
import { createKeepingNotices, type KeepingNotices } from './keepingNotices.ts';
import { createNoting, type Noting } from './noting.ts';
import type { Source } from './source.ts';

/** Sees to it that no text is lost: saves the tab's draft, and versions of it in the history. */
export interface Keeping
  extends Pick<TextCommands, 'placeChanged' | 'saveVersion' | 'dismissNotice'> {
  /** Another text is about to take the place of this one. */
  replacing(next: Project): void;
  /** The tab's former draft makes room for what the address names, before that is opened. */
  replacingDraft(draft: Draft): void;
  /** It has; from now on, it is saved. The rest of a draft belongs to its text. */
  opened(draft: Draft | null): void;
  edited(): void;
  /** Run was pressed. */
  ran(): void;
  /** Puts what closed tabs have left into the history; says so if `tell` is set. */
  adoptLeft(tell: boolean): Promise<void>;
  /** Saves at once. True if there is nothing to lose by leaving now, as far as is known. */
  saveNow(): boolean;
  /** What the notice offers, with all that belongs to it; null if that is no more. */
  takeBack(kind: KeepingNotice['kind']): Draft | null;
  /** Looks for characters that cannot be seen in what was opened; null if it is the user's own. */
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

/** Keeps the text that another one replaces. */
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
      // It stays saved until the history has it.
      saving.hold(replace(draft));
    },
    opened(draft) {
      current.opened(draft);
      saving.begin();
    },
  };
}

/** A demo can be had again. */
function isWorthKeeping({ text, files, edited, demo }: Draft): boolean {
  return (text.trim() !== '' || files.length > 0) && (edited || demo === null);
}
