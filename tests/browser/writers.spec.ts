import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import {
  expectCurrentLine,
  goToStep,
  openDebugger,
  tracedFrame,
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
