import type { Page } from '@playwright/test';
import { draftOf, storeDraft } from '../support/drafts.ts';
import { expect, sourceEditor, test, waitForMark } from '../support/site.ts';

test.use({ assistance: true });

const MAIN = `import playground;
import noise;

float twice(float value) { return grain(value) + grain(2.0 * value); }
float other(float x) { return sin(x) +   x; }
`;

const NOISE = `module noise;

public float grain(float x) { return frac(x * 17.0); }
public float fine(float x) { return grain(grain(x)); }
`;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Rename symbol' });
const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Files' }).getByRole('tab', { name });
const line = (page: Page, text: string | RegExp) =>
  sourceEditor(page).locator('.cm-line', { hasText: text });

async function goToLine(page: Page, number: number): Promise<void> {
  await sourceEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  for (let at = 1; at < number; at += 1) await page.keyboard.press('ArrowDown');
}

/** Puts the cursor this many words after the start of a line. */
async function goToWord(page: Page, number: number, words: number): Promise<void> {
  await goToLine(page, number);
  for (let at = 0; at < words; at += 1) await page.keyboard.press('ControlOrMeta+ArrowRight');
}

test('a symbol can be found and renamed in all files, and code can be formatted', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await storeDraft(page, draftOf(MAIN, { files: [{ path: 'noise.slang', text: NOISE }] }));
  await page.goto(url);
  await sourceEditor(page).focus();
  await waitForMark(page, 'playground:language-server-start');
  // The editor colours names by their meaning once the server has processed them.
  await expect(sourceEditor(page).locator('.cm-token-function').first()).toBeVisible();

  // Only the symbol at the cursor is marked.
  await goToWord(page, 4, 2);
  await expect(sourceEditor(page).locator('.cm-occurrence')).toHaveCount(0);
  await goToWord(page, 4, 5);
  await expect(sourceEditor(page).locator('.cm-occurrence')).toHaveText([
    'value',
    'value',
    'value',
  ]);

  // Names from the core library cannot be renamed.
  await goToLine(page, 5);
  await page.keyboard.press('End');
  for (let at = 0; at < 12; at += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('F2');
  await expect(dialog(page).getByRole('alert')).toContainText('core library');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  // References of both files, by keyboard.
  await goToLine(page, 4);
  await page.keyboard.press('End');
  for (let at = 0; at < 18; at += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+F12');
  const places = page.getByRole('list', { name: 'References' });
  await expect(places.getByRole('button')).toHaveText([/^4/, /^4/, /^3/, /^4/, /^4/]);
  await expect(places).toContainText('noise.slang');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'noise.slang')).toHaveAttribute('aria-selected', 'true');
  await expect(line(page, 'public float fine')).toBeVisible();
  await expect(sourceEditor(page)).toBeFocused();

  // A name that is taken is rejected. Another name is applied everywhere, and undone everywhere.
  await page.keyboard.press('F2');
  await expect(dialog(page).getByText('5 places in 2 files')).toBeVisible();
  await page.keyboard.type('fine');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toContainText('“fine” already exists in line 4');
  await dialog(page).getByRole('textbox', { name: 'New name' }).fill('dust');
  await dialog(page).getByRole('button', { name: 'Rename' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(line(page, 'return dust(dust(x))')).toBeVisible();
  await tab(page, 'user.slang').click();
  await expect(line(page, 'return dust(value) + dust(2.0 * value)')).toBeVisible();
  await sourceEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(line(page, 'return grain(value) + grain(2.0 * value)')).toBeVisible();
  await tab(page, 'noise.slang').click();
  await expect(line(page, 'return grain(grain(x))')).toBeVisible();

  // A symbol in another file.
  await sourceEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+Alt+T');
  const field = page.getByRole('combobox', { name: 'Go to symbol' });
  await field.fill('oth');
  await expect(page.getByRole('option', { name: /other.*user\.slang, line 5/ })).toBeVisible();
  await field.press('Enter');
  await expect(tab(page, 'user.slang')).toHaveAttribute('aria-selected', 'true');

  // Only white space changes.
  await expect(sourceEditor(page)).toBeFocused();
  await page.keyboard.press('Shift+Alt+F');
  await expect(line(page, /^ {4}return sin\(x\) \+ x;$/)).toBeVisible();
  await page.keyboard.press('Shift+Alt+F');
  await expect(page.locator('.cm-editor-note')).toHaveText('This is already formatted.');
  expect(site.problems).toEqual([]);
});
