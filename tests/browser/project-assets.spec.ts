import type { Page } from '@playwright/test';
import { encodePng } from '../../scripts/generate/png.ts';
import { notice } from '../support/controls.ts';
import { dropFiles, pasteFile } from '../support/fileDrop.ts';
import { holdTimers } from '../support/heldTimers.ts';
import { hasColor, readPicture } from '../support/pixels.ts';
import {
  diagnostics,
  expect,
  noDiagnostics,
  openedPlayground,
  openPlayground,
  runSource,
  sourceEditor,
  test,
  untilRunning,
} from '../support/site.ts';

const SHADER = `import playground;
import rendering;

[playground::URL("cat.png")]
Texture2D<float4> photo;
[playground::DATA("light.json")]
StructuredBuffer<float> light;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 p) => { return float4(photo[int2(0, 0)].xyz * light[1], 1); });
}
`;

/** Two pixels of one colour. */
const png = (...color: readonly [number, number, number]) =>
  encodePng({ width: 2, height: 1, data: Uint8Array.from([...color, ...color]) });

const list = (page: Page) => page.getByRole('list', { name: 'Images and data' });
const shows = (page: Page, color: readonly number[]) =>
  expect.poll(async () => hasColor(await readPicture(page), color)).toBe(true);

async function act(page: Page, path: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${path}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('the user’s images and data are drawn, survive a reload, and can be restored after deletion', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  // A run happens between a deletion and its undo.
  await holdTimers(page, 'information');
  await openPlayground(page, url);
  await dropFiles(page, [
    { name: 'cat.png', content: png(200, 100, 40) },
    { name: 'light.json', content: '[0, 0.5]' },
  ]);
  await expect(list(page).getByRole('listitem')).toHaveText([
    /cat\.png.*PNG · 2 × 1 · \d+ bytes/,
    /light\.json.*JSON · 8 bytes/,
  ]);
  await runSource(page, SHADER);
  await shows(page, [100, 50, 20]);
  await noDiagnostics(page);

  await page.reload();
  await openedPlayground(page);
  await shows(page, [100, 50, 20]);

  await page.getByRole('button', { name: 'Images and data', exact: true }).click();
  await act(page, 'cat.png', 'Delete');
  const question = page.getByRole('dialog', { name: 'Delete cat.png?' });
  await expect(question).toContainText('photo (user.slang, line 4)');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('F5');
  await expect(diagnostics(page)).toContainText(
    'The project has no image or data named "cat.png" either',
  );
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await untilRunning(page, () => page.keyboard.press('F5'));
  await shows(page, [100, 50, 20]);

  await dropFiles(page, [{ name: 'cat.png', content: png(40, 200, 100) }], sourceEditor(page));
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(notice(page)).toContainText('Replaced cat.png.');
  await untilRunning(page, () => page.keyboard.press('F5'));
  await shows(page, [20, 100, 50]);
});

test('unsupported files are rejected by name, a pasted image gets a name, and a click declares an image', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openPlayground(page, url);
  const before = await sourceEditor(page).innerText();
  const cut = png(1, 2, 3).subarray(0, 40);
  await dropFiles(page, [
    { name: 'broken.png', content: cut },
    { name: 'notes.txt', content: 'text' },
  ]);
  await expect(notice(page)).toContainText(
    'broken.png cannot be used. The browser cannot decode it: the file is damaged, or not what its name says.',
  );
  await expect(notice(page)).toContainText('notes.txt is not a file that a shader can read');
  await expect(list(page)).toHaveCount(0);

  await pasteFile(sourceEditor(page), { name: 'image.png', content: png(9, 9, 9) });
  await pasteFile(sourceEditor(page), { name: 'image.png', content: png(8, 8, 8) });
  await page.getByRole('button', { name: 'Keep both' }).click();
  await expect(list(page).getByRole('listitem')).toHaveText([/^pasted\.png/, /^pasted2\.png/]);
  expect(await sourceEditor(page).innerText()).toBe(before);

  await test.step('a click declares a dropped image, one undo removes that, and the list closes with its project', async () => {
    const known = site.problems.length;
    await dropFiles(page, [{ name: 'Photo.png', content: png(200, 100, 40) }]);
    const insert = list(page).getByRole('button', { name: 'Insert Photo.png' });
    await insert.click();
    const line = page.locator('.cm-activeLine').filter({ hasText: 'Photo.png' });
    const declaration = '[playground::URL("Photo.png")] Texture2D<float4> photo;';
    await expect(line).toHaveText(declaration);
    await expect(sourceEditor(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(line).toHaveCount(0);

    await insert.click();
    await expect(line).toHaveText(declaration);
    await untilRunning(page, () => page.keyboard.press('F5'));
    await noDiagnostics(page);

    await page.getByRole('combobox', { name: 'Load Demo' }).selectOption('simple-image');
    await expect(list(page)).toHaveCount(0);
    expect(site.problems.slice(known)).toEqual([]);
  });
});
