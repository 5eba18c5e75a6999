import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

export interface PageNotice {
  /** A later notice with the same id replaces this one. */
  readonly id: string;
  /**
   * Information disappears by itself. A lasting notice stays until the user closes it; a question,
   * until one of its buttons answers it or its cause ends.
   */
  readonly kind: 'information' | 'lasting' | 'question';
  /** What happened; one paragraph each. */
  readonly texts: readonly string[];
  readonly actions?: ReactNode;
  /** Called when the user closes the notice, or when it disappears by itself. */
  readonly onClose?: (() => void) | undefined;
}

/** The current notices, newest last. The page shows one at a time. */
export const notices = createStore<readonly PageNotice[]>(() => []);

/** Shows a notice. A notice with the same id and texts as an existing one keeps its place. */
export function notify(notice: PageNotice): void {
  notices.setState((due) => {
    const at = due.findIndex(({ id }) => id === notice.id);
    const isSame = due[at]?.texts.join('\n') === notice.texts.join('\n');
    return isSame ? due.with(at, notice) : [...due.filter(({ id }) => id !== notice.id), notice];
  }, true);
}

/** Removes a notice whose cause has ended. */
export function withdraw(id: string): void {
  if (!notices.getState().some((notice) => notice.id === id)) return;
  notices.setState((due) => due.filter((notice) => notice.id !== id), true);
}

export function closeNotice({ id, onClose }: PageNotice): void {
  withdraw(id);
  onClose?.();
}

/** Closes all information, because the user has moved on. */
export function closeInformation(): void {
  for (const notice of notices.getState()) {
    if (notice.kind === 'information') closeNotice(notice);
  }
}
