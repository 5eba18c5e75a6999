import type { Locator, Page } from '@playwright/test';
import { openTool } from '../support/controls.ts';
import {
  copiedText,
  expect,
  onOnePage,
  pausePicture,
  pressAndCompile,
  test,
  typeSource,
} from '../support/site.ts';

const button = (page: Page): Locator => page.getByRole('button', { name: 'Compare outputs' });
const comparison = (page: Page): Locator => page.getByRole('region', { name: 'Compare outputs' });
const changes = (page: Page): Locator => page.getByRole('tabpanel', { name: 'Changes' });
const output = (page: Page, side: 'Left' | 'Right'): Locator =>
  page.getByRole('textbox', { name: `${side} output` });
const choose = (page: Page, label: string, option: string) =>
  page.getByRole('combobox', { name: label }).selectOption({ label: option });
const lines = (page: Page, side: 'Left' | 'Right', text: string | RegExp): Locator =>
  output(page, side).locator('.cm-line', { hasText: text });

/** The vertical position of the first line with this text, once it has stopped moving. */
async function heightOf(page: Page, side: 'Left' | 'Right', text: string): Promise<number> {
  const box = await lines(page, side, text).first().boundingBox();
  return box?.y ?? Number.NaN;
}

async function expectSameHeight(page: Page, text: string): Promise<void> {
  const difference = async () =>
    Math.abs((await heightOf(page, 'Left', text)) - (await heightOf(page, 'Right', text)));
  await expect.poll(difference).toBeLessThanOrEqual(1);
}

const aligned = (page: Page) =>
  expect(changes(page).getByRole('status')).toHaveText(/begin at the same height/);

/** CUDA has no vertex stage. */
const THREE_ENTRY_POINTS = `RWStructuredBuffer<float> first;
RWStructuredBuffer<float> second;

float curve(float x) { return sin(x) * 0.25; }

[shader("compute")] [numthreads(8, 1, 1)]
void fill(uint3 at : SV_DispatchThreadID)
{
    first[at.x] = curve(float(at.x));
}

[shader("compute")] [numthreads(4, 1, 1)]
void mirror(uint3 at : SV_DispatchThreadID)
{
    second[at.x] = curve(first[at.x]);
}

[shader("vertex")]
float4 corner(uint id : SV_VertexID) : SV_Position
{
    return float4(curve(float(id)), 0.0, 0.0, 1.0);
}
`;

onOnePage('two outputs', (page, problems) => {
  test('are aligned by source line and scroll together', async () => {
    await pausePicture(page());
    await openTool(page(), 'Changes');
    await button(page()).click();
    await aligned(page());
    await expect(page().getByRole('combobox', { name: 'Left target' })).toHaveValue('WGSL');
    await expect(page().getByRole('combobox', { name: 'Right target' })).toHaveValue('HLSL');
    await expectSameHeight(page(), 'palette_0(');

    await test.step('scrolling one side scrolls the other', async () => {
      await output(page(), 'Left').focus();
      await page().keyboard.press('ControlOrMeta+End');
      await expect(lines(page(), 'Right', 'drawPixel_0(').last()).toBeVisible();
      await expectSameHeight(page(), 'drawPixel_0(');
    });

    await test.step('the pointer highlights its line’s code on both sides', async () => {
      await lines(page(), 'Right', 'GetDimensions').hover();
      await expect(output(page(), 'Right').locator('.cm-linked-origin')).toContainText(
        'GetDimensions',
      );
      const lit = output(page(), 'Left').locator('.cm-linked-line');
      await expect(lit.filter({ hasText: 'textureDimensions' })).toHaveCount(1);
    });

    await test.step('a selection is copied as the exact code', async () => {
      await output(page(), 'Right').focus();
      const copied = await copiedText(page(), async () => {
        await page().keyboard.press('ControlOrMeta+A');
        await page().keyboard.press('ControlOrMeta+C');
      });
      expect(copied).toContain('#line 8 "/rendering.slang"');
      expect(copied).toContain('void drawRing(');
    });

    // The first click removes the selection.
    await page().keyboard.press('Escape');
    await page().keyboard.press('Escape');
    await expect(changes(page())).toHaveCount(0);
    await expect(page().getByRole('tab', { name: 'Changes' })).toBeFocused();
  });

  test('can show any entry point and target, and one can fail', async () => {
    await typeSource(page(), THREE_ENTRY_POINTS);
    await pressAndCompile(page(), 'ControlOrMeta+B');
    await openTool(page(), 'Changes');
    await button(page()).click();
    await choose(page(), 'Left target', 'HLSL');
    await choose(page(), 'Left entry point', 'mirror');
    await expect(lines(page(), 'Left', 'void mirror(')).toBeVisible();
    await choose(page(), 'Right version', 'now');
    await choose(page(), 'Right target', 'CUDA');
    await choose(page(), 'Right entry point', 'fill');
    await aligned(page());
    await expectSameHeight(page(), 'curve_0(');

    await test.step('a long prelude is folded until the user opens it', async () => {
      const prelude = output(page(), 'Right').getByRole('button', { name: /lines of prelude$/ });
      await prelude.click();
      await expect(prelude).toHaveCount(0);
      await expect(lines(page(), 'Right', /^#/).first()).toBeVisible();
    });

    await test.step('a side that fails says why, and the other is kept', async () => {
      await choose(page(), 'Right entry point', 'corner');
      const failure = comparison(page()).getByRole('region', { name: 'Right output' });
      await expect(failure.getByRole('alert')).not.toBeEmpty();
      await expect(lines(page(), 'Left', 'void mirror(')).toBeVisible();
    });

    await test.step('the sides are swapped', async () => {
      await page().getByRole('button', { name: 'Swap sides' }).click();
      await expect(page().getByRole('combobox', { name: 'Left target' })).toHaveValue('CUDA');
      await expect(lines(page(), 'Right', 'void mirror(')).toBeVisible();
    });

    await button(page()).click();
    await expect(comparison(page())).toHaveCount(0);
    expect(problems).toEqual([]);
  });
});
