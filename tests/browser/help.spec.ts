import type { Locator, Page } from '@playwright/test';
import { hasColor, readPicture } from '../support/pixels.ts';
import {
  expect,
  openAtRest,
  openPlayground,
  sourceEditor,
  test,
  typeSource,
  untilRunning,
  waitForMark,
} from '../support/site.ts';

const SIZES = [
  { device: 'a desktop', viewport: { width: 1400, height: 900 } },
  { device: 'a phone', viewport: { width: 390, height: 844 } },
];

/** Each example with a colour of its picture, the number of its colours, or a part of its text. */
const EXAMPLES: readonly (readonly [name: string, shows: readonly number[] | number | string])[] = [
  ['ZEROS', [242, 117, 64]],
  ['RAND', 200],
  ['DATA', 'Hello from DATA!\n4 elements of 4 bytes\n'],
  ['BLACK', [255, 153, 89]],
  ['BLACK_3D', [0, 0, 38]],
  ['BLACK_SCREEN', [0, 0, 26]],
  ['URL', [235, 70, 90]],
  ['SAMPLER', [18, 24, 48]],
  ['TIME', [255, 153, 77]],
  ['FRAME_ID', [0, 0, 38]],
  ['MOUSE_POSITION', [31, 31, 31]],
  ['KEY', [102, 128, 102]],
  ['SLIDER', [242, 140, 77]],
  ['COLOR_PICK', [88, 176, 255]],
  ['CALL', 'thread 7, in group 1\n'],
  ['CALL::SIZE_OF', [128, 128, 102]],
  ['CALL_INDIRECT', 'group 4 of those asked for\n'],
  ['CALL::ONCE', [140, 191, 230]],
  ['printing', '90      |   1.000|\n'],
  ['drawing', [255, 153, 64]],
];

const helpButton = (page: Page) => page.getByRole('button', { name: 'Help', exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Help' });
const exampleOf = (page: Page, name: string) =>
  dialog(page).getByRole('button', {
    name: `Open in the editor: the example of ${name}`,
    exact: true,
  });

async function openHelp(page: Page): Promise<void> {
  await helpButton(page).click();
  await expect(dialog(page)).toBeVisible();
}

/** Opens an example from Help and waits until it has taken the place of what ran before. */
async function runExample(page: Page, name: string): Promise<void> {
  await openHelp(page);
  await untilRunning(page, () => exampleOf(page, name).click());
  await expect(dialog(page)).toHaveCount(0);
}

/** Presses Tab until the focus has come to a control, which it does within this many. */
async function tabTo(page: Page, control: Locator, atMost = 40): Promise<void> {
  for (let press = 0; press < atMost; press += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The focus has not come to the control within ${atMost} steps.`);
}

/** Past its last control, the focus comes back to the first by way of an element beside the dialog. */
const focusIsInDialog = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null);

for (const { device, viewport } of SIZES) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test('Help opens by mouse and closes by symbol and backdrop', async ({ page, site }) => {
      const { url } = await site.serve();
      await page.goto(url);
      await openHelp(page);
      await dialog(page).getByRole('button', { name: 'Close' }).click();
      await expect(dialog(page)).toHaveCount(0);
      await expect(helpButton(page)).toBeFocused();
      if (device === 'a phone') return; // Help covers it whole: there is no backdrop to press.
      await openHelp(page);
      await page.mouse.click(20, viewport.height - 20);
      await expect(dialog(page)).toHaveCount(0);
      await expect(helpButton(page)).toBeFocused();
      expect(site.problems).toEqual([]);
    });

    test('Help opens by keyboard, keeps the focus inside, and Escape gives it back', async ({
      page,
      site,
    }) => {
      const { url } = await site.serve();
      await page.goto(url);
      await expect(helpButton(page)).toBeVisible();
      await tabTo(page, helpButton(page));
      await page.keyboard.press('Enter');
      await expect(dialog(page)).toBeVisible();
      await expect.poll(() => focusIsInDialog(page)).toBe(true);
      const controls = await dialog(page).locator('button, input, a[href]').count();
      expect(controls).toBeGreaterThan(EXAMPLES.length);
      const reached = new Set<string>();
      for (let step = 0; step <= controls; step += 1) {
        reached.add(await page.locator(':focus').evaluate((element) => element.outerHTML));
        await page.keyboard.press('Tab');
        await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'));
      }
      expect(reached.size).toBe(controls);
      await page.keyboard.press('Shift+Tab');
      await expect.poll(() => focusIsInDialog(page)).toBe(true);
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
      await expect(helpButton(page)).toBeFocused();
    });

    test('an example that is chosen by keyboard replaces the text and shows its picture', async ({
      page,
      site,
    }) => {
      const { url } = await site.serve();
      await page.goto(url);
      await waitForMark(page, 'playground:compiler-ready');
      await openHelp(page);
      await exampleOf(page, 'SLIDER').focus();
      await page.keyboard.press('Enter');
      await expect(dialog(page)).toHaveCount(0);
      await expect(async () => {
        expect(hasColor(await readPicture(page), [242, 140, 77])).toBe(true);
      }).toPass();
      await expect(page.getByRole('slider', { name: 'radius' })).toBeVisible();
      const back = page.getByRole('button', { name: 'View Source' });
      if (device === 'a phone') await back.click();
      await expect(sourceEditor(page)).toContainText('[playground::SLIDER(0.5, 0.1, 0.9)]');
      await expect(page.getByRole('combobox', { name: 'Load Demo' })).toHaveValue('');
    });

    test('the contents lead to every section', async ({ page, site }) => {
      const { url } = await site.serve();
      await page.goto(url);
      await openHelp(page);
      const contents = dialog(page).getByRole('navigation', { name: 'Help contents' });
      const titles = await contents.getByRole('button').allTextContents();
      expect(titles).toHaveLength(7);
      for (const title of titles) {
        await contents.getByRole('button', { name: title }).click();
        const heading = dialog(page).getByRole('heading', { name: title, level: 3 });
        await expect(heading).toBeFocused();
        await expect(heading).toBeInViewport();
        const header = await dialog(page)
          .getByRole('heading', { name: 'Help', level: 2 })
          .boundingBox();
        const box = await heading.boundingBox();
        expect(box?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
      }
    });
  });
}

test('Help tells every attribute, the version and what is sent', async ({ page, site }) => {
  const { url } = await site.serve();
  await page.goto(url);
  await openHelp(page);
  const attributes = EXAMPLES.map(([name]) => name).filter((name) => /^[A-Z]/.test(name));
  const headings = await dialog(page).getByRole('heading', { level: 5 }).allTextContents();
  expect(headings.map((text) => /^\[playground::([\w:]+)/.exec(text)?.[1])).toEqual(attributes);
  await expect(dialog(page)).toContainText('No data is sent to any server');
  await expect(dialog(page)).toContainText('Slang compiler 2025.15');
  for (const told of ['F5', 'Ctrl+B', 'import printing;', 'import rendering;', 'outputTexture']) {
    await expect(dialog(page)).toContainText(told);
  }
});

test('the search leaves the attributes that it finds', async ({ page, site }) => {
  const { url } = await site.serve();
  await page.goto(url);
  await openHelp(page);
  const entries = dialog(page).getByRole('heading', { level: 5 });
  await dialog(page).getByRole('searchbox', { name: 'Search shader commands' }).fill('mouse');
  await expect(entries).toHaveText(['[playground::MOUSE_POSITION]']);
  await dialog(page).getByRole('searchbox').fill('nothing like it');
  await expect(entries).toHaveCount(0);
  await expect(dialog(page).getByRole('status')).toHaveText(
    'No shader command has “nothing like it” in its description.',
  );
});

test('every example runs and shows what it is about', async ({ page, site }) => {
  test.slow();
  await page.setViewportSize({ width: 900, height: 600 });
  const { url } = await site.serve();
  await openPlayground(page, url);
  for (const [name, shows] of EXAMPLES) {
    await test.step(name, async () => {
      await runExample(page, name);
      await expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
      if (typeof shows === 'number') {
        await expect(async () => {
          expect(colorCount(await readPicture(page))).toBeGreaterThan(shows);
        }).toPass();
      } else if (typeof shows === 'string') {
        await expect
          .poll(() => page.getByRole('tabpanel', { name: 'Output' }).textContent())
          .toContain(shows);
      } else {
        await expect(async () => {
          expect(hasColor(await readPicture(page), shows)).toBe(true);
        }).toPass();
      }
    });
  }
  expect(site.problems).toEqual([]);
});

function colorCount({ data }: { readonly data: Uint8Array }): number {
  const colors = new Set<number>();
  for (let at = 0; at < data.length; at += 4) {
    colors.add((data[at] ?? 0) * 65536 + (data[at + 1] ?? 0) * 256 + (data[at + 2] ?? 0));
  }
  return colors.size;
}

test('undo brings back the text that an example has replaced', async ({ page, site }) => {
  const { url } = await site.serve();
  await openAtRest(page, url);
  await typeSource(page, '// my own text\n');
  await openHelp(page);
  await exampleOf(page, 'TIME').click();
  await expect(sourceEditor(page)).toContainText('[playground::TIME]');
  await sourceEditor(page).click();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(sourceEditor(page)).toHaveText('// my own text');
});

test('Help is loaded when it is first opened, and tells if it cannot be', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const loaded: string[] = [];
  await page.route(/\/HelpDialog-[^/]*\.js$/, (route) => {
    loaded.push(route.request().url());
    return route.abort();
  });
  await openAtRest(page, url);
  expect(loaded).toEqual([]);
  await helpButton(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Help could not be loaded');
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(alert).toHaveCount(0);
  await expect(sourceEditor(page)).toContainText('A ring that breathes');
});

test('the keys that Help lists for the editor do what it says', async ({ page, site }) => {
  const { url } = await site.serve();
  await openAtRest(page, url);
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

  await press('ArrowLeft', 'Escape', 'Tab');
  await expect(editor).not.toBeFocused();
  await editor.focus();
  await press('ControlOrMeta+A', 'Escape', 'Escape', 'Tab');
  await expect(editor).not.toBeFocused();
  expect(await lines()).toEqual(['x x ab']);
});
