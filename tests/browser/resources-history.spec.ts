import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { expectFrames, expectPausedAt, frameOf, goTo, playbackButton } from '../support/frames.ts';
import { expect, onOnePage, pausePicture, runSource, test } from '../support/site.ts';

/** Every fourth frame stores NaN. */
const SHADER = `import playground;
import rendering;
[playground::FRAME_ID] uniform uint frame;
struct Light { float2 place; float level; };
[playground::ZEROS(4)] RWStructuredBuffer<Light> lights;
[format("rgba32f")] [playground::BLACK(4, 2)] WTexture2D<float4> tones;
[shader("compute")] [numthreads(4, 1, 1)] [playground::CALL(4, 1, 1)]
void fill(uint3 at : SV_DispatchThreadID)
{
    lights[at.x] = { float2(frame, at.x), frame % 4 == 3 ? 0.0 / float(frame - frame) : frame * 0.5 };
    tones.Store(uint2(at.x, 1), float4(frame, at.x, 1, -1));
}
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => float4(lights[0].place.x / 255.0, 0, 0, 1));
}
`;

const chart = (page: Page) => page.getByRole('img', { name: 'Value over frames' });
const slider = (page: Page) => page.getByRole('slider', { name: 'Frame in the chart' });
const watchButton = (page: Page) => page.getByRole('button', { name: 'Value over frames' });

async function open(page: Page, name: string): Promise<void> {
  await page
    .getByRole('listbox', { name: 'Resources' })
    .getByRole('option', { name: new RegExp(`^${name} `) })
    .click();
}

/** Presses the cell with this text in the row of the element. */
async function chooseCell(page: Page, index: number, column: number): Promise<void> {
  await page
    .getByRole('grid', { name: 'Values of lights' })
    .locator(`[aria-rowindex="${index + 2}"] [role="gridcell"][aria-colindex="${column + 2}"]`)
    .click();
}

onOnePage(
  'a value over frames',
  (onlyPage, problems) => {
    // Each test continues from the previous one's state.
    test.describe.configure({ mode: 'serial' });

    test('charts a selected cell, one line for each component', async () => {
      const page = onlyPage();
      await runSource(page, SHADER);
      await pausePicture(page);
      await page.getByRole('tab', { name: 'Resources' }).click();
      await open(page, 'lights');
      await chooseCell(page, 2, 0);
      await watchButton(page).click();
      await goTo(page, 21);
      await expect(chart(page)).toHaveAccessibleDescription(/^Newest: frame 21: x 21, y 2\./);
      await playbackButton(page, 'Step forward').click();
      await expect(chart(page)).toHaveAccessibleDescription(/^Newest: frame 22: x 22, y 2\./);
      await expect(page.getByRole('figure', { name: 'lights[2].place over frames' })).toBeVisible();
      await expect(chart(page).locator('canvas')).toBeVisible();
      expect(await axeFindings(page, '[role="tabpanel"]')).toEqual([]);
    });

    test('shows values that are not finite as gaps', async () => {
      const page = onlyPage();
      await chooseCell(page, 1, 1);
      await watchButton(page).click();
      await goTo(page, 30);
      await playbackButton(page, 'Step forward').click();
      await expect(chart(page)).toHaveAccessibleDescription(
        /^Newest: frame 31: NaN\. Smallest \d+(\.5)?, largest 15\./,
      );
    });

    test('goes to a frame that the keys choose', async () => {
      const page = onlyPage();
      await slider(page).focus();
      await page.keyboard.press('ArrowLeft');
      await expect(slider(page)).toHaveAttribute('aria-valuetext', 'frame 30: 15');
      await page.keyboard.press('Enter');
      await expectPausedAt(page, 30);
      await expect(chart(page)).toHaveAccessibleDescription(/^Newest: frame 30: 15\./);
      // The frame after it stays in the chart.
      await slider(page).focus();
      await page.keyboard.press('ArrowRight');
      await expect(slider(page)).toHaveAttribute('aria-valuetext', 'frame 31: NaN');
    });

    test('goes to a frame that the pointer presses', async () => {
      const page = onlyPage();
      await goTo(page, 0);
      await goTo(page, 40);
      await expect(chart(page)).toHaveAccessibleDescription(/^Newest: frame 40: 20\./);
      await chart(page)
        .locator('.u-over')
        .click({ position: { x: 1, y: 40 } });
      await expectPausedAt(page, 0);
      await page.mouse.move(5, 5);
    });

    test('follows while the shader plays', async () => {
      const page = onlyPage();
      const before = await frameOf(page);
      await playbackButton(page, 'Resume').click();
      await expectFrames(page);
      await playbackButton(page, 'Pause').click();
      const last = await frameOf(page);
      expect(last).toBeGreaterThan(before + 2);
      await expect(chart(page)).toHaveAccessibleDescription(
        new RegExp(`^Newest: frame ${last}: (${last / 2}|NaN)\\.`),
      );
    });

    test('starts again with a run that starts again', async () => {
      const page = onlyPage();
      await playbackButton(page, 'Reset frame to 0').click();
      await expect(chart(page)).toHaveAccessibleDescription(/^Newest: frame 0: 0\./);
    });

    test('charts a chosen texel', async () => {
      const page = onlyPage();
      await open(page, 'tones');
      await expect(watchButton(page)).toHaveAttribute('aria-disabled', 'true');
      await page.getByRole('group', { name: 'Texture view' }).focus();
      for (const key of ['Alt+ArrowUp', 'Alt+ArrowRight', 'Alt+ArrowRight']) {
        await page.keyboard.press(key);
      }
      await watchButton(page).click();
      await expect(chart(page)).toHaveAccessibleDescription(/r \d+, g 3, b 1, a -1\. Smallest -1,/);
      await page.getByRole('button', { name: 'Stop watching' }).click();
      await expect(chart(page)).toHaveCount(0);
      expect(problems).toEqual([]);
    });
  },
  { width: 1400, height: 900 },
);
