import type { Locator, Page } from '@playwright/test';
import {
  expect,
  onOnePage,
  pausePicture,
  sourceEditor,
  test,
  typeSource,
  waitForMark,
} from '../support/site.ts';

// The other journeys run without the language server to save processor time.
test.use({ assistance: true });

const READY = 'playground:language-server-start';

const status = (page: Page): Locator => page.getByRole('region', { name: 'Source status' });

/** The underlined texts, in text order. */
const squiggles = (page: Page) => sourceEditor(page).locator('.cm-lintRange');

async function goToEnd(page: Page): Promise<void> {
  await sourceEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
}

test.describe('on a small screen', () => {
  test('the code assistance waits until the user starts it, commands say so, and the choice is remembered', async ({
    page,
    site,
  }) => {
    const { url } = await site.serve();
    await page.setViewportSize({ width: 600, height: 800 });
    await page.goto(url);
    await page.getByRole('button', { name: 'View Source' }).click();
    await sourceEditor(page).click();
    const start = status(page).getByRole('button', { name: 'Start code assistance' });
    await expect(start).toBeVisible();
    await page.keyboard.press('F2');
    await expect(page.locator('.cm-editor-note')).toContainText(
      'Code assistance is not running yet.',
    );
    await start.click();
    await waitForMark(page, READY);
    await expect(start).toBeHidden();
    await page.reload();
    await waitForMark(page, READY);
    // The server starts only after the compiler.
    const [answered, started] = await page.evaluate(
      (names) => names.map((name) => performance.getEntriesByName(name)[0]?.startTime),
      ['playground:compiler-ready', READY],
    );
    expect(started).toBeGreaterThanOrEqual(answered ?? Infinity);
  });
});

onOnePage(
  'the language server',
  (onlyPage) => {
    test.beforeAll(async () => {
      await pausePicture(onlyPage());
      await waitForMark(onlyPage(), READY);
    });

    test('a key pressed while the list waits for a slow server accepts the shown item', async () => {
      const page = onlyPage();
      const keepBack = (isKeptBack: boolean) =>
        page.evaluate((wanted) => {
          const { languageWorkers } = globalThis as unknown as LanguageWorkers;
          languageWorkers.at(-1)?.dispatchEvent(new CustomEvent('keep-back', { detail: wanted }));
        }, isKeptBack);
      const lines = () => sourceEditor(page).locator('.cm-line').allTextContents();
      const list = page.getByRole('listbox', { name: 'Completions' });
      const isWaiting = page.locator('.cm-tooltip-autocomplete-disabled');
      await typeSource(page, '\nuniform float radius;');
      await page.keyboard.press('ControlOrMeta+Home');
      await keepBack(true);
      await page.keyboard.type('[');
      // The editor's own suggestions appear before the server answers, until the user types more.
      await expect(list.getByRole('option').first()).toHaveText(
        'playground::SLIDER(initial, minimum, maximum)',
      );
      await page.keyboard.type('SL');
      await expect(isWaiting).toBeVisible();
      // Later results must not change what a key was meant for.
      await page.keyboard.press('Enter');
      await page.keyboard.type('I');
      await expect(isWaiting).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(isWaiting).toBeVisible();
      expect(await lines()).toEqual(['[SLI]', 'uniform float radius;']);
      await keepBack(false);
      await expect
        .poll(lines)
        .toEqual([
          expect.stringMatching(/^\[playground::SLIDER\(.+\)\]$/),
          'uniform float radius;',
        ]);
      // After a name, the list is about to close, so the key types text.
      await keepBack(true);
      await typeSource(page, '');
      await page.keyboard.type('[');
      await expect(list.getByRole('option').first()).toBeVisible();
      await page.keyboard.type('SL');
      await expect(isWaiting).toBeVisible();
      await page.keyboard.type(';');
      await page.keyboard.press('Enter');
      await page.keyboard.type('i');
      expect(await lines()).toEqual(['[SL;', expect.stringMatching(/^ *i\]$/)]);
      await keepBack(false);
    });

    test('a language server that crashes is replaced and gets the current text', async () => {
      const page = onlyPage();
      const kill = () =>
        page.evaluate(() => {
          const { languageWorkers } = globalThis as unknown as LanguageWorkers;
          languageWorkers.at(-1)?.dispatchEvent(new ErrorEvent('error', { message: 'killed' }));
        });
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
      // Five restarts in a minute are too many.
      await expect(async () => {
        await kill();
        expect(await status(page).textContent()).toContain('Code assistance has stopped.');
      }).toPass();
      await expect(squiggles(page)).toHaveCount(0);
      await status(page).getByRole('button', { name: 'Restart code assistance' }).click();
      await expect(squiggles(page)).toHaveText(['missing', 'gone']);
    });
  },
  undefined,
  { assistance: true, prepare: takeLanguageWorkers },
);

interface LanguageWorkers {
  readonly languageWorkers: readonly Worker[];
}

/**
 * Collects {@link LanguageWorkers}. The event `keep-back` holds back or delivers their messages.
 */
async function takeLanguageWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { Worker: RealWorker } = globalThis;
    const workers: Worker[] = [];
    class KeptWorker extends RealWorker {
      private keptBack: unknown[] | undefined;

      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        if (options?.name === 'language server') workers.push(this);
        this.addEventListener('keep-back', (event) => {
          const waiting = this.keptBack ?? [];
          this.keptBack = (event as CustomEvent<boolean>).detail ? waiting : undefined;
          if (!this.keptBack) for (const message of waiting) super.postMessage(message);
        });
      }

      override postMessage(message: unknown): void {
        if (this.keptBack) this.keptBack.push(message);
        else super.postMessage(message);
      }
    }
    Object.assign(globalThis, { languageWorkers: workers, Worker: KeptWorker });
  });
}

/** Runs in the page. Collects all texts that an element shows from now on, however briefly. */
function recordTexts(element: Element): string[] {
  const texts: string[] = [];
  new MutationObserver(() => texts.push(element.textContent ?? '')).observe(element, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  return texts;
}
