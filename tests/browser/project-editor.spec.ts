import type { Page } from '@playwright/test';
import { SLOWNESS } from '../../scripts/run/browser.ts';
import { chooseFileAction } from '../support/controls.ts';
import { draftOf, storeDraft } from '../support/drafts.ts';
import {
  expect,
  focusSource,
  noDiagnostics,
  onOnePage,
  pausePicture,
  pressAndCompile,
  sourceEditor,
  test,
} from '../support/site.ts';

const MAIN = `import playground;
import rendering;
import noise;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => float4(noiseAt(pixel), 0, 0, 1));
}
`;
const NOISE = `module noise;

public float noiseAt(uint2 at)
{
    return frac(sin(at.x * 12.9 + at.y * 78.2));
}
`;

const file = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Files' }).getByRole('tab', { name });

const isShown = (page: Page, name: string) =>
  expect(file(page, name)).toHaveAttribute('aria-selected', 'true');

const status = (page: Page) => page.getByRole('region', { name: 'Source status' });

const cursorLine = (page: Page) => sourceEditor(page).locator('.cm-activeLine');

/** Shows a file as soon as the editor contains an element, before the browser paints it. */
async function showWhenOpened(page: Page, selector: string, name: string): Promise<void> {
  await file(page, name).evaluate((tab, opened) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(opened)) return;
      observer.disconnect();
      (tab as HTMLElement).click();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  }, selector);
}

onOnePage(
  'a project of two files',
  (page, problems) => {
    const open = async (name: string) => {
      await file(page(), name).click();
      await isShown(page(), name);
      await focusSource(page());
    };

    test.beforeAll(() => pausePicture(page()));

    test('starts with the last shown file at its last position', async () => {
      await isShown(page(), 'noise.slang');
      await focusSource(page());
      await expect(cursorLine(page())).toHaveText('public float noiseAt(uint2 at)');
    });

    test('keeps the undo steps and the cursor of each file', async () => {
      await page().keyboard.insertText('// one ');
      await open('user.slang');
      await page().keyboard.insertText('// two ');
      await page().keyboard.press('ControlOrMeta+Z');
      await page().keyboard.press('ControlOrMeta+Z');
      await expect(sourceEditor(page())).toContainText('import playground;');
      await expect(sourceEditor(page())).not.toContainText('two');
      await open('noise.slang');
      await expect(cursorLine(page())).toHaveText('// one public float noiseAt(uint2 at)');
      await page().keyboard.press('ControlOrMeta+Z');
      await expect(cursorLine(page())).toHaveText('public float noiseAt(uint2 at)');
    });

    test('leads from a problem in the list to its file', async () => {
      await focusSource(page());
      await page().keyboard.insertText('missing ');
      await open('user.slang');
      await pressAndCompile(page(), 'F5');
      const list = page().getByRole('list', { name: 'Problems' });
      await list.getByRole('button', { name: 'noise.slang 3' }).click();
      await isShown(page(), 'noise.slang');
      await expect(cursorLine(page())).toContainText('missing');
    });

    test('counts the problems of all files, and F8 goes on into the next file', async () => {
      await expect(status(page())).toContainText(/\d errors?/);
      await open('user.slang');
      await expect(status(page())).toContainText(/\d errors?/);
      // The main file may also have a problem, because it imports the broken one.
      await expect(async () => {
        await page().keyboard.press('F8');
        await expect(file(page(), 'noise.slang')).toHaveAttribute('aria-selected', 'true', {
          timeout: 500 * SLOWNESS,
        });
      }).toPass();
      await expect(cursorLine(page())).toContainText('missing');
      await page().keyboard.press('ControlOrMeta+Z');
      await expect(status(page())).toContainText('No problems');
      await pressAndCompile(page(), 'F5');
      await noDiagnostics(page());
    });

    test('goes to a definition in another file, and back', async () => {
      await open('user.slang');
      await expect(status(page())).toContainText('No problems');
      await sourceEditor(page()).getByText('noiseAt').click();
      await page().keyboard.press('F12');
      await isShown(page(), 'noise.slang');
      await expect(cursorLine(page())).toHaveText('public float noiseAt(uint2 at)');
      await page().keyboard.press('Alt+ArrowLeft');
      await isShown(page(), 'user.slang');
      await expect(cursorLine(page())).toContainText('drawPixel');
      await page().keyboard.press('Alt+ArrowRight');
      await isShown(page(), 'noise.slang');
    });

    test('closes a file’s popups when it shows another file', async () => {
      const list = page().getByRole('listbox', { name: 'Completions' });
      await open('user.slang');
      await page().keyboard.press('ControlOrMeta+End');
      // The text ends after the other file's, which appears before the list is positioned.
      await showWhenOpened(page(), '.cm-tooltip-autocomplete', 'noise.slang');
      await page().keyboard.insertText('[playground::');
      await isShown(page(), 'noise.slang');
      await expect(list).toHaveCount(0);

      // Before the list is shown.
      await open('user.slang');
      await expect(list).toHaveCount(0);
      await page().keyboard.press('ControlOrMeta+Space');
      await open('noise.slang');
      await expect(cursorLine(page())).toHaveText('public float noiseAt(uint2 at)');
      await expect(list).toHaveCount(0);

      await open('user.slang');
      await page().keyboard.press('ControlOrMeta+Z');
      await page().keyboard.press('ControlOrMeta+Alt+G');
      const line = page().getByRole('textbox', { name: 'Go to line' });
      await expect(line).toBeFocused();
      await page().keyboard.type('3');
      await page().keyboard.press('Enter');
      await expect(cursorLine(page())).toHaveText('import noise;');
      await page().keyboard.press('ControlOrMeta+Alt+G');
      await expect(line).toBeFocused();
      await open('noise.slang');
      await expect(line).toHaveCount(0);
      expect(problems).toEqual([]);
    });

    test('saves the shown file under its name', async () => {
      const [download] = await Promise.all([
        page().waitForEvent('download'),
        chooseFileAction(page(), 'Save this file'),
      ]);
      expect(download.suggestedFilename()).toBe('noise.slang');
    });
  },
  { width: 900, height: 600 },
  {
    assistance: true,
    prepare: (page) =>
      storeDraft(
        page,
        draftOf(MAIN, {
          files: [{ path: 'noise.slang', text: NOISE }],
          activeFile: 'noise.slang',
          place: { anchor: 15, head: 15, top: 0 },
        }),
      ),
  },
);
