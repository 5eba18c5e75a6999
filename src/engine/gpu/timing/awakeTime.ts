import { createDisposer, type Dispose } from '#core/util/disposer.ts';

/** How often a page that is awake shows it, in milliseconds. */
const BEAT = 1000;

/** A page that was silent for longer, in milliseconds, was asleep or frozen; not only busy. */
const SILENCE = 30_000;

/**
 * Time that leaves out what a person could not see: while the page was hidden or frozen, and while
 * the machine slept. A GPU that keeps its frames waiting counts, since the page goes on then.
 */
export interface AwakeTime {
  /**
   * Milliseconds; never fewer than before.
   *
   * @param at of `performance.now()`, not longer ago than the page's last turn
   */
  now(at?: number): number;
  dispose: Dispose;
}

export function watchAwakeTime(page: Document): AwakeTime {
  const disposer = createDisposer();
  let missed = 0;
  let newest = 0;
  let lastBeat = performance.now();
  let hiddenSince = page.visibilityState === 'hidden' ? lastBeat : null;

  const beat = () => {
    const now = performance.now();
    // What is hidden has its timers held back, and is silent for another reason.
    if (hiddenSince === null && now - lastBeat > SILENCE) missed += now - lastBeat;
    lastBeat = now;
  };
  const onVisibility = () => {
    beat();
    if (page.visibilityState === 'hidden') {
      hiddenSince ??= lastBeat;
    } else if (hiddenSince !== null) {
      missed += lastBeat - hiddenSince;
      hiddenSince = null;
    }
  };
  // Before anybody else hears that the page is back.
  page.addEventListener('visibilitychange', onVisibility, { capture: true });
  disposer.add(() => page.removeEventListener('visibilitychange', onVisibility, { capture: true }));
  const timer = setInterval(beat, BEAT);
  disposer.add(() => clearInterval(timer));
  return {
    now(at = performance.now()) {
      beat();
      newest = Math.max(newest, Math.min(at, hiddenSince ?? at) - missed);
      return newest;
    },
    dispose: disposer.dispose,
  };
}
