import type { Page } from '@playwright/test';
import { openTool, runCommand } from '../support/controls.ts';
import { callStack, goToStep, stepOf, stepSlider, traceThread } from '../support/debuggerPage.ts';
import {
  expect,
  onOnePage,
  openedPlayground,
  openPlayground,
  pausePicture,
  runSource,
  test,
} from '../support/site.ts';

/** Calls four functions deep into one with many variables. */
const DEEP = `import playground;
import rendering;
[playground::ZEROS(64)] RWStructuredBuffer<float> sums;
float many(float a)
{
    float b = a + 1.0; float c = b + 1.0; float d = c + 1.0; float e = d + 1.0;
    float f = e + 1.0; float g = f + 1.0; float h = g + 1.0; float i = h + 1.0;
    return i;
}
float third(float x) { return many(x) * 2.0; }
float second(float x) { return third(x) + 1.0; }
float first(float x) { return second(x) - 1.0; }
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 pixel : SV_DispatchThreadID)
{
    float sum = first(float(pixel.x));
    if (pixel.y == 0 && pixel.x < 64) sums[pixel.x] = sum;
    drawPixel(pixel, (int2 screen) => { return float4(sum / 1000.0); });
}
`;

const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name });
const separator = (page: Page, name: string) => page.getByRole('separator', { name });
const heightOf = async (page: Page, name: string) =>
  (await panel(page, name).boundingBox())?.height ?? 0;
const choose = async (page: Page, arrangement: string) => {
  await page.getByRole('button', { name: 'Arrangement' }).click();
  await page.getByRole('menuitem', { name: arrangement }).click();
};

onOnePage(
  'the drawer',
  (page, problems) => {
    test('opens with a tool, and closes with its tab, its button or Escape', async () => {
      await pausePicture(page());
      const tab = page().getByRole('tab', { name: 'Targets' });
      await tab.click();
      await expect(panel(page(), 'Targets')).toBeVisible();
      await expect(page().getByRole('textbox', { name: 'Shader source' })).toBeInViewport();
      await expect(page().getByLabel('Render output')).toBeInViewport({ ratio: 1 });
      await tab.click();
      await expect(panel(page(), 'Targets')).toHaveCount(0);
      await tab.press('Enter');
      await page().getByRole('button', { name: 'Close tool' }).click();
      await expect(panel(page(), 'Targets')).toHaveCount(0);
      await expect(tab).toBeFocused();
      await tab.press('Enter');
      await panel(page(), 'Targets').focus();
      await page().keyboard.press('Escape');
      await expect(panel(page(), 'Targets')).toHaveCount(0);
      await expect(tab).toBeFocused();
    });

    test('remembers a height for each tool, and fills the page when maximized', async () => {
      await openTool(page(), 'Targets');
      const before = await heightOf(page(), 'Targets');
      await separator(page(), 'Resize tool').focus();
      await page().keyboard.press('ArrowUp');
      await expect.poll(() => heightOf(page(), 'Targets')).toBeGreaterThan(before);
      const higher = await heightOf(page(), 'Targets');
      await openTool(page(), 'Changes');
      await expect.poll(() => heightOf(page(), 'Changes')).toBeCloseTo(before, -1);
      await openTool(page(), 'Targets');
      await expect.poll(() => heightOf(page(), 'Targets')).toBeCloseTo(higher, -1);
      const maximize = page().getByRole('button', { name: 'Maximize' });
      await maximize.click();
      await expect(maximize).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(() => heightOf(page(), 'Targets')).toBeGreaterThan(780);
      await maximize.click();
      await expect.poll(() => heightOf(page(), 'Targets')).toBeCloseTo(higher, -1);
    });

    test('is open again after a reload', async () => {
      await page().reload();
      await expect(panel(page(), 'Targets')).toBeVisible();
      await page().getByRole('button', { name: 'Close tool' }).click();
      // A later run must not be mistaken for this one.
      await openedPlayground(page());
    });

    test('shows eight variables, four calls and the thread selection without scrolling', async () => {
      await runSource(page(), DEEP);
      await traceThread(page(), 'draw', 3, 0);
      const calls = callStack(page());
      for (let step = await stepOf(page()); step > 0; step -= 1) {
        await goToStep(page(), step);
        if ((await calls.count()) === 5) break;
      }
      await expect(calls).toHaveCount(5);
      const variables = page().getByRole('table', { name: 'Variables' }).getByRole('row');
      for (const row of (await variables.all()).slice(0, 9)) {
        await expect(row).toBeInViewport({ ratio: 1 });
      }
      expect(await variables.count()).toBeGreaterThan(8);
      for (const call of (await calls.all()).slice(0, 4)) {
        await expect(call).toBeInViewport({ ratio: 1 });
      }
      await expect(page().getByRole('button', { name: 'Trace thread' })).toBeInViewport({
        ratio: 1,
      });
      await expect(stepSlider(page())).toBeInViewport({ ratio: 1 });
    });

    test('shows twelve rows of a buffer next to its chart', async () => {
      await openTool(page(), 'Resources');
      await page()
        .getByRole('option', { name: /^sums / })
        .click();
      await page().getByRole('button', { name: 'Chart', exact: true }).click();
      const grid = page().getByRole('grid', { name: 'Values of sums' });
      await expect(page().getByRole('combobox', { name: 'Chart type' })).toBeInViewport({
        ratio: 1,
      });
      for (let index = 0; index < 12; index += 1) {
        await expect(grid.locator(`[aria-rowindex="${index + 2}"]`)).toBeInViewport({ ratio: 0.9 });
      }
      expect(problems).toEqual([]);
    });
  },
  { width: 1400, height: 900 },
);

test('keeps the sizes of each arrangement of the page', async ({ page, site }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  const { url } = await site.serve();
  await openPlayground(page, url);
  const picture = page.getByLabel('Render output');
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  const asCode = await width();

  await choose(page, 'Picture');
  await expect.poll(width).toBeGreaterThan(900);
  await separator(page, 'Resize source and results').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBeLessThan(1000);
  const asPicture = await width();

  await runCommand(page, 'Arrangement: Compile');
  await expect(picture).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Target code' })).toBeVisible();

  await choose(page, 'Debug');
  await expect(panel(page, 'Debugger')).toBeVisible();
  await choose(page, 'Picture');
  await expect(panel(page, 'Debugger')).toHaveCount(0);
  await expect.poll(width).toBeCloseTo(asPicture, -1);

  // The arrangement is stored, but a link may request another one.
  await page.reload();
  await expect.poll(width).toBeCloseTo(asPicture, -1);
  await page.goto(`${url}?view=code`);
  await expect.poll(width).toBeCloseTo(asCode, -1);
  expect(site.problems).toEqual([]);
});
