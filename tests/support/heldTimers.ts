import type { Page } from '@playwright/test';

/** Durations of the page's timers, in milliseconds. */
const TIMERS = {
  /** How long a tooltip is visible (specification, section 9). */
  tooltip: 3000,
  /** How long a notice stays that closes on its own. */
  information: 8000,
  /** From the first compile result until the page loads deferred parts. */
  quiet: 2000,
} as const;

/**
 * Holds the page's timers of one duration until {@link endTimers}, because a busy machine may check
 * more slowly than the page proceeds. Call before the page opens.
 */
export async function holdTimers(page: Page, timer: keyof typeof TIMERS): Promise<void> {
  await page.addInitScript((duration) => {
    const start = window.setTimeout.bind(window);
    const stop = window.clearTimeout.bind(window);
    const held = new Map<number, () => void>();
    let lastId = 0;
    Object.assign(window, {
      heldTimers: held,
      setTimeout(callback: (...rest: unknown[]) => void, delay?: number, ...rest: unknown[]) {
        if (delay !== duration) return start(callback, delay, ...rest);
        // The browser's own ids are positive.
        lastId -= 1;
        held.set(lastId, () => callback(...rest));
        return lastId;
      },
      clearTimeout(id?: number) {
        if (id === undefined || !held.delete(id)) stop(id);
      },
    });
  }, TIMERS[timer]);
}

export function endTimers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { heldTimers } = window as unknown as { heldTimers: Map<number, () => void> };
    const due = [...heldTimers.values()];
    heldTimers.clear();
    for (const end of due) end();
  });
}
