import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { readDemo } from '../support/compiler.ts';
import {
  expect,
  openAtRest,
  pressAndCompile,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';

const changes = (page: Page) => page.getByRole('tabpanel', { name: 'Changes' });
const status = (page: Page) => changes(page).getByRole('status');
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

async function compile(page: Page, source: string): Promise<void> {
  await typeSource(page, source);
  await pressAndCompile(page, 'ControlOrMeta+B');
}

const signAtCursor = (page: Page) => changes(page).locator('.cm-change-signs .cm-activeLineGutter');

test('the target code shows what an edit changes', async ({ page, site }) => {
  const source = await readDemo('circle');
  const edited = source
    .replace('atan2(point.y, point.x)', 'atan2(point.x, point.y)')
    .replace('float4(color, 1.0)', 'float4(color, 0.5)');
  const { url } = await site.serve();
  await openAtRest(page, url);
  await tab(page, 'Changes').click();

  await test.step('the first compile has nothing to compare with', async () => {
    await expect(status(page)).toContainText('WGSL: this is the first compile.');
  });

  await test.step('a compile after an edit shows the lines and counts them in the tab', async () => {
    await compile(page, edited);
    await expect(status(page)).toHaveText('WGSL: 2 lines added, 2 lines removed.');
    await expect(tab(page, 'Changes')).toHaveText('Changes+2 −2');
    await expect(changes(page).getByRole('deletion').first()).toContainText('atan2(point_0.y');
    await expect(changes(page).getByRole('insertion').first()).toContainText('atan2(point_0.x');
    await expect(changes(page).locator('.cm-added-word').first()).toHaveText('x');
    expect(await axeFindings(page, '[role="tabpanel"]')).toEqual([]);
  });

  await test.step('keys move between changes, and unfold unchanged lines', async () => {
    await page.getByRole('button', { name: 'Next change' }).click();
    await expect(changes(page).getByRole('textbox')).toBeFocused();
    await expect(signAtCursor(page)).toHaveText('−');
    await page.keyboard.press('F7');
    await page.keyboard.press('Shift+F7');
    await expect(signAtCursor(page)).toHaveText('−');
    const fold = changes(page).getByRole('button', { name: /^Show \d+ lines$/ });
    await expect(fold).not.toHaveCount(0);
    const count = await fold.count();
    await fold.first().focus();
    await page.keyboard.press('Enter');
    await expect(fold).toHaveCount(count - 1);
    await expect(changes(page).getByRole('textbox')).toBeFocused();
  });

  await test.step('a comment changes nothing', async () => {
    await compile(page, `// A comment.\n\n${edited}`);
    await expect(status(page)).toHaveText('WGSL: the code is the same.');
    await expect(tab(page, 'Changes')).toHaveText('Changes');
  });

  await test.step('a failed compile keeps the previous changes', async () => {
    await compile(page, source);
    await expect(status(page)).toHaveText('WGSL: 2 lines added, 2 lines removed.');
    await compile(page, `${source}\nnonsense`);
    await expect(status(page)).toContainText('The newest compile failed.');
    await expect(status(page)).toContainText('WGSL: 2 lines added, 2 lines removed.');
    await expect(changes(page).getByRole('insertion')).not.toHaveCount(0);
  });

  await test.step('another target has its own changes', async () => {
    await page.getByRole('combobox', { name: 'Target' }).selectOption('HLSL');
    await compile(page, source);
    await expect(status(page)).toContainText('HLSL, drawRing: this is the first compile.');
    await compile(page, edited);
    await expect(status(page)).toHaveText('HLSL, drawRing: 2 lines added, 2 lines removed.');
  });

  await test.step('another demo starts without changes', async () => {
    // This demo opens no other tab, because it prints nothing and has no sliders.
    await page.getByRole('combobox', { name: 'Load Demo' }).selectOption('simple-image');
    await expect(sourceEditor(page)).not.toContainText('atan2');
    await expect(status(page)).toContainText('this is the first compile.');
    await expect(tab(page, 'Changes')).toHaveText('Changes');
  });
});
