import type { Browser } from '@playwright/test';
import { GALLERY } from '#core/slang/demos/gallery.ts';
import { print } from './report.ts';

/** The frame at which the page's mean frame time is read. */
const FRAMES = 40;

/**
 * Opens each demo in a new page and measures its compile in a new worker, the time from navigation
 * to the first frame, and its frame time.
 */
export async function benchDemos(browser: Browser, url: string): Promise<void> {
  for (const demo of GALLERY) {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${url}?demo=${demo.url}`);
    await page.waitForFunction(() => performance.getEntriesByName('playground:compile').length > 0);
    const compile = await page.evaluate(() => {
      const [measure] = performance.getEntriesByName('playground:compile');
      return (measure as PerformanceMeasure | undefined)?.detail.milliseconds as number;
    });
    print(`${demo.url}: compiled cold in the worker`, compile, 'ms');
    // Some demos only print, or only compile.
    const frame = page.getByLabel('Frame', { exact: true });
    const drawn = await frame.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (drawn) {
      await page.waitForFunction(
        () => performance.getEntriesByName('playground:first-frame').length > 0,
      );
      const first = await page.evaluate(
        () => performance.getEntriesByName('playground:first-frame')[0]?.startTime,
      );
      print(`${demo.url}: first frame`, first ?? Number.NaN, 'ms');
      const paused = page.getByRole('button', { name: 'Resume', exact: true });
      while (Number(await frame.textContent()) < FRAMES && !(await paused.isVisible())) {
        await page.waitForTimeout(100);
      }
      const text = (await page.getByLabel('Frame time').textContent()) ?? '';
      print(`${demo.url}: frame time`, Number.parseFloat(text), 'ms');
    }
    await context.close();
  }
}
