import type { Page } from '@playwright/test';
import {
  agreement,
  debuggerButton,
  debuggerTab,
  expectCurrentLine,
  expectLines,
  openDebugger,
  pictureSize,
  pointOver,
  shownValue,
  tracePixel,
  untilTraced,
} from '../support/debuggerPage.ts';
import { flatColor } from '../support/shaders.ts';
import { expect, onOnePage, pausePicture, runSource, test } from '../support/site.ts';

const HEAD = 'import playground; import rendering;';
const DRAWS =
  '[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]';

/**
 * A zero-length direction in the middle of each cell, and 1 / 0 at the left of every second one.
 */
const NON_FINITE = `${HEAD}
${DRAWS}
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) =>
    {
        float2 offset = float2(at % 16) - 8.0;
        float2 direction = offset / length(offset);
        float inverse = 1.0 / float(at.x % 32);
        float shade = min(direction.x, inverse) > 0.5 ? 1.0 : 0.0;
        return float4(shade, shade, shade, 1.0);
    });
}
`;

/** Colours above 1 on the right and below 0 at the top. */
const OUT_OF_RANGE = `${HEAD}
${DRAWS}
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) =>
    {
        float red = at.x >= 200 ? 1.5 : 0.5;
        return float4(red, 100.0 - float(at.y), 0.0, 1.0);
    });
}
`;

/** The number of iterations increases from left to right. */
const COSTLY = `${HEAD}
${DRAWS}
void paint(uint2 at : SV_DispatchThreadID)
{
    uint width, height;
    outputTexture.GetDimensions(width, height);
    if (at.x >= width || at.y >= height) return;
    uint total = 0;
    for (uint i = 0; i < at.x / 8; i++)
        total += i;
    outputTexture.Store(at, float4(float(total) / 1000.0, 0.0, 0.0, 1.0));
}
`;

/** Half as wide and high as the canvas. Each thread draws the pixel on the opposite side. */
const MIRRORED = `import playground;
[format("rgba8")] [playground::BLACK_SCREEN(0.5, 0.5)] WTexture2D<float4> outputTexture;
${DRAWS}
void mirrored(uint3 id : SV_DispatchThreadID)
{
    uint width, height;
    outputTexture.GetDimensions(width, height);
    if (id.x >= width || id.y >= height) return;
    uint2 texel = uint2(width - 1 - id.x, id.y);
    outputTexture.Store(texel, float4(float(texel.x) / 255.0, float(texel.y) / 255.0, 0.5, 1.0));
}
`;

async function runAtRest(page: Page, source: string): Promise<void> {
  await runSource(page, source);
  await pausePicture(page);
  await openDebugger(page);
  // The search covers the frame at the picture's new size.
  await pictureSize(page);
}

const multiples = (size: number, from: number, by: number) => Math.ceil((size - from) / by);

onOnePage('all threads of a frame', (onlyPage, problems) => {
  test('the search for NaN counts threads, and opens the first one at the right step', async () => {
    const page = onlyPage();
    await runAtRest(page, NON_FINITE);
    await page.getByRole('button', { name: 'Find non-finite values' }).click();
    const list = page.getByRole('list', { name: 'Non-finite values' });
    const { width, height } = await pictureSize(page);
    const without = multiples(width, 8, 16) * multiples(height, 8, 16);
    const divided = multiples(width, 0, 32) * height;
    await expect(list.getByRole('listitem')).toHaveText([
      `line 8: ${without.toLocaleString('en')} threads, NaN`,
      `line 9: ${divided.toLocaleString('en')} threads, infinity`,
    ]);
    await untilTraced(page, () => list.getByRole('button').first().click());
    await expectCurrentLine(page, 'float2 direction');
    await expect(shownValue(page, 'offset')).toHaveText('(0, 0)');
    await expect(shownValue(page, 'direction')).toHaveText('(NaN, NaN)');
    for (const axis of ['x', 'y']) {
      const id = page.getByRole('spinbutton', { name: `Thread ${axis}` });
      await expect.poll(async () => Number(await id.inputValue()) % 16).toBe(8);
    }
    await untilTraced(page, () => list.getByRole('button').nth(1).click());
    await expectCurrentLine(page, 'float inverse');
    await expect(shownValue(page, 'inverse')).toHaveText('∞');
    await debuggerButton(page, 'First step').click();
    await debuggerButton(page, 'Next non-finite value').click();
    await expectCurrentLine(page, 'float inverse');
  });

  test('out-of-range colours are counted at the line that stores them', async () => {
    const page = onlyPage();
    await runAtRest(page, OUT_OF_RANGE);
    await page.getByRole('button', { name: 'Find non-finite values' }).click();
    await expect(debuggerTab(page)).toContainText('No thread of this frame had a NaN');
    await page.getByRole('button', { name: 'Find colours out of range' }).click();
    const { width, height } = await pictureSize(page);
    // Green is between 0 and 1 only at y = 99 and y = 100.
    const count = width * height - 2 * Math.min(width, 200);
    const list = page.getByRole('list', { name: 'Colours out of range' });
    await expect(list).toHaveText(`line 5: ${count.toLocaleString('en')} threads, out of range`);
    await untilTraced(page, () => list.getByRole('button').first().click());
    await expectCurrentLine(page, 'drawPixel(at');
    await expect(agreement(page)).toHaveText(/^Agrees/);
  });

  test('the heat map counts the statements of each thread, and a click opens one', async () => {
    const page = onlyPage();
    await runAtRest(page, COSTLY);
    await page.getByRole('button', { name: 'Heat map' }).click();
    const legend = page.getByRole('figure', { name: 'Heat map legend' });
    const marks = legend.getByRole('definition');
    await expect(marks).toHaveCount(3);
    const { width, height } = await pictureSize(page);
    const iterations = (width - 1) >> 3;
    // For the rightmost thread: eight statements outside the loop, and three in each iteration.
    await expect(marks.last()).toHaveText(String(8 + 3 * iterations));
    // The legend covers the lower edge.
    const { x, y } = await pointOver(page, [width - 1, height - 20]);
    await expect(page.getByRole('img', { name: 'Heat map' })).toBeVisible();
    await untilTraced(page, () => page.mouse.click(x, y));
    await expectLines(page, { 'total += i': `total = ${sumBelow(iterations)} ×${iterations}` });
    const heat = page.getByRole('img', { name: 'Heat map' });
    await expect(legend.getByLabel('Statements under the pointer')).toHaveText(
      `x ${width - 1}, y ${height - 20}: ${8 + 3 * iterations} statements`,
    );
    // When the window changes size, so do the picture and the map.
    await page.setViewportSize({ width: 1000, height: 740 });
    await expect.poll(async () => (await pictureSize(page)).height).toBeGreaterThan(height);
    const { height: taller } = await pictureSize(page);
    const heightOf = () => heat.evaluate((map) => (map as HTMLCanvasElement).height);
    await expect.poll(heightOf).toBe(taller);
    await expect(marks.first()).toHaveText('8');
    await page.setViewportSize({ width: 1000, height: 700 });

    await legend.getByRole('slider', { name: 'Opacity' }).fill('40');
    await expect(heat).toHaveCSS('opacity', '0.4');
    await legend.getByRole('button', { name: 'Hide heat map' }).click();
    await expect(heat).toHaveCount(0);

    await page.getByRole('button', { name: 'Heat map' }).click();
    await expect(heat).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(heat).toHaveCount(0);
    await expect(debuggerTab(page)).toBeVisible();
  });

  test('a heat map without differences shows the number instead', async () => {
    const page = onlyPage();
    await runAtRest(page, flatColor('0.0, 1.0, 0.0, 1.0'));
    await page.getByRole('button', { name: 'Heat map' }).click();
    const legend = page.getByRole('figure', { name: 'Heat map legend' });
    await expect(legend).toContainText(/All threads: \d+ statements/);
    await expect(legend.getByRole('slider')).toHaveCount(0);
    await page.getByLabel('Shader source').focus();
    await page.keyboard.press('Escape');
    await expect(legend).toHaveCount(0);
  });

  test('a pixel of a smaller picture leads to the thread that stores to it', async () => {
    const page = onlyPage();
    await runAtRest(page, MIRRORED);
    await tracePixel(page, [60, 30]);
    const width = Math.floor((await pictureSize(page)).width / 2);
    await expect(shownValue(page, 'width').locator('[title]').first()).toHaveText(String(width));
    await expectLines(page, { 'uint2 texel': 'texel = (30, 15)' });
    await expect(page.getByRole('spinbutton', { name: 'Thread x' })).toHaveValue(
      String(width - 1 - 30),
    );
    await expect(page.getByRole('spinbutton', { name: 'Thread y' })).toHaveValue('15');
    await expect(debuggerTab(page)).toContainText('pixel (30, 15)');
    await expect(agreement(page)).toHaveText(/^Agrees/);
    expect(problems).toEqual([]);
  });
});

function sumBelow(count: number): number {
  return (count * (count - 1)) / 2;
}
