import type { Page } from '@playwright/test';
import { chooseFromMenu } from '../support/controls.ts';
import { crash } from '../support/crash.ts';
import { untilSaved } from '../support/history.ts';
import {
  expect,
  noDiagnostics,
  openPlayground,
  sourceEditor,
  test,
  untilRunning,
  waitForMark,
} from '../support/site.ts';

test.use({ assistance: true, viewport: { width: 1200, height: 700 } });

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Files' }).getByRole('tab');
const tab = (page: Page, name: string) => tabs(page).filter({ hasText: name });
const line = (page: Page, text: string | RegExp) =>
  sourceEditor(page).locator('.cm-line', { hasText: text });

async function openStarter(page: Page, name: RegExp): Promise<void> {
  await chooseFromMenu(page, 'Project', 'New');
  await untilRunning(page, () => page.getByRole('option', { name }).click());
}

async function goToEndOf(page: Page, text: string): Promise<void> {
  await line(page, text).click();
  await page.keyboard.press('End');
}

test('a program of two files can be written, broken, fixed and renamed, and survives a crash', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openPlayground(page, url);
  await openStarter(page, /^Two-file module/);
  await expect(tabs(page)).toHaveText(['user.slang', 'shapes.slang']);
  await noDiagnostics(page);

  // An error in the module is listed for the module, and a click leads there.
  await tab(page, 'shapes.slang').click();
  await goToEndOf(page, 'return length(place) - radius;');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('us');
  await tab(page, 'user.slang').click();
  await page.keyboard.press('F5');
  const problem = page.getByRole('list', { name: 'Problems' }).getByRole('button').first();
  await expect(problem).toContainText('shapes.slang');
  await problem.click();
  await expect(tab(page, 'shapes.slang')).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('.cm-activeLine')).toContainText('radiusus');
  await goToEndOf(page, 'radiusus;');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await untilRunning(page, () => page.keyboard.press('F5'));
  await noDiagnostics(page);

  // The name occurs in two files.
  await waitForMark(page, 'playground:language-server-start');
  await line(page, 'public float circle(').getByText('circle', { exact: true }).click();
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: 'Rename symbol' });
  await expect(dialog.getByText('2 places in 2 files')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'New name' }).fill('disc');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(line(page, 'public float disc(')).toBeVisible();
  await untilRunning(page, () => page.keyboard.press('F5'));
  await noDiagnostics(page);

  // Another tab has another project, and each tab keeps its own.
  const other = await page.context().newPage();
  await openPlayground(other, url);
  await openStarter(other, /^Printing/);
  await expect(tabs(other)).toHaveCount(0);
  await page.bringToFront();
  await page.reload();
  await expect(tabs(page)).toHaveText(['user.slang', 'shapes.slang']);
  await expect(tab(page, 'shapes.slang')).toHaveAttribute('aria-selected', 'true');
  await expect(line(page, 'public float disc(')).toBeVisible();
  await tab(page, 'user.slang').click();
  await expect(line(page, 'let ball = disc(')).toBeVisible();
  await other.reload();
  await expect(sourceEditor(other)).toContainText('printf');
  await expect(tabs(other)).toHaveCount(0);
  await other.close();

  // A crash does not lose any file either.
  await tab(page, 'shapes.slang').click();
  await goToEndOf(page, 'module shapes;');
  await page.keyboard.insertText(' // MARKED');
  await untilSaved(page, 'MARKED');
  const crashed = await crash(page);
  await crashed.reload();
  const shown = `document.querySelector('[aria-label="Shader source"]')?.innerText`;
  await expect.poll(() => crashed.evaluate(shown)).toContain('// MARKED');
  const names = `[...document.querySelectorAll('[role="tablist"][aria-label="Files"] [role="tab"]')].map((tab) => tab.innerText.trim()).join()`;
  await expect.poll(() => crashed.evaluate(names)).toBe('user.slang,shapes.slang');
});
