import type { Locator, Page } from '@playwright/test';
import { runCommand } from '../support/controls.ts';
import { pointOver } from '../support/debuggerPage.ts';
import { expect, focusSource, onOnePage, runSource, test } from '../support/site.ts';

/** Values that a processor knows too: across the picture, its columns, a branch and a loop. */
const SOURCE = `import playground; import rendering;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 at : SV_DispatchThreadID)
{
    float column = at.x;
    float halved = column * 0.5;
    if (at.x < 20)
        halved = -1;
    float broken = sqrt(column - 10);
    drawPixel(at, (int2 size) => float4(halved, broken, 0, 1));
}
`;

const legend = (page: Page): Locator => page.getByRole('group', { name: 'Painted value' });

const pointed = (page: Page): Locator =>
  page.getByRole('status', { name: 'Painted value under the pointer' });

/** Puts the cursor at the end of a line of the source. */
async function cursorAt(page: Page, line: number): Promise<void> {
  await focusSource(page);
  await page.keyboard.press('ControlOrMeta+Home');
  for (let down = 1; down < line; down += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
}

async function paintLine(page: Page, line: number): Promise<void> {
  await cursorAt(page, line);
  await runCommand(page, 'Paint value');
}

async function pointAt(page: Page, x: number, y: number): Promise<void> {
  const place = await pointOver(page, [x, y]);
  await page.mouse.move(place.x, place.y);
}

onOnePage('painting values', (onlyPage) => {
  test('shows the value at the cursor over the picture, with its range', async () => {
    const page = onlyPage();
    await runSource(page, SOURCE);
    await paintLine(page, 6);
    await expect(legend(page).getByText('halved')).toBeVisible();
    await pointAt(page, 41, 150);
    await expect(pointed(page)).toHaveText('x 41, y 150: 20.5');
    await expect(legend(page).getByRole('spinbutton', { name: 'Smallest' })).toHaveValue('0');
  });

  test('says where threads did not come', async () => {
    const page = onlyPage();
    await paintLine(page, 8);
    await pointAt(page, 12, 150);
    await expect(pointed(page)).toHaveText('x 12, y 150: -1');
    await pointAt(page, 33, 150);
    await expect(pointed(page)).toHaveText('x 33, y 150: not reached');
  });

  test('keeps the range and the colours that the user sets', async () => {
    const page = onlyPage();
    const range = legend(page).getByRole('combobox', { name: 'Range' });
    await legend(page).getByRole('combobox', { name: 'Color map' }).selectOption('By sign');
    const largest = legend(page).getByRole('spinbutton', { name: 'Largest' });
    await largest.fill('8');
    await largest.press('Enter');
    await expect(range).toHaveValue('fixed');
    await expect(largest).toHaveValue('8');
    await range.selectOption('0 to 1');
    await expect(largest).toHaveValue('1');
  });

  test('follows the cursor, and the program that runs next', async () => {
    const page = onlyPage();
    await legend(page).getByRole('button', { name: 'Paint where the cursor is' }).click();
    await cursorAt(page, 9);
    await expect(legend(page).getByText('broken')).toBeVisible();
    await pointAt(page, 5, 150);
    await expect(pointed(page)).toHaveText('x 5, y 150: NaN');
    for (const key of ['End', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    await page.keyboard.type(' + 10');
    await expect(legend(page).getByRole('alert')).toContainText('The source has changed');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await pointAt(page, 64, 150);
    await expect(pointed(page)).toHaveText('x 64, y 150: 8');
    await expect(legend(page).getByRole('alert')).toHaveCount(0);
  });

  test('explains what has no value, and stops', async () => {
    const page = onlyPage();
    await cursorAt(page, 4);
    await expect(legend(page).getByRole('alert')).toContainText(
      'Nothing on this line has a value that can be painted.',
    );
    await legend(page).getByRole('button', { name: 'Stop painting' }).click();
    await expect(legend(page)).toHaveCount(0);
  });

  test('ends with the source that it paints', async () => {
    const page = onlyPage();
    await paintLine(page, 6);
    await expect(legend(page).getByText('halved')).toBeVisible();
    await page.getByRole('combobox', { name: 'Load Demo' }).selectOption('Simple Image');
    await expect(legend(page)).toHaveCount(0);
  });
});
