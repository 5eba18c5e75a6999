import type { Page } from '@playwright/test';

/** Lengths of timers of the page, in milliseconds. */
const TIMERS = {
  /** As long as a tooltip is shown (specification, section 9). */
  tooltip: 3000,
  /** As long as a notice stays that leaves by itself. */
  information: 8000,
  /** After the compiler's first answer, until the page loads what can wait. */
  quiet: 2000,
} as const;

/**
 * Lets the page's timers of one length, before it is opened, wait until {@link endTimers}: a busy
 * machine may take longer to look than the page takes to go on.
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
        // The browser's own numbers are positive.
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

/** The time of the timers that are held is up. */
export function endTimers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { heldTimers } = window as unknown as { heldTimers: Map<number, () => void> };
    const due = [...heldTimers.values()];
    heldTimers.clear();
    for (const end of due) end();
  });
}
