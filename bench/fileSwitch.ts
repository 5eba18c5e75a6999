import type { Browser } from '@playwright/test';
import { draftOf, storeDraft } from '../tests/support/drafts.ts';
import { print } from './report.ts';
import { benchSource } from './sources.ts';
import { percentile } from './statistics.ts';

const LINES = 5000;
const SWITCHES = 20;

/**
 * Measures from the press on a file's tab until the file's text is laid out, alternating between
 * two long files. Sites without projects have no such figure.
 */
export async function benchFileSwitch(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const text = benchSource(LINES);
  await storeDraft(page, draftOf(text, { files: [{ path: 'other.slang', text }] }));
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Shader source' }).click();
  await page.waitForFunction(() => performance.getEntriesByName('playground:compile').length > 0);
  const tabs = page.getByRole('tablist', { name: 'Files' }).getByRole('tab');
  if ((await tabs.count()) === 2) {
    const durations: number[] = [];
    for (let each = 0; each < SWITCHES; each += 1) {
      const tab = tabs.nth((each + 1) % 2);
      durations.push(
        await tab.evaluate((button) => {
          const started = performance.now();
          (button as HTMLElement).click();
          document.querySelector('.cm-content')?.getBoundingClientRect();
          return performance.now() - started;
        }),
      );
      // Work that one switch defers must not delay the next.
      await page.waitForTimeout(200);
    }
    print(`file switch, ${LINES} lines each, first`, durations[0] ?? Number.NaN, 'ms');
    print(`file switch, ${LINES} lines each, median`, percentile(durations, 0.5), 'ms');
  }
  await context.close();
}
