import { SLOWNESS } from '../../scripts/run/browser.ts';
import { FAULTY_SOURCES } from '../support/compilerFaults.ts';
import { diagnostics, expect, onOnePage, pausePicture, test, typeSource } from '../support/site.ts';

const crashing = FAULTY_SOURCES.find(({ kind }) => kind === 'crash')?.source ?? '';

onOnePage('reduce', (onlyPage) => {
  test.beforeAll(() => pausePicture(onlyPage()));

  test('a source that crashes the compiler is reduced and opened, and undo restores it', async () => {
    const page = onlyPage();
    test.slow();
    await typeSource(page, crashing);
    await page.keyboard.press('ControlOrMeta+B');
    await expect(diagnostics(page)).toContainText('The compiler');
    await page.getByRole('button', { name: 'Reduce', exact: true }).click();
    const reduced = page.getByRole('region', { name: 'Reduced source' });
    await expect(reduced).toContainText(/\d+ lines → \d+ lines after/);
    await page
      .getByRole('button', { name: 'Show the reduced source' })
      .click({ timeout: 60_000 * SLOWNESS });
    const dialog = page.getByRole('dialog', { name: 'Reduced source' });
    await expect(dialog).toContainText('The fault is the same: the compiler stops');
    await expect(dialog.getByRole('button', { name: 'Copy as Markdown' })).toBeVisible();
    // The dialog stays open while the layout below it changes.
    const size = page.viewportSize();
    const divider = page.getByLabel('Resize source and results');
    await expect(divider).toHaveCount(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(divider).toHaveCount(0);
    await expect(dialog).toBeVisible();
    if (size) await page.setViewportSize(size);
    await expect(divider).toHaveCount(1);
    const small = (await dialog.locator('pre').textContent())?.trim() ?? '';
    expect(small.split('\n').length).toBeLessThan(15);
    await dialog.getByRole('button', { name: 'Open' }).click();
    const editor = page.getByRole('textbox', { name: 'Shader source' });
    await expect(reduced).toContainText('Undo brings your source back');
    await expect(editor).not.toContainText('hash');
    // The dialog returns the focus as its last step.
    await expect(page.getByRole('button', { name: 'Show the reduced source' })).toBeFocused();
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(editor).toContainText('// Particles that fall and bounce.');
  });

  test('Cancel keeps the smallest source so far', async () => {
    const page = onlyPage();
    const reduced = page.getByRole('region', { name: 'Reduced source' });
    await page.getByRole('button', { name: 'Reduce', exact: true }).click();
    await expect(reduced).toContainText(/\d+ lines → \d+ lines after/);
    await reduced.getByRole('button', { name: 'Cancel' }).click();
    await expect(reduced).toContainText(/then cancelled\.|was cancelled before/);
    await expect(page.getByRole('button', { name: 'Reduce', exact: true })).toBeEnabled();
  });

  test('a source without a fault says so', async () => {
    const page = onlyPage();
    await typeSource(page, 'float twice(float x) { return 2 * x; }');
    await page.getByRole('button', { name: 'Reduce', exact: true }).click();
    const reduced = page.getByRole('region', { name: 'Reduced source' });
    await expect(reduced).toContainText('The source has no such fault now');
  });
});
