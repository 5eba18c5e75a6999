import type { Page } from '@playwright/test';
import { untilLayoutIsKept } from '../support/layout.ts';
import {
  expect,
  onOnePage,
  pausePicture,
  pressAndCompile,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';
import { tapTwice } from '../support/taps.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const splitter = (page: Page, name: string) => page.getByRole('separator', { name });

async function sizeOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  return { width: box?.width ?? 0, height: box?.height ?? 0 };
}

/** The navbar's controls. A narrow window hides Share's options, which the palette has too. */
const shownControls = (page: Page) =>
  page.getByRole('navigation').locator('button, select, a').filter({ visible: true });

/** Waits until the whole navbar, and everything else on the page, is inside the window. */
const expectInside = (page: Page, width: number) =>
  expect(async () => {
    // In one call, because Playwright would wait for a control that the new width hides.
    const boxes = await shownControls(page).evaluateAll((controls) =>
      controls.map((control) => {
        const { left, right, width: own } = control.getBoundingClientRect();
        return { left, right, width: own };
      }),
    );
    expect(boxes).not.toEqual([]);
    for (const box of boxes) {
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(width);
      expect(box.width).toBeGreaterThanOrEqual(24);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }).toPass();

// Each test continues with the page of the previous one. The first ones use a wide window.
onOnePage(
  'the layout',
  (onlyPage, problems) => {
    test.describe.configure({ mode: 'serial' });
    test.beforeAll(() => pausePicture(onlyPage()));

    test('the theme follows the system’s contrast setting', async () => {
      await expect(onlyPage().locator('body')).toHaveCSS('background-color', 'rgb(0, 0, 0)');
    });

    test('splitters start at 62 % and 69 %, and move by keyboard', async () => {
      const page = onlyPage();
      const { width: whole } = await sizeOf(page, 'main');
      const sourceShare = async () => (await sizeOf(page, '#source')).width / whole;
      const pictureShare = async () =>
        (await sizeOf(page, '#picture')).height / (await sizeOf(page, '#results')).height;
      await expect.poll(sourceShare).toBeCloseTo(0.62, 1);
      await expect.poll(pictureShare).toBeCloseTo(0.69, 1);

      const bar = splitter(page, 'Resize source and results');
      await bar.focus();
      await expect(bar).toBeFocused();
      for (let press = 0; press < 3; press += 1) {
        await untilLayoutIsKept(page, () => page.keyboard.press('ArrowLeft'));
      }
      await expect.poll(sourceShare).toBeLessThan(0.55);
    });

    test('a double tap on a splitter gives the space to the pane after it, and another one undoes this', async () => {
      const page = onlyPage();
      const source = async () => (await sizeOf(page, '#source')).width;
      const before = await source();
      const bar = splitter(page, 'Resize source and results');
      await tapTwice(bar);
      await expect.poll(source).toBe(0);
      await tapTwice(bar);
      await expect.poll(source).toBeCloseTo(before, 0);
      const picture = async () => (await sizeOf(page, '#picture')).height;
      const height = await picture();
      await tapTwice(splitter(page, 'Resize picture and results'));
      await expect.poll(picture).toBe(0);
      await tapTwice(splitter(page, 'Resize picture and results'));
      await expect.poll(picture).toBeCloseTo(height, 0);

      await test.step('two taps more than 500 ms apart are not a double tap', async () => {
        const width = await source();
        await tapTwice(bar, 600);
        expect(await source()).toBe(width);
      });
    });

    test('no control covers another at any window width', async () => {
      const page = onlyPage();
      // The navbar's greatest width.
      await page.getByRole('combobox', { name: 'Target' }).selectOption('HLSL');
      await expect(page.getByRole('combobox', { name: 'Entrypoint' })).toBeVisible();
      const controls = shownControls(page);
      for (const width of [360, 767, 768, 800, 900, 959, 960, 1100, 1400]) {
        await page.setViewportSize({ width, height: 500 });
        const covered = () =>
          controls.evaluateAll((elements) =>
            elements
              .filter((element) => {
                const { left, right, top, bottom } = element.getBoundingClientRect();
                const middle = (top + bottom) / 2;
                return [left + 2, right - 2].some(
                  (x) => !element.contains(document.elementFromPoint(x, middle)),
                );
              })
              .map((element) => element.ariaLabel),
          );
        await expect.poll(covered, `at ${width} px`).toEqual([]);
        const rows = async () => Math.round((await sizeOf(page, 'nav')).height / 45);
        await expect.poll(rows, `at ${width} px`).toBe(width < 768 ? 2 : 1);
      }
    });

    test('doubling the text size enlarges all text, and nothing is cut off', async () => {
      const page = onlyPage();
      const setFontSize = (size: string) =>
        page.evaluate((fontSize) => {
          document.documentElement.style.fontSize = fontSize;
        }, size);
      const fontSizes = () =>
        page.evaluate(() => {
          const texts = ['.cm-content', '[role="tab"]', 'nav button', '[aria-label="Frame"]'];
          return texts.map((selector) => {
            const text = document.querySelector(selector);
            return text && Number.parseFloat(getComputedStyle(text).fontSize);
          });
        });
      await page.setViewportSize({ width: 1400, height: 900 });
      const sizes = await fontSizes();
      await setFontSize('200%');
      expect(await fontSizes()).toEqual(sizes.map((size) => 2 * (size ?? Number.NaN)));
      for (const width of [1400, 900, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expectInside(page, width);
        await expect
          .poll(async () => (await sizeOf(page, '.cm-content')).height)
          .toBeGreaterThan(300);
      }
      await setFontSize('');
      await page.setViewportSize({ width: 1400, height: 900 });
    });

    test('with forced colours, the selected tab and pressed buttons stand out', async () => {
      const page = onlyPage();
      await page.emulateMedia({ forcedColors: 'active' });
      const background = (name: string, role: 'tab' | 'button') =>
        page
          .getByRole(role, { name, exact: true })
          .evaluate((element) => getComputedStyle(element).backgroundColor);
      await expect
        .poll(() => background('Target Code', 'tab'))
        .not.toBe(await background('Reflection', 'tab'));
      const released = await background('Live', 'button');
      await button(page, 'Live').click();
      await expect.poll(() => background('Live', 'button')).not.toBe(released);
      await expect
        .poll(() => background('Live', 'button'))
        .toBe(await background('Target Code', 'tab'));
      await button(page, 'Live').click();
      await page.emulateMedia({ forcedColors: 'none' });
    });

    for (const width of [360, 767]) {
      test(`at ${width} px, nothing is cut off, and Run switches to the results`, async () => {
        const page = onlyPage();
        await page.setViewportSize({ width, height: 700 });
        await expect(sourceEditor(page)).toBeVisible();
        await page.getByRole('combobox', { name: 'Target' }).selectOption('CUDA');
        await expectInside(page, width);
        await button(page, 'Run').click();
        await expect(page.getByRole('tablist', { name: 'Results' })).toBeVisible();
        await expect(sourceEditor(page)).toBeHidden();
        await expectInside(page, width);
        await button(page, 'View Source').click();
        await expect(sourceEditor(page)).toBeVisible();
      });
    }

    test('diagnostics on a phone lead from the results to the source', async () => {
      const page = onlyPage();
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(button(page, 'View Results')).toBeVisible();
      await typeSource(page, 'float first = missing;');
      await pressAndCompile(page, 'F5');
      await page.getByRole('list', { name: 'Problems' }).getByRole('button').first().click();
      await expect(sourceEditor(page)).toBeVisible();
      await expect(button(page, 'View Results')).toBeVisible();
    });

    test('“More” on a phone opens a tool, even one that is open behind the source', async () => {
      const page = onlyPage();
      const openDebugger = async () => {
        await expect(sourceEditor(page)).toBeVisible();
        await button(page, 'More').click();
        await page.getByRole('menuitem', { name: 'Debugger' }).click();
        await expect(page.getByRole('tabpanel', { name: 'Debugger' })).toBeVisible();
      };
      await openDebugger();
      await button(page, 'View Source').click();
      await openDebugger();
      await button(page, 'Close tool').click();
    });

    test('a window that becomes narrow and wide again keeps the text and the undo history', async () => {
      const page = onlyPage();
      const text = () => sourceEditor(page).locator('.cm-line').allTextContents();
      await typeSource(page, 'float first;');
      await typeSource(page, 'float second;');
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(text).toEqual(['float second;']);
      await page.setViewportSize({ width: 1400, height: 900 });
      await expect.poll(text).toEqual(['float second;']);
      await sourceEditor(page).click();
      await page.keyboard.press('ControlOrMeta+Z');
      await expect.poll(text).toEqual(['float first;']);
      expect(problems).toEqual([]);
    });
  },
  { width: 1400, height: 900 },
  { prepare: (page) => page.emulateMedia({ colorScheme: 'dark', contrast: 'more' }) },
);
