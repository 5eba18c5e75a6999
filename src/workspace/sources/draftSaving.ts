import type { Dispose } from '#core/util/disposer.ts';

/** Rest after which a draft is saved, and the longest that it waits for one, in milliseconds. */
const SAVE_DELAY = 300;
const LONGEST_WAIT = 2000;

/** When the draft is saved. */
export interface DraftSaving {
  /** Whether there is anything to save yet. */
  readonly begun: boolean;
  begin(): void;
  soon(): void;
  now(): void;
  /** Saves nothing until this is over. */
  hold(until: Promise<void>): void;
  dispose: Dispose;
}

export function createDraftSaving(save: () => void): DraftSaving {
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
