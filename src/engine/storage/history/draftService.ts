import type { Draft } from '#core/project/draft.ts';
import type { Dispose } from '#core/util/disposer.ts';

/** What the workspace needs so that a reload, a crash or a closed tab loses nothing. */
export interface DraftService {
  /** What this tab held when it was last open, at once wherever possible; null if nothing. */
  restore(): Draft | null | Promise<Draft | null>;
  /** Keeps it in place of the one before. */
  save(draft: Draft): void;
  /** The edited drafts of tabs that were closed, newest first; each is given out once. Late. */
  findLeft(): Promise<readonly Draft[]>;
  /** Whether what was saved last outlives the tab, as far as is known. */
  isSafe(): boolean;
  /** Calls `listener` with the reason, a sentence, once it shows that drafts cannot be kept. */
  onRefused(listener: (reason: string) => void): Dispose;
  /** Calls `listener` once it shows that this tab is a copy of another one, which is still open. */
  onCopied(listener: () => void): Dispose;
  /** Calls `listener` when the page may be about to end. */
  onLeaving(listener: () => void): Dispose;
}
