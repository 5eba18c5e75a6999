import type { Page } from '@playwright/test';
import { chooseFromMenu, menuButton } from '../support/controls.ts';
import { downloaded, unzipped } from '../support/downloads.ts';
import { expect, onOnePage, pausePicture, test, typeSource } from '../support/site.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export' });
const formats = (page: Page) => dialog(page).getByRole('listbox', { name: 'Format' });
const option = (page: Page, name: string) => formats(page).getByRole('option', { name });
const status = (page: Page) => dialog(page).getByRole('status');
const download = (page: Page) => dialog(page).getByRole('button', { name: 'Download' });

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(menuButton(page, 'More')).toBeFocused();
}

onOnePage('the Export dialog', (onlyPage, problems) => {
  test.describe.configure({ mode: 'serial' });

  test('it opens by keyboard at the list of formats, and returns the focus', async () => {
    const page = onlyPage();
    await pausePicture(page);
    await menuButton(page, 'More').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Search commands' })).toBeFocused();
    // The tools, which add most items, may still be loading.
    const item = page.getByRole('menuitem', { name: 'Export', exact: true });
    await expect(item).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(item).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(formats(page)).toBeFocused();
    await page.keyboard.press('End');
    await expect(option(page, 'C++ with Slang API')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await expect(option(page, 'slangpy script')).toHaveAttribute('aria-selected', 'true');
    await expect(status(page)).toHaveText(/^Circle-slangpy\.zip, /);
    await expect(dialog(page).getByRole('region', { name: 'Preview' })).toContainText(
      'shaders/user.slang',
    );
    await close(page);
  });

  test('each format says what it leaves out, and downloads a file with the right name', async () => {
    const page = onlyPage();
    await chooseFromMenu(page, 'More', 'Export');
    // The last format that the user chose.
    await expect(option(page, 'slangpy script')).toHaveAttribute('aria-selected', 'true');
    const starts: readonly [format: string, name: string, start: string][] = [
      ['HTML page', 'Circle.html', '<!doctype html>'],
      ['TypeScript module', 'Circle.ts', '/'],
      ['SPIR-V binary', 'Circle.spv', '\x03\x02#\x07'],
      ['C++ header', 'Circle.h', '// Circle, exported'],
      ['slangpy script', 'Circle-slangpy.zip', 'PK'],
      ['C++ with Slang API', 'Circle-slang-api.zip', 'PK'],
    ];
    for (const [format, name, start] of starts) {
      await option(page, format).click();
      await expect(status(page)).toHaveText(new RegExp(`^${name.replaceAll('.', '\\.')}, `));
      const file = await downloaded(page, () => download(page).click());
      expect(file.name).toBe(name);
      expect(file.bytes.toString('latin1', 0, start.length)).toBe(start);
      await expect(status(page)).toHaveText(new RegExp(`^Downloaded ${name}, `));
      if (start !== 'PK') continue;
      const paths = (await unzipped(file.bytes)).map(({ path }) => path);
      expect(paths).toContain('shaders/user.slang');
    }
    await expect(dialog(page).getByRole('region', { name: 'Not in this export' })).toContainText(
      'The host: it makes the device',
    );
    await close(page);
  });

  test('a source that does not compile has nothing to download', async () => {
    const page = onlyPage();
    await typeSource(page, 'void draw() { return 1; }');
    await chooseFromMenu(page, 'More', 'Export');
    await expect(dialog(page).getByRole('alert')).toHaveText(/does not compile/);
    await expect(download(page)).toHaveAttribute('aria-disabled', 'true');
    await option(page, 'C++ header').click();
    await expect(dialog(page).getByRole('alert')).toHaveText(/does not compile/);
    await close(page);
    expect(problems).toEqual([]);
  });
});
