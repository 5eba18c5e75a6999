import type { Page } from '@playwright/test';
import { notice } from '../support/controls.ts';
import { endTimers, holdTimers } from '../support/heldTimers.ts';
import { expect, test, waitForMark } from '../support/site.ts';

/** Elements that can be clicked, typed into or dragged. */
const CONTROLS =
  'a[href], button, input, select, textarea, summary, [tabindex="0"], [role="tab"], ' +
  '[role="slider"], .cm-gutterElement [title]';

/**
 * Focusable elements not to count: the source, splitters, the picture, panels, disabled controls.
 */
const UNCOUNTED =
  '.cm-content, .cm-scroller, [role="separator"], canvas, [role="tabpanel"], :disabled, [aria-disabled="true"]';

const controlsInSight = (page: Page) =>
  page.locator(`:is(${CONTROLS}):not(${UNCOUNTED})`).evaluateAll((elements) => {
    const isInSight = (element: Element) => {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      return (
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        width > 1 &&
        height > 1 &&
        right > 0 &&
        bottom > 0 &&
        left < innerWidth &&
        top < innerHeight
      );
    };
    return elements
      .filter(isInSight)
      .map((element) => element.ariaLabel ?? element.textContent ?? '');
  });

/** Starts measuring the page's cumulative layout shift. */
function measureShifts() {
  const page = Object.assign(window, { layoutShift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('value' in entry) page.layoutShift += Number(entry.value);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

for (const [width, height, most] of [
  [1400, 900, 34],
  [900, 700, 28],
  [390, 844, 18],
] as const) {
  test.describe(`a first visit at ${width} × ${height} px`, () => {
    test.use({ viewport: { width, height }, assistance: true });

    test(`shows at most ${most} controls and a picture with a third of the height, and nothing jumps`, async ({
      page,
      site,
    }) => {
      const { url } = await site.serve();
      await page.addInitScript(measureShifts);
      await holdTimers(page, 'information');
      await page.goto(url);
      await waitForMark(page, 'playground:first-frame');
      await expect(page.getByRole('slider', { name: 'Timeline' })).toBeVisible();
      await expect(notice(page)).toContainText('To see what a line computes');
      await endTimers(page);
      // The code assistance offer goes away on its own.
      let found: string[] = [];
      await expect(async () => {
        found = await controlsInSight(page);
        expect(found.length, found.join(', ')).toBeLessThanOrEqual(most);
      }).toPass();
      expect(found).toContain('Pause');
      const box = await page.getByLabel('Render output').boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(height / 3);
      expect(await page.evaluate(() => Object(window).layoutShift)).toBeLessThan(0.02);
    });
  });
}
