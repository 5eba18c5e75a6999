import type { Locator, Page } from '@playwright/test';
import { openTool, runCommand } from '../support/controls.ts';
import { openDebugger, pointOver } from '../support/debuggerPage.ts';
import { downloaded } from '../support/downloads.ts';
import { playbackButton } from '../support/frames.ts';
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

/** Draws no picture. */
const BUFFER = `import playground; import printing;
[playground::ZEROS(4096)] RWStructuredBuffer<float> data;
[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL::SIZE_OF("data")]
void fill(uint2 at : SV_DispatchThreadID)
{
    float halved = at.x * 0.5;
    data[at.x] = halved;
}
`;

/** A triangle that covers the picture. */
const GEOMETRY = `import playground;
struct Varyings { float4 position : SV_Position; nointerpolation float layer : LAYER; }

[shader("vertex")] [playground::DRAW(3)] [playground::DEPTH("less", true)]
[playground::DRAW::WITH("shade")]
Varyings place(uint id : SV_VertexID)
{
    Varyings v;
    float2 corner = float2(id & 1, id >> 1) * 2;
    v.position = float4(corner * 2 - 1, 0.25, 1);
    v.layer = 1;
    return v;
}
[shader("fragment")] float4 shade(Varyings v) : SV_Target
{
    float layer = v.layer;
    return float4(layer, 0, 0, 1);
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

  test('takes a part of the range by dragging over the legend', async () => {
    const page = onlyPage();
    const range = legend(page).getByRole('combobox', { name: 'Range' });
    const box = await legend(page).locator('[data-map]').boundingBox();
    if (!box) throw new Error('The legend has no colours.');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.25, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, y);
    await page.mouse.up();
    await expect(range).toHaveValue('fixed');
    const numberIn = async (name: string) =>
      Number(await legend(page).getByRole('spinbutton', { name }).inputValue());
    expect(await numberIn('Smallest')).toBeCloseTo(0.25, 1);
    expect(await numberIn('Largest')).toBeCloseTo(0.5, 1);
    await legend(page).locator('[data-map]').dblclick();
    await expect(range).toHaveValue('frame');
  });

  test('charts the value of the clicked thread over frames', async () => {
    const page = onlyPage();
    const chart = page.getByRole('figure', { name: 'halved at (12, 150) over frames' });
    const place = await pointOver(page, [12, 150]);
    await page.mouse.click(place.x, place.y);
    await expect(chart.getByText(/^Newest: frame \d+: -1\b/)).toBeVisible();
    await chart.getByRole('slider', { name: 'Frame in the chart' }).press('Enter');
    await playbackButton(page, 'Resume').click();
    const button = legend(page).getByRole('button', { name: 'Chart over frames' });
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await button.click();
    await expect(chart).toHaveCount(0);
    await page.getByRole('button', { name: 'Close tool' }).click();
  });

  test('saves the picture with the values over it', async () => {
    const page = onlyPage();
    const save = legend(page).getByRole('button', { name: 'Save painted picture' });
    const { name, bytes } = await downloaded(page, () => save.click());
    expect(name).toBe('painted-value.png');
    const colors = await page.evaluate(async (base64) => {
      const file = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
      const image = await createImageBitmap(new Blob([file]));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      const at = (x: number) => [
        ...(context?.getImageData(x * image.width, image.height / 2, 1, 1).data ?? []),
      ];
      return [at(0.001), at(0.6)];
    }, bytes.toString('base64'));
    // By sign, -1 is blue. On the right, where no thread came, the hatching lets the picture through.
    expect(colors[0]).toEqual([33, 102, 217, 255]);
    expect(colors[1]?.[3]).toBe(255);
    expect(colors[1]).not.toEqual(colors[0]);
  });

  test('says that Profile measures the frames', async () => {
    const page = onlyPage();
    await openTool(page, 'Profile');
    await expect(legend(page)).toContainText('Profile measures the frames');
    await page
      .getByRole('tablist', { name: 'Tools' })
      .getByRole('tab', { name: 'Profile' })
      .click();
    await expect(legend(page)).not.toContainText('Profile measures the frames');
    await pointAt(page, 12, 150);
    await expect(pointed(page)).toHaveText('x 12, y 150: -1');
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

  test('paints with P and from a line number while the debugger is open', async () => {
    const page = onlyPage();
    await cursorAt(page, 6);
    await openDebugger(page);
    await page.keyboard.press('p');
    await expect(legend(page).getByText('halved')).toBeVisible();
    await legend(page).getByRole('button', { name: 'Stop painting' }).click();
    await page
      .locator('.cm-lineNumbers .cm-gutterElement')
      .getByText('5', { exact: true })
      .click({ modifiers: ['Alt'] });
    await expect(legend(page).getByText('column')).toBeVisible();
    await cursorAt(page, 5);
    await page.keyboard.type('p');
    await expect(page.getByText('float column = at.x;p')).toBeVisible();
    await page.keyboard.press('Backspace');
  });

  test('ends with the source that it paints', async () => {
    const page = onlyPage();
    await paintLine(page, 6);
    await expect(legend(page).getByText('halved')).toBeVisible();
    await page.getByRole('combobox', { name: 'Load Demo' }).selectOption('Simple Image');
    await expect(legend(page)).toHaveCount(0);
  });

  test('paints fragments of geometry, and vertices in rows of chosen length', async () => {
    const page = onlyPage();
    await runSource(page, GEOMETRY);
    await paintLine(page, 16);
    await expect(legend(page).getByText('layer', { exact: true })).toBeVisible();
    await pointAt(page, 150, 200);
    await expect(pointed(page)).toHaveText('x 150, y 200: 1');
    await paintLine(page, 9);
    const columns = legend(page).getByRole('spinbutton', { name: 'Columns' });
    await expect(columns).toHaveValue('2');
    await columns.fill('3');
    await columns.press('Enter');
    await expect(columns).toHaveValue('3');
    await legend(page).getByRole('combobox', { name: 'Color map' }).selectOption('Arrows');
    await page.mouse.move(0, 0);
    const picture = await page.locator('canvas').first().boundingBox();
    if (!picture) throw new Error('There is no picture.');
    // The last of three vertices.
    await page.mouse.move(picture.x + picture.width * 0.9, picture.y + picture.height * 0.2);
    await expect(pointed(page)).toHaveText(/^x 2, y 0: .*0, 2/);
    await legend(page).getByRole('button', { name: 'Stop painting' }).click();
  });

  test('shows values in the debugger where there is no picture', async () => {
    const page = onlyPage();
    await runSource(page, BUFFER);
    await paintLine(page, 6);
    const panel = page.getByRole('tabpanel', { name: 'Debugger' });
    await expect(panel.getByRole('group', { name: 'Painted value' })).toBeVisible();
    await expect(legend(page).getByRole('spinbutton', { name: 'Largest' })).toHaveValue('2048');
    await expect(legend(page).getByRole('spinbutton', { name: 'Columns' })).toHaveValue('64');
    const { bytes } = await downloaded(page, () =>
      legend(page).getByRole('button', { name: 'Save painted picture' }).click(),
    );
    expect(bytes.length).toBeGreaterThan(100);
    await legend(page).getByRole('button', { name: 'Stop painting' }).click();
    await expect(legend(page)).toHaveCount(0);
  });
});
