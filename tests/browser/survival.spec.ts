import type { CDPSession, Page } from '@playwright/test';
import { colorAt, readPicture } from '../support/pixels.ts';
import { flatColor, MACRO_BOMB, NEVER_ENDS } from '../support/shaders.ts';
import {
  diagnostics,
  expect,
  openPlayground,
  pressAndCompile,
  runSource,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';
import { prepareSleep, sleepAnHour } from '../support/sleep.ts';

const GREEN = flatColor('0.0, 1.0, 0.0, 1.0');
const BLUE = flatColor('0.0, 0.0, 1.0, 1.0');

/** A picture whose colour is an expression of `time` and `mouse`, the latter in parts of `screen`. */
const picture = (color: string) => `import playground;
import rendering;
[playground::TIME] uniform float time;
[playground::MOUSE_POSITION] uniform float4 mouse;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => { return float4(${color}, 1.0); });
}
`;

const frameOf = async (page: Page) =>
  Number(await page.getByLabel('Frame', { exact: true }).textContent());

async function expectFrames(page: Page): Promise<void> {
  const before = await frameOf(page);
  await expect.poll(() => frameOf(page)).toBeGreaterThan(before + 2);
}

const expectColor = (page: Page, color: readonly number[], x = 0.5, y = 0.5) =>
  expect(async () => {
    const shown = colorAt(await readPicture(page), x, y);
    for (const [channel, value] of color.entries()) {
      expect(Math.abs((shown[channel] ?? 0) - value)).toBeLessThanOrEqual(4);
    }
  }).toPass();

const noDiagnostics = (page: Page) =>
  expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);

test('an hour hidden, or with the lid closed, is none for the run, nor for a compile', async ({
  page,
  site,
}) => {
  await prepareSleep(page);
  const { url } = await site.serve();
  await openPlayground(page, url);
  await runSource(page, picture('time > 600 ? 1.0 : 0.0, 1.0, 0.0'));
  await expectColor(page, [0, 255, 0]);
  for (const how of ['hidden', 'lid closed'] as const) {
    await sleepAnHour(page, how);
    await expectFrames(page);
    await expectColor(page, [0, 255, 0]);
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    const frameTime = await page.getByLabel('Frame time').textContent();
    expect(Number.parseFloat(frameTime ?? '')).toBeLessThan(10_000);
    await noDiagnostics(page);
  }

  await typeSource(page, NEVER_ENDS);
  await page.keyboard.press('ControlOrMeta+B');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await sleepAnHour(page, 'lid closed');
  await expectFrames(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(diagnostics(page)).toHaveText('Compilation was cancelled.');
  expect(site.problems).toEqual([]);
});

test('a clock that jumps by a year disorders neither history nor draft nor picture', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    const shifted = () => now() + Number(sessionStorage.getItem('shift') ?? 0);
    Object.assign(Date, { now: shifted });
  });
  const shiftClock = (days: number) =>
    page.evaluate((shift) => sessionStorage.setItem('shift', String(shift)), days * 86_400_000);
  const { url } = await site.serve();
  await openPlayground(page, url);
  await runSource(page, `// first\n${picture('time > 600 ? 1.0 : 0.0, 1.0, 0.0')}`);
  await shiftClock(-365);
  await expectFrames(page);
  await runSource(page, `// second\n${picture('time > 600 ? 1.0 : 0.0, 1.0, 0.0')}`);
  await shiftClock(1);
  await expectFrames(page);
  await expectColor(page, [0, 255, 0]);
  await typeSource(page, `// third\n${GREEN}`);
  await page.reload();
  await expect(sourceEditor(page)).toContainText('// third');
  await page.keyboard.press('F5');
  await page.getByRole('button', { name: 'History', exact: true }).click();
  const versions = page
    .getByRole('dialog', { name: 'History' })
    .getByRole('button', { name: /first|second|third/ });
  await expect(versions).toHaveText([/third/, /second/, /first/]);
  expect(site.problems).toEqual([]);
});

/** Prints where the mouse was, beside a picture. */
const MOUSE = `import printing;
${picture('0.0, 1.0, 0.0')}
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void tell() { printf("%d %d", int(mouse.x), int(mouse.y)); }
`;

const canvasOf = (page: Page) => page.getByLabel('Render output');

/** Resizes the window in CSS pixels, each of so many pixels of the screen, as the browser's zoom does. */
const setWindow = (session: CDPSession, width: number, height: number, deviceScaleFactor: number) =>
  session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor,
    mobile: false,
  });

/** Waits until the canvas has a pixel for each of its CSS pixels times `factor`, but `limit` at most. */
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

/** Presses at this part of the canvas until the shader is told the pixel there. */
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
        timeout: 5000,
      })
      .toBe(true);
  }).toPass();

test('zoom, and a screen with other pixels: canvas and mouse follow, and nothing is cut off', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openPlayground(page, url);
  await runSource(page, MOUSE);
  const session = await page.context().newCDPSession(page);
  const expectUncut = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  for (const [width, height, factor] of [
    [2400, 1000, 0.5],
    [800, 500, 2],
  ] as const) {
    await setWindow(session, width, height, factor);
    await expectCanvas(page);
    await expectMouse(page, 0.25, 0.75);
    await expectUncut();
  }
  await page.getByRole('combobox', { name: 'Resolution' }).selectOption('device');
  await expectCanvas(page, 2);
  await expectMouse(page, 0.75, 0.5);
  // The window is moved to another screen: its layout stays the same.
  await setWindow(session, 800, 500, 1);
  await expectCanvas(page);

  await setWindow(session, 350, 225, 4);
  await expect(page.getByRole('button', { name: 'View Source' })).toBeVisible();
  await expectCanvas(page, 4);
  await expectUncut();
  await noDiagnostics(page);
  expect(site.problems).toEqual([]);
});

test('a picture of 16,384 pixels is clamped to what the device has, a texture is refused', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openPlayground(page, url);
  await runSource(page, MOUSE);
  const session = await page.context().newCDPSession(page);
  const bar = page.getByRole('separator', { name: 'Resize source and results' });
  await setWindow(session, 16_384, 300, 0.125);
  await bar.dblclick();
  await expect
    .poll(async () => (await canvasOf(page).boundingBox())?.width)
    .toBeGreaterThan(16_000);
  await expectCanvas(page);
  await expectFrames(page);
  await expectMouse(page, 0.75, 0.5);
  await noDiagnostics(page);

  await bar.dblclick();
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
  expect(site.problems).toEqual([]);
});

test('panes of 0 pixels keep picture, text and undo', async ({ page, site }) => {
  const { url } = await site.serve();
  await openPlayground(page, url);
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
    await bar.dblclick();
    await expect.poll(() => areaOf(pane)).toBe(0);
    // Keys still work, and a run starts whether or not there is something to draw on.
    await pressAndCompile(page, 'ControlOrMeta+B');
    await page.setViewportSize({ width: 1200, height: 800 });
    await bar.dblclick();
    await expect.poll(() => areaOf(pane)).toBeGreaterThan(0);
    await page.setViewportSize({ width: 1400, height: 900 });
    await expectFrames(page);
    await expectColor(page, [0, 255, 0], 0.2, 0.8);
  }
  await sourceEditor(page).click();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(sourceEditor(page)).toContainText('A ring that breathes');
  await noDiagnostics(page);
  expect(site.problems).toEqual([]);
});

/** Gives the test a hand on the graphics devices of a page, before it is opened. */
async function watchDevices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { requestAdapter } = GPU.prototype;
    const { requestDevice } = GPUAdapter.prototype;
    const hand = { adapterIsGone: false, lose() {}, async loseWhenResized() {} };
    Object.assign(window, { hand });
    GPU.prototype.requestAdapter = function (this: GPU, ...options) {
      return hand.adapterIsGone ? Promise.resolve(null) : requestAdapter.apply(this, options);
    };
    GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, ...options) {
      const device = await requestDevice.apply(this, options);
      hand.lose = () => device.destroy();
      hand.loseWhenResized = () =>
        new Promise((observing) => {
          const canvas = document.querySelector('canvas');
          if (!canvas) throw new Error('There is no canvas.');
          let sizeIsKnown = false;
          const observer = new ResizeObserver(() => {
            if (sizeIsKnown) {
              observer.disconnect();
              device.destroy();
            }
            sizeIsKnown = true;
            observing();
          });
          observer.observe(canvas);
        });
      return device;
    };
  });
}

interface DeviceHand {
  adapterIsGone: boolean;
  lose(): void;
  /** Resolves once the size is known that has to change. */
  loseWhenResized(): Promise<void>;
}

const withDevices = (page: Page, act: 'lose' | 'loseWhenResized' | 'hideAdapter' | 'showAdapter') =>
  page.evaluate(async (what) => {
    const { hand } = window as unknown as { hand: DeviceHand };
    if (what === 'lose' || what === 'loseWhenResized') await hand[what]();
    else hand.adapterIsGone = what === 'hideAdapter';
  }, act);

test('a device that is lost while the window is resized comes back at the new size', async ({
  page,
  site,
}) => {
  await watchDevices(page);
  const { url } = await site.serve();
  await openPlayground(page, url);
  await runSource(page, GREEN);
  await withDevices(page, 'loseWhenResized');
  for (const width of [1300, 1200, 1100, 1000]) {
    await page.setViewportSize({ width, height: width / 2 });
  }
  await expect(diagnostics(page)).toContainText('The graphics device was lost');
  await expect(diagnostics(page)).toContainText('The run is started again on a new device.');
  await expectFrames(page);
  await expectColor(page, [0, 255, 0], 0.9, 0.9);
  await expectCanvas(page);
  expect(site.problems).toEqual([]);
});

test('an adapter that is gone for good is told; all but Run works, and Run asks again', async ({
  page,
  site,
}) => {
  await watchDevices(page);
  const { url } = await site.serve();
  await openPlayground(page, url);
  await withDevices(page, 'hideAdapter');
  await withDevices(page, 'lose');
  const noNewDevice = /there is no new one yet\. Run asks again\.\nThe browser found no graphics/;
  await expect(diagnostics(page)).toHaveText(noNewDevice);
  await typeSource(page, BLUE);
  await page.getByRole('combobox', { name: 'Target' }).selectOption('SPIRV');
  await pressAndCompile(page, 'ControlOrMeta+B');
  await expect(page.getByRole('textbox', { name: 'Target code' })).toContainText('; SPIR-V');
  await noDiagnostics(page);
  await page.keyboard.press('F5');
  await expect(diagnostics(page)).toHaveText(noNewDevice);

  await withDevices(page, 'showAdapter');
  await page.keyboard.press('F5');
  await expectColor(page, [0, 0, 255]);
  await noDiagnostics(page);
  expect(site.problems).toEqual([]);
});

test('memory that runs out in the compiler is told, and the next source compiles', async ({
  page,
  site,
}) => {
  await page.route('**/assets/workers/*.js', async (route) => {
    const response = await route.fetch();
    // What a browser without any memory left does, at 150 MB already.
    const limited = `{
      const { grow } = WebAssembly.Memory.prototype;
      WebAssembly.Memory.prototype.grow = function (pages) {
        if (this.buffer.byteLength + pages * 65536 <= 150 * 2 ** 20) return grow.call(this, pages);
        throw new RangeError('WebAssembly.Memory.grow(): Unable to grow instance memory');
      };
    }\n`;
    await route.fulfill({ response, body: limited + (await response.text()) });
  });
  const { url } = await site.serve();
  await openPlayground(page, url);
  await typeSource(page, MACRO_BOMB);
  await pressAndCompile(page, 'ControlOrMeta+B');
  await expect(diagnostics(page)).toContainText(
    /The compiler stopped: there is no more memory for it than the 1\d\d MB that it has\./,
  );
  await expect(diagnostics(page)).toContainText('Your text is untouched');
  await expect(sourceEditor(page)).toContainText('#define T6');
  await runSource(page, GREEN);
  await expectColor(page, [0, 255, 0]);
  await noDiagnostics(page);
  expect(site.problems).toEqual([]);
});

test('storage that fails in the middle keeps what it has, says so once, and goes on later', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(url);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 << 20 });
  await openPlayground(page, url);
  await runSource(page, `// first of all\n${BLUE}`);
  await runSource(page, `// kept before\n${BLUE}`);
  const tooLarge = `${'// more than there is room for\n'.repeat(60_000)}${GREEN}`;
  await runSource(page, tooLarge);
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('There is no room left in the browser’s storage.');
  await expectColor(page, [0, 255, 0]);
  await notices.getByRole('button', { name: 'Close notice' }).click();

  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await runSource(page, `// kept after\n${BLUE}`);
  await expectColor(page, [0, 0, 255]);
  await expect(notices).toBeEmpty();
  await page.getByRole('button', { name: 'History', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'History' });
  await expect(dialog.getByRole('button', { name: 'kept after' }).first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'kept before' }).first()).toBeVisible();
  expect(site.problems).toEqual([]);
});

test.describe('a network that goes away during the start', () => {
  const incomplete = (page: Page) => page.getByText('has not fully loaded yet');

  test('before any script: the page says so, and a reload is all that it takes', async ({
    page,
    site,
  }) => {
    const { url } = await site.serve();
    await page.route('**/assets/start-*.js', async (route) => {
      await route.abort();
      await page.context().setOffline(true);
    });
    await page.goto(url, { waitUntil: 'commit' });
    await expect(incomplete(page)).toBeVisible();
    await page.unrouteAll();
    await page.context().setOffline(false);
    await openPlayground(page, url);
    await expect(incomplete(page)).toHaveCount(0);
  });

  test('before the interface: it goes on by itself once there is one', async ({ page, site }) => {
    const { url } = await site.serve();
    // Only this file: what it is asked for by has to be there already.
    await page.route('**/assets/mount-*.js', (route) => route.abort());
    await page.goto(url);
    await expect(incomplete(page)).toBeVisible();
    await page.context().setOffline(true);
    await page.unrouteAll();
    const loaded = page.waitForEvent('load');
    await page.context().setOffline(false);
    await loaded;
    await expect(sourceEditor(page)).toContainText('A ring that breathes');
    await expect(incomplete(page)).toHaveCount(0);
  });
});
