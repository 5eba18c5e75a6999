import type { Page } from '@playwright/test';

/** As long as a tooltip is shown, in milliseconds (specification, section 9). */
const DURATION = 3000;

/**
 * Lets tooltips, before the page is opened, stay until {@link endTooltips}: a busy machine may take
 * longer to look at one than it is shown.
 */
export async function holdTooltips(page: Page): Promise<void> {
  await page.addInitScript((duration) => {
    const start = window.setTimeout.bind(window);
    const stop = window.clearTimeout.bind(window);
    const held = new Map<number, () => void>();
    let lastId = 0;
    Object.assign(window, {
      heldTooltips: held,
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
  }, DURATION);
}

/** The time of the tooltips that are shown is up. */
export function endTooltips(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { heldTooltips } = window as unknown as { heldTooltips: Map<number, () => void> };
    const due = [...heldTooltips.values()];
    heldTooltips.clear();
    for (const end of due) end();
  });
}
