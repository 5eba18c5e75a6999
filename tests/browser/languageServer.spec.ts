import type { Locator, Page } from '@playwright/test';
import {
  expect,
  openAtRest,
  sourceEditor,
  test,
  typeSource,
  waitForMark,
} from '../support/site.ts';

// The other journeys do without: they need the processors for other things.
test.use({ assistance: true });

const READY = 'playground:language-server-start';

const status = (page: Page): Locator => page.getByRole('region', { name: 'Source status' });

/** The text under squiggles, in the order of the text. */
const squiggles = (page: Page) => sourceEditor(page).locator('.cm-lintRange');

async function goToEnd(page: Page): Promise<void> {
  await sourceEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
}

test.describe('on a small screen', () => {
  test('the code assistance waits until it is asked for, and is remembered', async ({
    page,
    site,
  }) => {
    const { url } = await site.serve();
    await page.setViewportSize({ width: 600, height: 800 });
    await page.goto(url);
    await sourceEditor(page).click();
    const start = status(page).getByRole('button', { name: 'Start code assistance' });
    await expect(start).toBeVisible();
    await start.click();
    await waitForMark(page, READY);
    await expect(start).toBeHidden();
    await page.reload();
    await waitForMark(page, READY);
  });
});

test('a language server that dies is replaced, with the text as it is', async ({ page, site }) => {
  const { url } = await site.serve();
  await page.addInitScript(() => {
    const { Worker: RealWorker } = globalThis;
    const workers: Worker[] = [];
    Object.assign(globalThis, {
      languageWorkers: workers,
      Worker: class extends RealWorker {
        constructor(address: string | URL, options?: WorkerOptions) {
          super(address, options);
          if (options?.name === 'language server') workers.push(this);
        }
      },
    });
  });
  const kill = () =>
    page.evaluate(() => {
      const { languageWorkers } = globalThis as unknown as { languageWorkers: Worker[] };
      languageWorkers.at(-1)?.dispatchEvent(new ErrorEvent('error', { message: 'killed' }));
    });
  await openAtRest(page, url);
  await typeSource(page, 'int a = missing;');
  await expect(squiggles(page)).toHaveText(['missing']);
  const told = await status(page).evaluateHandle(recordTexts);
  await kill();
  await expect
    .poll(() => told.evaluate((texts) => texts))
    .toContainEqual(expect.stringContaining('Code assistance is restarting…'));
  await goToEnd(page);
  await page.keyboard.type(' int b = gone;');
  await expect(squiggles(page)).toHaveText(['missing', 'gone']);
  // Five in a minute are too many.
  await expect(async () => {
    await kill();
    expect(await status(page).textContent()).toContain('Code assistance has stopped.');
  }).toPass();
  await expect(squiggles(page)).toHaveCount(0);
  await status(page).getByRole('button', { name: 'Start it again' }).click();
  await expect(squiggles(page)).toHaveText(['missing', 'gone']);
});

/** Runs in the page. Collects what an element says from now on, however short. */
function recordTexts(element: Element): string[] {
  const texts: string[] = [];
  new MutationObserver(() => texts.push(element.textContent ?? '')).observe(element, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  return texts;
}
