import type { Page } from '@playwright/test';
import { holdRequests } from '../support/heldRequests.ts';
import {
  compileCount,
  expect,
  onOnePage,
  openAtRest,
  pausePicture,
  sourceEditor,
  test,
  typeSource,
  untilFocusIsIn,
  untilRunning,
  waitForCompile,
} from '../support/site.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Commands' });
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search commands' });
const options = (page: Page) => dialog(page).getByRole('option');
const selected = (page: Page) => dialog(page).getByRole('option', { selected: true });

async function openPalette(page: Page, key = 'F1'): Promise<void> {
  await page.keyboard.press(key);
  await expect(field(page)).toBeFocused();
  await expect(options(page).filter({ hasText: 'Save a version to the history' })).toHaveCount(1);
}

async function runCommand(page: Page, query: string, title: string): Promise<void> {
  await openPalette(page);
  await field(page).fill(query);
  await expect(selected(page)).toContainText(title);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
}

onOnePage('the command palette', (currentPage, problems) => {
  test.beforeAll(() => pausePicture(currentPage()));

  test('opens from the editor, and restores the cursor', async () => {
    const page = currentPage();
    await typeSource(page, '// one');
    await openPalette(page);
    await page.keyboard.type('qqqq');
    await expect(dialog(page)).toContainText('No command matches “qqqq”. Press Escape to close.');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(sourceEditor(page)).toBeFocused();
    await openPalette(page, 'ControlOrMeta+Shift+P');
    await page.keyboard.press('ControlOrMeta+Shift+P');
    await expect(dialog(page)).toHaveCount(0);
    await expect(sourceEditor(page)).toBeFocused();
    await page.keyboard.type(' two');
    await expect(sourceEditor(page)).toHaveText('// one two');
  });

  test('is a combobox with a list, for keys, pointers and screen readers', async () => {
    const page = currentPage();
    await openPalette(page);
    await expect(selected(page)).toContainText('Run');
    const last = options(page).last();
    await page.keyboard.press('ArrowUp');
    await expect(last).toHaveAttribute('aria-selected', 'true');
    await expect(last).toBeInViewport();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(selected(page)).toContainText('Compile to WGSL');
    await expect(selected(page)).toContainText('Ctrl+B');
    await field(page).fill('iform');
    await page.keyboard.press('Home');
    await page.keyboard.type('un');
    await page.keyboard.press('End');
    await page.keyboard.type('s');
    await expect(field(page)).toHaveValue('uniforms');
    const reset = options(page).filter({ hasText: 'Reset all uniforms' });
    await expect(reset).toHaveAttribute('aria-disabled', 'true');
    await expect(reset).toContainText('The shader has no uniforms to set.');
    await reset.click({ force: true });
    await expect(field(page)).toBeFocused();
    await page.mouse.click(5, 500);
    await expect(dialog(page)).toHaveCount(0);
  });

  test('opens demos, compiles and remembers recent commands', async () => {
    const page = currentPage();
    await untilRunning(page, () => runCommand(page, 'demo ocean', 'Open demo: ShaderToy: Ocean'));
    await pausePicture(page);
    const before = await compileCount(page);
    await runCommand(page, 'hlsl', 'Compile to HLSL');
    await waitForCompile(page, before);
    await expect(page.getByRole('combobox', { name: 'Target' })).toHaveValue('HLSL');
    await expect(page.getByRole('tabpanel', { name: 'Target Code' })).toContainText('cbuffer');
    await page.getByRole('tab', { name: 'Reflection' }).click();
    await runCommand(page, 'find target', 'Find in target code');
    await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
    await page.keyboard.press('Escape');
    await openPalette(page);
    const recent = dialog(page).getByRole('group', { name: 'Recent' }).getByRole('option');
    await expect(recent).toHaveText([
      /^Find in target code/,
      /^Compile to HLSL/,
      /^Open demo: ShaderToy: Ocean/,
    ]);
    await page.keyboard.press('Escape');
  });

  test('goes to a project’s files and edits at the cursor', async () => {
    const page = currentPage();
    const tab = (name: string) =>
      page.getByRole('tablist', { name: 'Files' }).getByRole('tab', { name });
    await runCommand(page, 'new file', 'New file');
    await untilFocusIsIn(page.getByRole('textbox', { name: 'File name' }));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('noise.slang');
    await page.keyboard.press('Enter');
    await runCommand(page, 'user.slang', 'Go to file: user.slang');
    await expect(tab('user.slang')).toHaveAttribute('aria-selected', 'true');
    await runCommand(page, 'gtf noise', 'Go to file: noise.slang');
    await expect(tab('noise.slang')).toHaveAttribute('aria-selected', 'true');
    await typeSource(page, 'float noise;');
    await runCommand(page, 'comment', 'Comment or uncomment lines');
    await expect(sourceEditor(page)).toHaveText('// float noise;');
    await expect(sourceEditor(page)).toBeFocused();
  });

  test('opens dialogs, and a section of Help while Help is open', async () => {
    const page = currentPage();
    const help = page.getByRole('dialog', { name: 'Help' });
    const heading = (name: string) => help.getByRole('heading', { name, exact: true });
    await runCommand(page, 'help privacy', 'Help: Privacy and links');
    await expect(heading('Privacy and links')).toBeFocused();
    await expect(heading('Privacy and links')).toBeInViewport();
    await openPalette(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(heading('Privacy and links')).toBeFocused();
    // The second time, History has already loaded and takes the focus before Help closes.
    for (const time of ['first', 'second']) {
      await test.step(time, async () => {
        await runCommand(page, 'help keyboard', 'Help: Keyboard');
        await expect(heading('Keyboard')).toBeFocused();
        await runCommand(page, 'saved versions', 'Show saved versions');
        await expect(help).toHaveCount(0);
        await untilFocusIsIn(page.getByRole('dialog', { name: 'History' }));
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });
    }
    expect(problems).toEqual([]);
  });
});

test('Enter waits while commands load', async ({ page, site }) => {
  const { url } = await site.serve();
  const deliver = await holdRequests(page, '**/assistance-*.js');
  await openAtRest(page, url);
  await page.keyboard.press('F1');
  await field(page).fill('Open Help');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  deliver();
  await untilFocusIsIn(page.getByRole('dialog', { name: 'Help' }));
  await expect(dialog(page)).toHaveCount(0);
});
