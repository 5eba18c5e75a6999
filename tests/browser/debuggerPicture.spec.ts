import type { Page } from '@playwright/test';
import { openTool, runCommand, setPictureSetting } from '../support/controls.ts';
import {
  agreement,
  debuggerButton,
  debuggerTab,
  expectLines,
  pictureSize,
  pointOver,
  shareOver,
  shownValue,
  sourceLine,
  stepSlider,
  tracedFrame,
  tracePixel,
  traces,
  traceThread,
  untilTraced,
} from '../support/debuggerPage.ts';
import { expectColor, expectFrames, frameOf, playbackButton } from '../support/frames.ts';
import { colorAt, readPicture } from '../support/pixels.ts';
import { expect, onOnePage, pausePicture, runSource, test, waitForMark } from '../support/site.ts';

const HEAD = 'import playground; import rendering;';
const DRAWS =
  '[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]';

/** A picture whose colour depends on the pixel, a slider, a buffer and a frame counter. */
const PICTURE = `${HEAD}
[playground::SLIDER(0.25, 0.0, 1.0)] uniform float level;
[playground::FRAME_ID] uniform float frame;
[playground::ZEROS(4)] RWStructuredBuffer<float> shared;

[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void prepare()
{
    shared[0] += 1.0;
    shared[1] = 0.5 * level + 0.125;
}

${DRAWS}
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) =>
    {
        float2 place = float2(at) / 256.0;
        float shade = shared[1];
        float counted = shared[0];
        float now = frame;
        return float4(counted / 255.0, shade, place.y, 1.0);
    });
}
`;

const TEXEL = [40, 24] as const;

/** The number of frames that have run, according to the trace. */
async function countedFrames(page: Page): Promise<number> {
  const text = await sourceLine(page, 'float counted').locator('.cm-trace-values').textContent();
  return Number(/counted = (\d+)/.exec(text ?? '')?.[1]);
}

onOnePage('a pixel of a picture', (onlyPage, problems) => {
  test.beforeAll(async () => {
    await runSource(onlyPage(), PICTURE);
    await expectFrames(onlyPage());
    await pausePicture(onlyPage());
  });

  test('a click traces the thread that draws the pixel, with coordinates from the bottom left', async () => {
    const page = onlyPage();
    await tracePixel(page, TEXEL);
    await expectLines(page, {
      'float2 place': `place = (${Number((40 / 256).toPrecision(4))}, ${24 / 256})`,
      'float shade': 'shade = 0.25',
    });
    const counted = await countedFrames(page);
    const color = [counted / 255, 0.25, 24 / 256, 1].map((part) => Number(part.toPrecision(4)));
    await expectLines(page, {
      'return float4': `return = (${color.join(', ')})`,
      'drawPixel(at': `picture = (${color.join(', ')}), screen = (${Object.values(await pictureSize(page)).join(', ')})`,
    });
    await expect(agreement(page)).toHaveText(/^Agrees/);
    await expect(debuggerTab(page)).toContainText(
      'group (5, 3, 0), local (0, 0, 0), pixel (40, 24)',
    );
    await expect(page.getByRole('combobox', { name: 'Debugged entry point' })).toHaveValue('paint');
  });

  test('picking another pixel keeps the frame and the picture, and compiles nothing', async () => {
    const page = onlyPage();
    await tracePixel(page, TEXEL);
    const [frame, counted] = [await tracedFrame(page), await countedFrames(page)];
    const compiled = (await traces(page)).filter((trace) => trace.compiled).length;
    for (const texel of [[41, 24], [8, 90], TEXEL] as const) {
      await tracePixel(page, texel);
      const place = texel.map((part) => Number((part / 256).toPrecision(4)));
      await expectLines(page, {
        'float2 place': `place = (${place.join(', ')})`,
        'float counted': `counted = ${counted}`,
        'float now': `now = ${frame}`,
      });
      await expect(agreement(page)).toHaveText(/^Agrees/);
      expect(await tracedFrame(page)).toBe(frame);
    }
    expect((await traces(page)).filter((trace) => trace.compiled)).toHaveLength(compiled);
    expect(await frameOf(page)).toBe(frame);
    await expectColor(page, [counted, 64, 24], await shareOver(page, TEXEL));
  });

  test('another pixel can be picked to compare its thread with the traced one', async () => {
    const page = onlyPage();
    await tracePixel(page, TEXEL);
    const pick = debuggerTab(page).getByRole('button', { name: 'Pick on picture' });
    const picker = page.getByRole('application', { name: /^Pick a pixel/ });
    await pick.click();
    await expect(picker).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(pick).toBeFocused();
    await expect(pick).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    const chosen = (await picker.getByRole('status').textContent()) ?? '';
    await page.keyboard.press('Enter');
    await expect(picker).toHaveCount(0);
    const both = debuggerTab(page).getByRole('table', { name: 'Both threads' });
    await expect(both.getByRole('columnheader').last()).toHaveText(`(${chosen}, 0)`);
    await expect(page.getByRole('spinbutton', { name: 'Other x' })).toHaveValue(
      chosen.split(',')[0] ?? '',
    );
  });

  test('the data of an earlier entry point is visible, and that entry point can be traced', async () => {
    const page = onlyPage();
    await tracePixel(page, TEXEL);
    const counted = await countedFrames(page);
    await traceThread(page, 'prepare');
    await expectLines(page, {
      'shared[0] += 1.0': `shared[0] = ${counted}`,
      'shared[1] = 0.5': 'shared[1] = 0.25',
    });
    await expect(agreement(page)).toHaveCount(0);
  });

  test('a slider’s value in the trace matches the page', async () => {
    const page = onlyPage();
    await page.getByRole('tab', { name: 'Uniforms' }).click();
    const field = page.getByRole('spinbutton', { name: 'level' });
    await field.fill('0.75');
    await field.press('Enter');
    await expectColor(page, [await frameRed(page), 128, 24], await shareOver(page, TEXEL));
    await tracePixel(page, TEXEL);
    await expectLines(page, { 'float shade': 'shade = 0.5' });
    await expect(agreement(page)).toHaveText(/^Agrees/);
  });

  test('Next frame advances by one, and after closing, each frame has run exactly once', async () => {
    const page = onlyPage();
    await tracePixel(page, TEXEL);
    const [frame, counted] = [await tracedFrame(page), await countedFrames(page)];
    for (const later of [1, 2]) {
      await untilTraced(page, () => debuggerButton(page, 'Next frame').click());
      await expectLines(page, {
        'float counted': `counted = ${counted + later}`,
        'float now': `now = ${frame + later}`,
      });
      expect(await frameOf(page)).toBe(frame + later);
    }
    await tracePixel(page, [100, 100]);
    await tracePixel(page, [101, 100]);
    // The drawer stays open, because a resized picture would redraw its frame.
    await openTool(page, 'Targets');
    await runCommand(page, 'Debugger: stop');
    await expect(page.locator('.cm-trace')).toHaveCount(0);
    await expect.poll(() => frameRed(page)).toBe(counted + 2);
    await playbackButton(page, 'Step forward').click();
    await expect.poll(() => frameRed(page)).toBe(counted + 3);
  });

  test('Stop debugging closes the drawer and focuses its tab', async () => {
    const page = onlyPage();
    await openTool(page, 'Debugger');
    await debuggerButton(page, 'Stop debugging').press('Enter');
    await expect(debuggerTab(page)).toHaveCount(0);
    await expect(page.getByRole('tab', { name: 'Debugger' })).toBeFocused();
  });

  test('the debugger follows the pixel under the pointer while the picture plays', async () => {
    const page = onlyPage();
    await playbackButton(page, 'Resume').click();
    await setPictureSetting(page, 'Follow the pointer', true);
    let frame = 0;
    let compiled = 0;
    for (const texel of [
      [16, 32],
      [64, 48],
      [128, 8],
    ] as const) {
      const { x, y } = await pointOver(page, texel);
      await page.mouse.move(x, y);
      await expectLines(page, {
        'float2 place': `place = (${texel[0] / 256}, ${Number((texel[1] / 256).toPrecision(4))})`,
      });
      await expect(agreement(page)).toHaveText(/^Agrees/);
      await expect.poll(() => tracedFrame(page)).toBeGreaterThan(frame);
      frame = await tracedFrame(page);
      const count = (await traces(page)).filter((trace) => trace.compiled).length;
      if (compiled === 0) compiled = count;
      expect(count).toBe(compiled);
    }
    await setPictureSetting(page, 'Follow the pointer', false);
    await expectFrames(page);
    await pausePicture(page);
  });

  test('the keyboard can pick a pixel and step', async () => {
    const page = onlyPage();
    await playbackButton(page, 'Inspect pixel').focus();
    await page.keyboard.press('Enter');
    const picker = page.getByRole('application', { name: 'Pick a pixel' });
    await expect(picker).toBeFocused();
    const { width, height } = await pictureSize(page);
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp', 'Shift+ArrowDown']) {
      await page.keyboard.press(key);
    }
    const texel = [Math.floor(width / 2) - 2, Math.floor(height / 2) + 1 - 10];
    await expect(picker).toContainText(texel.join(', '));
    await untilTraced(page, () => page.keyboard.press('Enter'));
    await expect(page.getByRole('spinbutton', { name: 'Thread x' })).toHaveValue(String(texel[0]));
    await expect(page.getByRole('spinbutton', { name: 'Thread y' })).toHaveValue(String(texel[1]));
    await stepSlider(page).focus();
    await page.keyboard.press('Home');
    await expect(stepSlider(page)).toHaveAttribute('aria-valuenow', '0');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('F11');
    await page.keyboard.press('F11');
    await expect(stepSlider(page)).toHaveAttribute('aria-valuenow', '3');
    await page.keyboard.press('Shift+F10');
    await expect(stepSlider(page)).toHaveAttribute('aria-valuenow', '2');
    await page.keyboard.press('End');
    const last = (await stepSlider(page).getAttribute('aria-valuemax')) ?? '';
    await expect(stepSlider(page)).toHaveAttribute('aria-valuenow', last);
    await playbackButton(page, 'Inspect pixel').focus();
    await page.keyboard.press('Enter');
    await expect(picker).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(picker).toHaveCount(0);
    expect(problems).toEqual([]);
  });
});

/** The picture's red, which counts the frames that have run. */
async function frameRed(page: Page): Promise<number> {
  return colorAt(await readPicture(page), 0.5, 0.5)[0];
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a click picks a pixel, and its values appear in the tab and in the source', async ({
    page,
    site,
  }) => {
    const { url } = await site.serve();
    await page.goto(url);
    await waitForMark(page, 'playground:first-frame');
    await runSource(page, PICTURE);
    await pausePicture(page);
    await tracePixel(page, TEXEL);
    await expect(shownValue(page, 'at')).toHaveText('(40, 24)');
    await expect(agreement(page)).toHaveText(/^Agrees/);
    const table = await page.getByRole('table', { name: 'Variables' }).boundingBox();
    expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'View Source' }).click();
    await expectLines(page, { 'float shade': 'shade = 0.25' });
    expect(site.problems).toEqual([]);
  });
});
