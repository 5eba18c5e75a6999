import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

/** What the page tells the user outside of its panels. */
export interface PageNotice {
  /** A later notice with the same id takes its place. */
  readonly id: string;
  /**
   * Information leaves by itself. A lasting notice stays until the user closes it, a question until one
   * of its buttons answers it or its cause ends.
   */
  readonly kind: 'information' | 'lasting' | 'question';
  /** What happened, a paragraph each. */
  readonly texts: readonly string[];
  /** Buttons that do something about it. */
  readonly actions?: ReactNode;
  /** Called when the user closes it, or when it leaves by itself. */
  readonly onClose?: (() => void) | undefined;
}

/** The notices that are due, the newest last. The page shows one; the others come back after it. */
export const notices = createStore<readonly PageNotice[]>(() => []);

/** Shows a notice. One that is shown again with the same texts keeps its turn. */
export function notify(notice: PageNotice): void {
  notices.setState((due) => {
    const at = due.findIndex(({ id }) => id === notice.id);
    const isSame = due[at]?.texts.join('\n') === notice.texts.join('\n');
    return isSame ? due.with(at, notice) : [...due.filter(({ id }) => id !== notice.id), notice];
  }, true);
}

/** Takes a notice back whose cause has ended. */
export function withdraw(id: string): void {
  if (!notices.getState().some((notice) => notice.id === id)) return;
  notices.setState((due) => due.filter((notice) => notice.id !== id), true);
}

export function closeNotice({ id, onClose }: PageNotice): void {
  withdraw(id);
  onClose?.();
}

/** Closes all information: the user has gone on. */
export function closeInformation(): void {
  for (const notice of notices.getState()) {
    if (notice.kind === 'information') closeNotice(notice);
  }
}
