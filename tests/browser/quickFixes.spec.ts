import type { Locator, Page } from '@playwright/test';
import { SLOWNESS } from '../../scripts/run/browser.ts';
import { QUICK_FIX_CASES, say } from '../support/quickFixCases.ts';
import {
  copiedText,
  diagnostics,
  expect,
  focusSource,
  onOnePage,
  sourceEditor,
  test,
  typeSource,
  untilRunning,
  waitForMark,
} from '../support/site.ts';

const marks = (page: Page): Locator =>
  page.locator('.cm-fix-gutter .cm-gutterElement:not([style*="visibility: hidden"]) .cm-fix-mark');

const menu = (page: Page): Locator => page.getByRole('menu', { name: 'Quick fixes' });

/** Types a text and waits until the background check has finished. */
async function typeAndInspect(page: Page, text: string): Promise<void> {
  await untilInspected(page, text.length, () => typeSource(page, text));
}

/** Waits until the text resulting from an edit, with this many characters, has been checked. */
async function untilInspected(
  page: Page,
  characters: number,
  edit: () => Promise<void>,
): Promise<void> {
  await page.evaluate(() => performance.clearMeasures('playground:inspection'));
  await edit();
  await page.waitForFunction((wanted) => {
    const measures = performance.getEntriesByName('playground:inspection') as PerformanceMeasure[];
    return measures.some(({ detail }) => detail.characters === wanted);
  }, characters);
}

/** Points at the first occurrence of the word and waits for its message. */
async function hoverWord(page: Page, word: string, says: Locator): Promise<void> {
  await expect(async () => {
    const place = await placeOf(page, word);
    // The message appears once the pointer has moved and rests.
    await page.mouse.move(place.x - 20, place.y);
    await page.mouse.move(place.x, place.y);
    await says.first().waitFor({ timeout: 5000 * SLOWNESS });
  }).toPass();
}

/**
 * The middle of the word's first occurrence. A line is as wide as the editor, whatever it contains.
 */
function placeOf(page: Page, word: string): Promise<{ x: number; y: number }> {
  return sourceEditor(page).evaluate((content, searched) => {
    const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const at = walker.currentNode.nodeValue?.indexOf(searched) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + searched.length);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
    throw new Error(`${searched} is not in sight.`);
  }, word);
}

/** The whole text, including hidden parts. */
function sourceText(page: Page): Promise<string> {
  return copiedText(page, async () => {
    await focusSource(page);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
  });
}

/** Puts the cursor at the first occurrence of `text` in the source that was typed last. */
async function goTo(page: Page, source: string, text: string): Promise<void> {
  const lines = source.slice(0, source.indexOf(text)).split('\n');
  await focusSource(page);
  await page.keyboard.press('ControlOrMeta+Home');
  for (let line = 1; line < lines.length; line += 1) await page.keyboard.press('ArrowDown');
  for (const _ of lines.at(-1) ?? '') await page.keyboard.press('ArrowRight');
}

/** Runs the editor's text and expects no problems. */
async function runsWell(page: Page): Promise<void> {
  await untilRunning(page, () => page.keyboard.press('F5'));
  await expect(diagnostics(page)).toBeHidden();
}

const OLD_IMAGE = `float4 imageMain(uint2 dispatchThreadID, int2 screenSize)
{
    return float4(1, 0, 0, 1);
}
`;

onOnePage(
  'with code assistance',
  (onlyPage, problems) => {
    test.beforeAll(async () => {
      // The language server joins the editor once it has loaded, which could close open popups.
      await waitForMark(onlyPage(), 'playground:language-server-start');
    });

    test('each quick fix repairs its shader, which then runs', async () => {
      const page = onlyPage();
      test.slow();
      for (const { title, source, at, fix, printed } of QUICK_FIX_CASES) {
        await test.step(title, async () => {
          await typeAndInspect(page, source);
          await expect(marks(page)).not.toHaveCount(0);
          await goTo(page, source, at);
          await page.keyboard.press('ControlOrMeta+.');
          const item = menu(page).getByRole('menuitem', { name: fix, exact: true });
          await item.click();
          await expect(menu(page)).toBeHidden();
          await expect(sourceEditor(page)).toBeFocused();
          await runsWell(page);
          // A slider opens its own tab.
          await page.getByRole('tab', { name: 'Output' }).click();
          await expect(page.getByRole('tabpanel', { name: 'Output' })).toHaveText(printed);
        });
      }
      expect(problems).toEqual([]);
    });

    test('a fix is a button in the problem’s message, and one undo step', async () => {
      const page = onlyPage();
      await typeAndInspect(page, OLD_IMAGE);
      await expect(marks(page)).toHaveCount(1);
      const message = page.locator('.cm-tooltip .cm-problem');
      await hoverWord(page, 'imageMain', message);
      await expect(message).toContainText('playground/old-style-main');
      await message.getByRole('button', { name: /^Add an entry point/ }).click();
      await expect(message).toBeHidden();
      const mended = await sourceText(page);
      expect(mended).toContain('import rendering;');
      expect(mended).toContain('drawPixel(pixel, (int2 screen) => imageMain(pixel, screen));');
      await page.keyboard.press('ControlOrMeta+Z');
      expect(await sourceText(page)).toBe(OLD_IMAGE);
      await page.keyboard.press('ControlOrMeta+Shift+Z');
      expect(await sourceText(page)).toBe(mended);
      await runsWell(page);
      await expect(page.getByLabel('Render output')).toBeVisible();
    });

    test('the menu of fixes works by keyboard, and offers no fix for edited text', async () => {
      const page = onlyPage();
      const source = say('printf("%f", 0.5);', { call: '' });
      await typeAndInspect(page, source);
      await expect(marks(page)).toHaveCount(1);
      await goTo(page, source, 'say');
      await page.keyboard.press('ControlOrMeta+.');
      const items = menu(page).getByRole('menuitem');
      await expect(items).toHaveText([
        'Add [playground::CALL(1, 1, 1)]',
        'Add [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]',
      ]);
      await expect(items.first()).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await expect(items.last()).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(items.first()).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(menu(page)).toBeHidden();
      await expect(sourceEditor(page)).toBeFocused();

      // The line has changed, so the fix may be wrong now.
      await untilInspected(page, source.length + 'public '.length, async () => {
        await page.keyboard.press('Home');
        await page.keyboard.type('public ');
        await page.keyboard.press('ControlOrMeta+.');
        await expect(menu(page)).toBeHidden();
      });
      await expect(async () => {
        // The problem of the old line is replaced a moment later.
        await marks(page).click();
        await expect(items.first()).toBeFocused({ timeout: 2000 * SLOWNESS });
      }).toPass();
      await page.keyboard.press('Enter');
      await expect(menu(page)).toBeHidden();
      expect(await sourceText(page)).toContain('[playground::CALL(1, 1, 1)]\npublic void say()');
    });

    test('Run does not recompile a text that was checked in the background', async () => {
      const page = onlyPage();
      await typeAndInspect(page, say('printf("once");'));
      await runsWell(page);
      const cached = await page.evaluate(() => {
        const measures = performance.getEntriesByName('playground:compile') as PerformanceMeasure[];
        return measures.at(-1)?.detail;
      });
      expect(cached).toMatchObject({ target: 'WGSL', cached: true });
    });

    test('attributes are completed with their arguments and explained', async () => {
      const page = onlyPage();
      await typeSource(page, 'import playground;\nimport rendering;\n\nuniform float radius;\n');
      await page.keyboard.press('ControlOrMeta+Home');
      for (let line = 0; line < 2; line += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.type('[');
      const list = page.getByRole('listbox', { name: 'Completions' });
      // The text after it shows that an attribute for a uniform is needed.
      await expect(list.getByRole('option').first()).toHaveText(/^playground::SLIDER/);
      await page.keyboard.type('playground::SL');
      await expect(list.getByRole('option', { selected: true })).toHaveText(
        /SLIDER\(initial, minimum, maximum\)$/,
      );
      await expect(list.getByRole('option', { name: /SLIDER/ })).toHaveCount(1);
      await expect(page.locator('.cm-completionInfo')).toContainText(
        'Adds a slider with 200 steps',
      );
      await page.keyboard.press('Enter');
      const help = page.locator('.cm-signature');
      await expect(help).toHaveText(/float initial.*initial: initial value/);
      await page.keyboard.type('2.0');
      await page.keyboard.press('Tab');
      await expect(help.locator('.cm-signature-active')).toHaveText('float minimum');
      await page.keyboard.type('1.0');
      await page.keyboard.press('Tab');
      await page.keyboard.type('3.0');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ControlOrMeta+End');
      await expect(help).toBeHidden();
      expect(await sourceText(page)).toContain('[playground::SLIDER(2.0, 1.0, 3.0)]\nuniform');

      const tooltip = page.locator('.cm-attribute');
      await hoverWord(page, 'SLIDER', tooltip);
      await expect(tooltip).toHaveCount(1);
      await expect(tooltip).toContainText('[playground::SLIDER(initial, minimum, maximum)]');
      await expect(tooltip).toContainText('A uniform float.');
      await expect(tooltip).toContainText('value at the left end');

      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.type('[playground::CALL::SIZE_OF("');
      await expect(list.getByRole('option')).toHaveText(['outputTextureWTexture2D']);
    });
  },
  undefined,
  { assistance: true },
);
