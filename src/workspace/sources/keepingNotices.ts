import type { StoreApi } from 'zustand/vanilla';
import type { Draft } from '#core/project/draft.ts';
import type { Project } from '#core/project/project.ts';
import type { KeepingNotice, WorkspaceState } from '#workspace/state.ts';

/** The notices of the store that are about keeping, and the drafts that they offer. */
export interface KeepingNotices {
  show(notice: KeepingNotice): void;
  /** Shows a notice that offers this draft. */
  offer(notice: KeepingNotice, draft: Draft): void;
  dismiss(kind: KeepingNotice['kind']): void;
  /** Dismisses the notice; returns what it offers, or null. */
  take(kind: KeepingNotice['kind']): Draft | null;
  /** Texts cannot be kept. It is said once, after the first edit. */
  refused(reason: string): void;
  edited(): void;
  /** Tells of characters that cannot be seen in what was opened; null if that is the user's own. */
  lookForHidden(project: Project | null): void;
}

export function createKeepingNotices({
  getState,
  setState,
}: StoreApi<WorkspaceState>): KeepingNotices {
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
  /** Who has typed nothing has nothing to lose. */
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

/** The search's code loads with the first project that somebody else has made. */
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
      // The editor marks the characters all the same.
    }
  };
  return (project) => {
    newest = project;
    dismiss('hidden-characters');
    if (project) void search(project);
  };
}
