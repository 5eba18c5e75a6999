import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { chooseFromMenu, isSmallScreen, menuButton } from '../support/controls.ts';
import { hasColor, readPicture } from '../support/pixels.ts';
import {
  expect,
  onOnePage,
  pausePicture,
  sourceEditor,
  test,
  typeSource,
  untilFocusIsIn,
  untilRunning,
  waitForMark,
} from '../support/site.ts';

const SIZES = [
  { device: 'a desktop', viewport: { width: 1400, height: 900 } },
  { device: 'a phone', viewport: { width: 390, height: 844 } },
];

const attributes = path.resolve(import.meta.dirname, '../../src/core/plan/attributes');
const ATTRIBUTE_COUNT = readdirSync(attributes).filter((file) => file.endsWith('.slang')).length;

/** The examples that only a browser can draw, with a colour of their image. */
const IMAGE_EXAMPLES = [
  ['URL', [235, 70, 90]],
  ['SAMPLER', [18, 24, 48]],
] as const;

const helpButton = (page: Page) => page.getByRole('button', { name: 'Help', exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Help' });
const exampleOf = (page: Page, name: string) =>
  dialog(page).getByRole('button', {
    name: `Open in the editor: the example of ${name}`,
    exact: true,
  });

/** The control that opens Help and gets the focus back; on a phone, the only menu. */
const opener = (page: Page) => (isSmallScreen(page) ? menuButton(page, 'More') : helpButton(page));

async function openHelp(page: Page): Promise<void> {
  if (isSmallScreen(page)) await chooseFromMenu(page, 'More', 'Help');
  else await helpButton(page).click();
  await untilFocusIsIn(dialog(page));
}

/** Closes Help with `close`, and waits until the focus is back. */
async function closeHelp(page: Page, close: () => Promise<void>): Promise<void> {
  await close();
  await expect(dialog(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
}

/** Opens an example from Help and waits until it has replaced the previous run. */
async function runExample(page: Page, name: string): Promise<void> {
  await openHelp(page);
  await untilRunning(page, () => exampleOf(page, name).click());
  await expect(dialog(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
}

/** Presses Tab at most this many times, until the control has the focus. */
async function tabTo(page: Page, control: Locator, atMost = 40): Promise<void> {
  for (let press = 0; press < atMost; press += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The focus has not come to the control within ${atMost} steps.`);
}

/**
 * The focused control in Help, as HTML. After the last control, the focus returns to the first one
 * through an element next to the dialog.
 */
async function focusedInDialog(page: Page): Promise<string> {
  const focused = await page.waitForFunction(() => {
    const { activeElement } = document;
    return activeElement?.closest('[role="dialog"]') && activeElement.outerHTML;
  });
  return String(await focused.jsonValue());
}

for (const { device, viewport } of SIZES) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test('Help opens, manages the focus, and closes', async ({ page, site }) => {
      const { url } = await site.serve();
      await page.goto(url);
      // A phone shows only the picture, not the source.
      await waitForMark(page, 'playground:first-frame');
      await pausePicture(page);

      await test.step('it opens by keyboard, keeps the focus inside, and Escape returns it', async () => {
        await tabTo(page, opener(page));
        await page.keyboard.press('Enter');
        if (device === 'a phone') {
          await page.getByRole('menuitem', { name: 'Help', exact: true }).press('Enter');
        }
        await untilFocusIsIn(dialog(page));
        const controls = await dialog(page).locator('button, input, a[href]').count();
        expect(controls).toBeGreaterThan(ATTRIBUTE_COUNT);
        // A phone has no room beside Help, so Help keeps the focus.
        const isModal = device === 'a phone';
        const reached = new Set<string>();
        for (let step = 0; step < controls + (isModal ? 1 : 0); step += 1) {
          reached.add(await focusedInDialog(page));
          await page.keyboard.press('Tab');
        }
        expect(reached.size).toBe(controls);
        await page.keyboard.press('Shift+Tab');
        await focusedInDialog(page);
        await closeHelp(page, () => page.keyboard.press('Escape'));
      });

      await test.step('it opens by mouse, leaves the page usable, and closes with its button', async () => {
        await openHelp(page);
        await closeHelp(page, () => dialog(page).getByRole('button', { name: 'Close' }).click());
        if (device === 'a phone') return; // Help covers the whole page.
        await openHelp(page);
        await sourceEditor(page).click();
        await page.keyboard.type('// beside Help');
        await page.keyboard.press('Escape');
        await expect(sourceEditor(page)).toContainText('// beside Help');
        await closeHelp(page, () => dialog(page).getByRole('button', { name: 'Close' }).click());
        expect(site.problems).toEqual([]);
      });

      // The tests below open sections and examples on a desktop.
      if (device === 'a desktop') return;
      await test.step('the contents lead to every section', async () => {
        await openHelp(page);
        const contents = dialog(page).getByRole('navigation', { name: 'Help contents' });
        const titles = await contents.getByRole('button').allTextContents();
        expect(titles).toHaveLength(13);
        for (const title of titles) {
          await contents.getByRole('button', { name: title }).click();
          const heading = dialog(page).getByRole('heading', { name: title, level: 3 });
          await expect(heading).toBeFocused();
          await expect(heading).toBeInViewport();
          const header = dialog(page).getByRole('heading', { name: 'Help', level: 2 });
          await expect(async () => {
            const above = await header.boundingBox();
            const box = await heading.boundingBox();
            expect(box?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
          }).toPass();
        }
      });

      await test.step('an example chosen by keyboard replaces the text and shows its picture', async () => {
        await exampleOf(page, 'SLIDER').focus();
        await page.keyboard.press('Enter');
        await expect(dialog(page)).toHaveCount(0);
        await expect(async () => {
          expect(hasColor(await readPicture(page), [242, 140, 77])).toBe(true);
        }).toPass();
        await expect(page.getByRole('slider', { name: 'radius' })).toBeVisible();
        await page.getByRole('button', { name: 'View Source' }).click();
        await expect(sourceEditor(page)).toContainText('[playground::SLIDER(0.5, 0.1, 0.9)]');
        await expect(page.getByRole('combobox', { name: 'Load Demo' })).toHaveValue('');
      });
    });
  });
}

onOnePage('Help', (onlyPage, problems) => {
  test.beforeAll(() => pausePicture(onlyPage()));

  test('Help lists every attribute, the version and what the site sends', async () => {
    const page = onlyPage();
    await openHelp(page);
    const headings = await dialog(page).getByRole('heading', { level: 5 }).allTextContents();
    expect(new Set(headings).size).toBe(ATTRIBUTE_COUNT);
    await expect(dialog(page)).toContainText('No data is sent to any server');
    await expect(dialog(page)).toContainText('Slang compiler 2025.15');
    for (const told of ['F5', 'Ctrl+B', 'import printing;', 'import rendering;', 'outputTexture']) {
      await expect(dialog(page)).toContainText(told);
    }
    await closeHelp(page, () => page.keyboard.press('Escape'));
  });

  test('the search shows only matching attributes', async () => {
    const page = onlyPage();
    await openHelp(page);
    const entries = dialog(page).getByRole('heading', { level: 5 });
    await dialog(page).getByRole('searchbox', { name: 'Search shader commands' }).fill('mouse');
    await expect(entries).toHaveText(['[playground::MOUSE_POSITION]']);
    await dialog(page)
      .getByRole('searchbox', { name: 'Search shader commands' })
      .fill('nothing like it');
    await expect(entries).toHaveCount(0);
    await expect(dialog(page).getByRole('status')).toHaveText(
      'No shader command matches “nothing like it”.',
    );
    await closeHelp(page, () => page.keyboard.press('Escape'));
  });

  test('a question mark outside text fields shows the keys, and the search shows only matching sections', async () => {
    const page = onlyPage();
    await helpButton(page).focus();
    await page.keyboard.press('?');
    await expect(dialog(page).getByRole('heading', { name: 'Keyboard', level: 3 })).toBeFocused();
    const search = dialog(page).getByRole('searchbox', { name: 'Search Help' });
    await search.fill('no data is sent');
    await expect(dialog(page).getByRole('heading', { level: 3 })).toHaveText(['Privacy and links']);
    await page.keyboard.press('?');
    await expect(search).toHaveValue('no data is sent?');
    await search.fill('');
    await expect(dialog(page).getByRole('heading', { level: 3 })).toHaveCount(13);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
  });

  test('the editor’s keys do what Help says', async () => {
    const page = onlyPage();
    const editor = sourceEditor(page);
    const lines = () => editor.locator('.cm-line').allTextContents();
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    await typeSource(page, 'one\ntwo\none');
    await press('ControlOrMeta+Home');

    await press('ControlOrMeta+/');
    expect(await lines()).toEqual(['// one', 'two', 'one']);
    await press('ControlOrMeta+/', 'Alt+ArrowDown');
    expect(await lines()).toEqual(['two', 'one', 'one']);
    await press('ControlOrMeta+Z');
    expect(await lines()).toEqual(['one', 'two', 'one']);
    await press('Control+Y');
    expect(await lines()).toEqual(['two', 'one', 'one']);
    await press('Alt+ArrowUp', 'Shift+Alt+ArrowDown');
    expect(await lines()).toEqual(['one', 'one', 'two', 'one']);
    await press('Tab');
    expect(await lines()).toEqual(['one', '    one', 'two', 'one']);
    await press('Shift+Tab', 'Shift+Alt+ArrowUp');
    expect(await lines()).toEqual(['one', 'one', 'one', 'two', 'one']);

    await press('ControlOrMeta+A', 'Delete');
    await page.keyboard.type('ab ab ab');
    await press('Home', 'Shift+End', 'ArrowLeft', 'ControlOrMeta+D', 'ControlOrMeta+D');
    await page.keyboard.type('x');
    expect(await lines()).toEqual(['x x ab']);

    await press('ControlOrMeta+F');
    const search = page.getByRole('textbox', { name: 'Find' });
    await expect(search).toBeFocused();
    await page.keyboard.type('x');
    await press('F3', 'Shift+F3', 'Escape');
    await expect(search).toHaveCount(0);
    await press('ControlOrMeta+Alt+G');
    await expect(page.getByRole('textbox', { name: 'Go to line' })).toBeFocused();
    await press('Escape');
    await expect(editor).toBeFocused();

    const isFocused = () => editor.evaluate((element) => element === document.activeElement);
    /**
     * For a short time after Escape, Tab leaves the editor. If Tab comes too late, undoes its
     * indentation and retries.
     */
    const leave = (...before: string[]) =>
      expect(async () => {
        await editor.focus();
        await press(...before, 'Tab');
        if (await isFocused()) await press('Shift+Tab');
        expect(await isFocused()).toBe(false);
      }).toPass();
    await leave('ArrowLeft', 'Escape');
    await leave('ControlOrMeta+A', 'Escape', 'Escape');
    expect(await lines()).toEqual(['x x ab']);
  });

  test('the examples of images show them', async () => {
    const page = onlyPage();
    for (const [name, color] of IMAGE_EXAMPLES) {
      await runExample(page, name);
      await expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
      await expect(async () => {
        expect(hasColor(await readPicture(page), color)).toBe(true);
      }).toPass();
    }
    expect(problems).toEqual([]);
  });
});
