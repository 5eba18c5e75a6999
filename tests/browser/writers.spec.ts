import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import {
  expectCurrentLine,
  goToStep,
  openDebugger,
  tracedFrame,
  tracePixel,
  traceThread,
  untilTraced,
} from '../support/debuggerPage.ts';
import { goTo, playbackButton } from '../support/frames.ts';
import { expect, onOnePage, pausePicture, runSource, test } from '../support/site.ts';

/**
 * Each pixel shows a sum that a kernel of half the size stored. The halves of `swung` take turns.
 * Every fourth thread of `step` stores what its neighbour loads.
 */
const SHADER = `import playground;
import rendering;
[playground::FRAME_ID] uniform uint frame;
[playground::ZEROS(64)] RWStructuredBuffer<float> sums;
[playground::ZEROS(32)] RWStructuredBuffer<float> swung;
[playground::ZEROS(16)] RWStructuredBuffer<float> line;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL(8, 8, 1)]
void add(uint2 at : SV_DispatchThreadID)
{
    sums[at.y * 8 + at.x] = float(at.x + frame);
}
[shader("compute")] [numthreads(16, 1, 1)] [playground::CALL(16, 1, 1)]
void swing(uint3 id : SV_DispatchThreadID)
{
    uint to = frame % 2 * 16;
    float before = swung[(16 - to) + id.x];
    swung[to + id.x] = before + 1.0;
    if (id.x % 4 == 0)
        line[id.x + 1] = before;
    else
        line[id.x] += 1.0;
}
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void show(uint2 pixel : SV_DispatchThreadID)
{
    float sum = sums[pixel.y / 2 % 8 * 8 + pixel.x / 2 % 8];
    drawPixel(pixel, (int2 screen) => float4(sum / 16.0, swung[0] / 100.0, 0, 1));
}
`;

const loads = (page: Page) => page.getByRole('list', { name: 'Loaded values' });
const written = (page: Page) => page.getByRole('button', { name: /^Written by/ });

onOnePage('who wrote a value, and races', (onlyPage, problems) => {
  // Each test continues from the previous one's state.
  test.describe.configure({ mode: 'serial' });

  test('leads from what a step loads to the thread that stored it', async () => {
    const page = onlyPage();
    await runSource(page, SHADER);
    await pausePicture(page);
    await goTo(page, 9);
    await traceThread(page, 'show', 13, 6);
    await expect(loads(page)).toContainText('swung[0]');
    await goToStep(page, 0);
    await expect(page.getByText('Nothing from buffers')).toBeVisible();
    await goToStep(page, 2);
    await expect(loads(page)).toContainText('sums[30]');
    await expect(written(page)).toHaveText('Written by add, thread (6, 3, 0), in this frame');
    expect(await axeFindings(page, '[role="tabpanel"]')).toEqual([]);
    await untilTraced(page, () => written(page).click());
    await expectCurrentLine(page, 'sums[at.y * 8 + at.x]');
    expect(await tracedFrame(page)).toBe(9);
  });

  test('finds the store in an earlier frame, and goes there', async () => {
    const page = onlyPage();
    await traceThread(page, 'swing', 5);
    await goToStep(page, 3);
    await expect(loads(page)).toContainText('swung[5]');
    await page.getByRole('button', { name: 'Look in earlier frames' }).click();
    await expect(written(page)).toHaveText('Written by swing, thread (5, 0, 0), in frame 8');
    await untilTraced(page, () => written(page).click());
    expect(await tracedFrame(page)).toBe(8);
    await expectCurrentLine(page, 'swung[to + id.x]');
  });

  test('lists races, with links to both threads', async () => {
    const page = onlyPage();
    await openDebugger(page);
    await page.getByRole('button', { name: 'Find races' }).click();
    const races = page.getByRole('list', { name: 'Races' }).getByRole('listitem');
    await expect(races.first()).toHaveText(
      'line[1]: swing, threads (0, 0, 0) and (1, 0, 0), lines 19 and 21, 4 elements',
    );
    expect(await axeFindings(page, '[role="tabpanel"]')).toEqual([]);
    const [first] = await races.first().getByRole('button').all();
    if (!first) throw new Error('There is no thread to trace.');
    await untilTraced(page, () => first.click());
    await expectCurrentLine(page, 'line[id.x');
  });

  test('answers in Resources who wrote an element, and opens that thread', async () => {
    const page = onlyPage();
    await goTo(page, 9);
    await page.getByRole('tab', { name: 'Resources' }).click();
    await page
      .getByRole('listbox', { name: 'Resources' })
      .getByRole('option', { name: /^swung / })
      .click();
    await page
      .getByRole('grid', { name: 'Values of swung' })
      .locator('[aria-rowindex="5"] [role="gridcell"]')
      .first()
      .click();
    await page.getByRole('button', { name: 'Who wrote this?' }).click();
    const writers = page.getByRole('list', { name: 'Writers' }).getByRole('listitem');
    await expect(writers).toHaveText(['swing, thread (3, 0, 0), line 17']);
    await expect(page.getByText('It last changed in frame 8: 1 store.')).toBeVisible();
    expect(await axeFindings(page, '[role="tabpanel"]')).toEqual([]);
    await untilTraced(page, () => writers.getByRole('button').click());
    expect(await tracedFrame(page)).toBe(8);
    await expect(playbackButton(page, 'Inspect pixel')).toBeVisible();
    expect(problems).toEqual([]);
  });
});

/**
 * A texture of two triangles, whose depths a kernel stores, and over which a third is blended; the
 * picture repeats it.
 */
const DRAWN = `import playground;
[playground::BLACK(16, 16)] Texture2D<float4> scene;
[playground::ZEROS(6)] RWStructuredBuffer<float> depths;
[shader("compute")] [numthreads(6, 1, 1)] [playground::CALL(6, 1, 1)]
void sink(uint3 id : SV_DispatchThreadID)
{
    depths[id.x] = 0.5;
}
float4 cornerOf(uint id)
{
    float2 corner = float2(id == 1 || id == 3 || id == 4, id == 2 || id == 4 || id == 5);
    return float4(corner * 2.0 - 1.0, 0.5, 1.0);
}
[shader("vertex")] [playground::DRAW(6)] [playground::CULL("none")]
float4 place(uint id : SV_VertexID) : SV_Position
{
    float4 corner = cornerOf(id);
    corner.z = depths[id];
    return corner;
}
[shader("fragment")] [playground::TARGET("scene")]
float4 shade(float4 position : SV_Position) : SV_Target
{
    float red = position.x / 16.0;
    return float4(red, 0.25, 0.0, 1.0);
}
[shader("vertex")] [playground::DRAW(3)] [playground::CULL("none")] [playground::BLEND("add")]
float4 placeOver(uint id : SV_VertexID) : SV_Position { return cornerOf(id); }
[shader("fragment")] [playground::TARGET("scene")]
float4 glow() : SV_Target { return 0.125; }
[shader("fragment")]
float4 show(float4 position : SV_Position) : SV_Target
{
    float4 seen = scene.Load(int3(int2(position.xy) % 16, 0));
    return seen;
}
`;

onOnePage('who drew a texel', (onlyPage, problems) => {
  // Each test continues from the previous one's state.
  test.describe.configure({ mode: 'serial' });

  const SHADE = 'Written by shade, pixel (12, 9), triangle of vertex 3, in this frame';

  test('leads from a loaded texel to the fragment that drew it', async () => {
    const page = onlyPage();
    await runSource(page, DRAWN);
    await pausePicture(page);
    await goTo(page, 9);
    await tracePixel(page, [28, 41]);
    await expect(loads(page)).toContainText('scene[12, 9]');
    await expect(written(page)).toHaveText(SHADE);
    await untilTraced(page, () => written(page).click());
    await expectCurrentLine(page, 'return float4(red');
    await expect(page.getByRole('list', { name: 'Fragments of this pixel' })).toContainText(
      'kept shade',
    );
  });

  test('leads from a vertex of the fragment to the thread that stored what it loads', async () => {
    const page = onlyPage();
    const vertices = page.getByRole('list', { name: 'Vertices of this fragment' });
    await untilTraced(page, () => vertices.getByRole('button').nth(1).click());
    await expect(loads(page)).toContainText('depths[4] = 0.5');
    await expect(written(page)).toHaveText('Written by sink, thread (4, 0, 0), in this frame');
    await untilTraced(page, () => written(page).click());
    await expectCurrentLine(page, 'depths[id.x] = 0.5');
  });

  test('lists the fragments that are blended in a texel, in their order', async () => {
    const page = onlyPage();
    await tracePixel(page, [19, 36]);
    await expect(loads(page)).toContainText('From 2 fragments:');
    await expect(written(page)).toHaveText([
      'Written by shade, pixel (3, 4), triangle of vertex 0, in this frame',
      'Written by glow, pixel (3, 4), triangle of vertex 0, in this frame',
    ]);
    expect(await axeFindings(page, '[role="tabpanel"]')).toEqual([]);
    await untilTraced(page, () => written(page).last().click());
    await expectCurrentLine(page, 'return 0.125');
  });

  test('answers in Resources which fragment drew a texel', async () => {
    const page = onlyPage();
    await page.getByRole('tab', { name: 'Resources' }).click();
    await page
      .getByRole('listbox', { name: 'Resources' })
      .getByRole('option', { name: /^scene / })
      .click();
    await page.getByRole('group', { name: 'Texture view' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByRole('button', { name: 'Who wrote this?' }).click();
    const writers = page.getByRole('list', { name: 'Writers' }).getByRole('listitem');
    await expect(writers).toHaveText([/^shade, pixel \(\d+, \d+\), triangle of vertex [03]$/]);
    await expect(page.getByText('In frame 9: 1 fragment.')).toBeVisible();
    await untilTraced(page, () => writers.getByRole('button').click());
    await expectCurrentLine(page, 'return float4(red');
    expect(problems).toEqual([]);
  });
});
