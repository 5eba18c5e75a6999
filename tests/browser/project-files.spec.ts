import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { chooseFileAction, chooseFromMenu, notice } from '../support/controls.ts';
import { loadedWidths } from '../support/loadedWidths.ts';
import { hasColor, readPicture } from '../support/pixels.ts';
import {
  expect,
  noDiagnostics,
  onOnePage,
  openedPlayground,
  sourceEditor,
  test,
  untilFocusIsIn,
  untilRunning,
} from '../support/site.ts';

const STARTERS = [
  'Image',
  'Image with mouse',
  'Fragment',
  'Mesh',
  'Printing',
  'Buffer compute',
  'Particles',
  'Particles with draw',
  'Ping-pong simulation',
  'Image processing',
  'Autodiff fit',
  'Two-file module',
];

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New project' });
const row = (page: Page) => page.getByRole('tablist', { name: 'Files' });
const tabs = (page: Page) => row(page).getByRole('tab');
const tab = (page: Page, name: string) => row(page).getByRole('tab', { name, exact: true });
const nameField = (page: Page) => page.getByRole('textbox', { name: 'File name' });
const newFile = (page: Page) => page.getByRole('button', { name: 'New file', exact: true });

onOnePage('the files of a project', (onlyPage, problems) => {
  test('New shows a picture of each starter, and runs the chosen one', async () => {
    const page = onlyPage();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(row(page)).toHaveCount(0);
    await newFile(page).click();
    await expect(nameField(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row(page)).toHaveCount(0);
    await expect(sourceEditor(page)).toBeFocused();
    await chooseFromMenu(page, 'Project', 'New');
    await untilFocusIsIn(dialog(page));
    const options = dialog(page).getByRole('option');
    await expect(options.locator('strong')).toHaveText(STARTERS);
    expect(await dialog(page).locator('img').evaluateAll(loadedWidths)).toEqual(
      STARTERS.map(() => 320),
    );
    expect(await axeFindings(page)).toEqual([]);
    await options.first().focus();
    await page.keyboard.press('End');
    await expect(options.last()).toBeFocused();
    await untilRunning(page, () => page.keyboard.press('Enter'));
    await expect(dialog(page)).toHaveCount(0);
    await expect(tabs(page)).toHaveText(['user.slang', 'shapes.slang']);
    await expect(sourceEditor(page)).toContainText('import shapes;');
    await noDiagnostics(page);
    const hasShape = async () => hasColor(await readPicture(page), [255, 153, 76]);
    await expect.poll(hasShape).toBe(true);
  });

  test('files can be added, named, moved and switched by keys', async () => {
    const page = onlyPage();
    await tab(page, 'shapes.slang').click();
    await expect(sourceEditor(page)).toContainText('module shapes;');
    await newFile(page).click();
    await expect(tabs(page)).toHaveCount(3);
    await expect(nameField(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tabs(page)).toHaveText(['user.slang', 'shapes.slang']);
    await newFile(page).click();
    await expect(nameField(page)).toBeFocused();
    for (const [typed, reason] of [
      ['playground', 'playground is a built-in module, which this file would hide'],
      ['shapes', 'There is already a file shapes.slang'],
      ['../noise', '“..” is not a name'],
    ] as const) {
      await nameField(page).fill(typed);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible();
      await expect(nameField(page)).toBeFocused();
    }
    await nameField(page).fill('lib/noise');
    await page.keyboard.press('Enter');
    await expect(tabs(page)).toHaveText(['user.slang', 'shapes.slang', 'lib/noise.slang']);
    await expect(sourceEditor(page)).toBeFocused();
    await page.keyboard.type('// noise');

    await tab(page, 'lib/noise.slang').focus();
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await expect(tabs(page)).toHaveText(['user.slang', 'lib/noise.slang', 'shapes.slang']);
    await expect(tab(page, 'lib/noise.slang')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'shapes.slang')).toBeFocused();
    await expect(sourceEditor(page)).toContainText('module shapes;');
    await tab(page, 'shapes.slang').dragTo(tab(page, 'lib/noise.slang'));
    await expect(tabs(page)).toHaveText(['user.slang', 'shapes.slang', 'lib/noise.slang']);
    expect(await axeFindings(page)).toEqual([]);
  });

  test('a file can be renamed and duplicated, and a deleted one restored', async () => {
    const page = onlyPage();
    await tab(page, 'lib/noise.slang').click();
    await page.keyboard.press('F2');
    await nameField(page).fill('other');
    await page.keyboard.press('Escape');
    await expect(tab(page, 'lib/noise.slang')).toBeFocused();
    await page.keyboard.press('F2');
    await expect(nameField(page)).toHaveValue('lib/noise.slang');
    await expect(nameField(page)).toBeFocused();
    await page.keyboard.type('waves');
    await page.keyboard.press('Enter');
    await expect(tab(page, 'lib/waves.slang')).toBeFocused();
    await tab(page, 'shapes.slang').dblclick();
    await nameField(page).fill('circles');
    await page.keyboard.press('Enter');
    await expect(notice(page)).toContainText('Renamed shapes.slang. Updated 1 import.');
    await tab(page, 'user.slang').click();
    await expect(sourceEditor(page)).toContainText('import circles;');
    // The imports and the name are one undo step.
    await sourceEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(sourceEditor(page)).toContainText('import shapes;');
    await expect(tab(page, 'shapes.slang')).toBeVisible();
    await expect(notice(page)).toHaveText('');
    await page.keyboard.press('ControlOrMeta+Y');
    await expect(sourceEditor(page)).toContainText('import circles;');
    await expect(tab(page, 'circles.slang')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(tab(page, 'shapes.slang')).toBeVisible();
    await tab(page, 'lib/waves.slang').click();
    await chooseFileAction(page, 'Duplicate');
    await expect(tab(page, 'lib/waves2.slang')).toHaveAttribute('aria-selected', 'true');
    await expect(sourceEditor(page)).toContainText('// noise');
    await chooseFileAction(page, 'Delete');
    await expect(notice(page)).toContainText('Deleted lib/waves2.slang.');
    await expect(tabs(page)).toHaveCount(3);
    await tab(page, 'lib/waves.slang').focus();
    await page.keyboard.press('Delete');
    await expect(tabs(page)).toHaveText(['user.slang', 'shapes.slang']);
    await notice(page).getByRole('button', { name: 'Undo' }).click();
    await expect(tabs(page)).toHaveText(['user.slang', 'shapes.slang', 'lib/waves.slang']);
    await expect(sourceEditor(page)).toContainText('// noise');
    await expect(notice(page)).toHaveText('');
  });

  test('a reload keeps the files, their order and the shown file', async () => {
    const page = onlyPage();
    await page.reload();
    await openedPlayground(page);
    await expect(tabs(page)).toHaveText(['user.slang', 'shapes.slang', 'lib/waves.slang']);
    await expect(tab(page, 'lib/waves.slang')).toHaveAttribute('aria-selected', 'true');
    await expect(sourceEditor(page)).toContainText('// noise');
    await noDiagnostics(page);
    expect(problems).toEqual([]);
  });
});
