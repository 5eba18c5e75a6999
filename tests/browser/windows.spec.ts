import type { CDPSession, Page } from '@playwright/test';
import { SLOWNESS } from '../../scripts/run/browser.ts';
import { choosePictureSetting } from '../support/controls.ts';
import { expectColor, expectFrames } from '../support/frames.ts';
import { flatColor } from '../support/shaders.ts';
import {
  diagnostics,
  expect,
  noDiagnostics,
  onOnePage,
  pressAndCompile,
  runSource,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';
import { tapTwice } from '../support/taps.ts';

const GREEN = flatColor('0.0, 1.0, 0.0, 1.0');

const MOUSE = `import printing;
import playground;
import rendering;
[playground::TIME] uniform float time;
[playground::MOUSE_POSITION] uniform float4 mouse;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => { return float4(0.0, 1.0, 0.0, 1.0); });
}
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void tell() { printf("%d %d", int(mouse.x), int(mouse.y)); }
`;

const canvasOf = (page: Page) => page.getByLabel('Render output');

/** Resizes the window (CSS pixels) at this many screen pixels each, like the browser's zoom. */
const setWindow = (session: CDPSession, width: number, height: number, deviceScaleFactor: number) =>
  session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor,
    mobile: false,
  });

/** Waits until the canvas's size is its CSS size times `factor`, at most `limit`. */
const expectCanvas = (page: Page, factor = 1, limit = 8192) =>
  expect(async () => {
    const box = await canvasOf(page).boundingBox();
    const size = await canvasOf(page).evaluate((canvas: HTMLCanvasElement) => [
      canvas.width,
      canvas.height,
    ]);
    for (const [axis, extent] of [box?.width ?? 0, box?.height ?? 0].entries()) {
      const wanted = Math.min(limit, extent * factor);
      expect(Math.abs((size[axis] ?? 0) - wanted)).toBeLessThanOrEqual(1);
    }
  }).toPass();

/** Presses at this part of the canvas until the shader receives that pixel. */
const expectMouse = (page: Page, x: number, y: number) =>
  expect(async () => {
    const box = await canvasOf(page).boundingBox();
    if (!box) throw new Error('The canvas has no box.');
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
    const { width, height } = await canvasOf(page).evaluate(
      ({ width, height }: HTMLCanvasElement) => ({ width, height }),
    );
    const wanted = [width * x, height * y];
    const isNear = (place: number, axis: number) => Math.abs(place - (wanted[axis] ?? 0)) <= 2;
    const output = page.getByRole('tabpanel', { name: 'Output' });
    await expect
      .poll(async () => (await output.textContent())?.split(' ').map(Number).every(isNear), {
        timeout: 5000 * SLOWNESS,
      })
      .toBe(true);
  }).toPass();

onOnePage('windows of all sizes', (onlyPage, problems) => {
  test('panes that shrink to 0 pixels keep the picture, the text and undo', async () => {
    const page = onlyPage();
    const session = await page.context().newCDPSession(page);
    const once = GREEN.replace('void paint', '[playground::CALL::ONCE] void paint');
    await runSource(
      page,
      `${once}[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] void idle() {}\n`,
    );
    await expectColor(page, [0, 255, 0]);
    const areaOf = (selector: string) =>
      page.locator(selector).evaluate((pane) => pane.clientWidth * pane.clientHeight);
    for (const [name, pane] of [
      ['Resize source and results', '#source'],
      ['Resize picture and results', '#picture'],
    ] as const) {
      const bar = page.getByRole('separator', { name });
      await tapTwice(bar);
      await expect.poll(() => areaOf(pane)).toBe(0);
      // Keys still work, and a run starts even if there is nothing to draw on.
      await pressAndCompile(page, 'ControlOrMeta+B');
      await setWindow(session, 1000, 700, 1);
      await tapTwice(bar);
      await expect.poll(() => areaOf(pane)).toBeGreaterThan(0);
      await setWindow(session, 1100, 760, 1);
      await expectFrames(page);
      await expectColor(page, [0, 255, 0], { x: 0.2, y: 0.8 });
    }
    await sourceEditor(page).click();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(sourceEditor(page)).toContainText('A ring that breathes');
    await noDiagnostics(page);
    expect(problems).toEqual([]);
  });

  test('a picture of 16,384 pixels is clamped to the device’s limit, and a texture is rejected', async () => {
    const page = onlyPage();
    await runSource(page, MOUSE);
    const session = await page.context().newCDPSession(page);
    const bar = page.getByRole('separator', { name: 'Resize source and results' });
    await setWindow(session, 16_384, 200, 0.125);
    await tapTwice(bar);
    await expect
      .poll(async () => (await canvasOf(page).boundingBox())?.width)
      .toBeGreaterThan(16_000);
    await expectCanvas(page);
    await expectFrames(page);
    await expectMouse(page, 0.75, 0.5);
    await noDiagnostics(page);

    await tapTwice(bar);
    const twice = MOUSE.replace(
      '[playground::TIME]',
      '[playground::BLACK_SCREEN(2.0, 1.0)] RWTexture2D<float> large;\n$&',
    ).replace('printf(', 'large[uint2(0, 0)] = 1.0; printf(');
    await typeSource(page, twice);
    await page.keyboard.press('F5');
    await expect(diagnostics(page)).toContainText(
      /Failed to create texture large: \d+ × \d+ is over the device's limit of 8192 on a side\./,
    );
    await runSource(page, MOUSE);
    await expectFrames(page);
    await noDiagnostics(page);
    expect(problems).toEqual([]);
  });

  test('the canvas and mouse follow zoom and another screen’s resolution, and nothing is cut off', async () => {
    const page = onlyPage();
    await runSource(page, MOUSE);
    const session = await page.context().newCDPSession(page);
    const expectUncut = () =>
      expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBe(0);
    for (const [width, height, factor] of [
      [2400, 1000, 0.5],
      [800, 500, 2],
    ] as const) {
      await setWindow(session, width, height, factor);
      await expectCanvas(page);
      await expectMouse(page, 0.25, 0.75);
      await expectUncut();
    }
    await choosePictureSetting(page, 'Resolution', 'device');
    await expectCanvas(page, 2);
    await expectMouse(page, 0.75, 0.5);
    // The window moves to another screen; its layout stays the same.
    await setWindow(session, 800, 500, 1);
    await expectCanvas(page);

    await setWindow(session, 350, 225, 4);
    await expect(page.getByRole('button', { name: 'View Source' })).toBeVisible();
    await expectCanvas(page, 4);
    await expectUncut();
    await noDiagnostics(page);
    expect(problems).toEqual([]);
  });
});
