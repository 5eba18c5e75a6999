import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { chooseFromMenu, notice } from '../support/controls.ts';
import { expectColor, expectFrames } from '../support/frames.ts';
import { flatColor, MACRO_BOMB, NEVER_ENDS } from '../support/shaders.ts';
import {
  diagnostics,
  expect,
  noDiagnostics,
  onOnePage,
  openedPlayground,
  openPlayground,
  pressAndCompile,
  runSource,
  sourceEditor,
  test,
  typeSource,
  untilRunning,
} from '../support/site.ts';
import { prepareSleep, sleepAnHour } from '../support/sleep.ts';

const GREEN = flatColor('0.0, 1.0, 0.0, 1.0');
const BLUE = flatColor('0.0, 0.0, 1.0, 1.0');

/** Green, and yellow once it has run for ten minutes. */
const GREEN_AT_FIRST = `import playground;
import rendering;
[playground::TIME] uniform float time;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => { return float4(time > 600 ? 1.0 : 0.0, 1.0, 0.0, 1.0); });
}
`;

/** Call before the page opens. Lets the test shift the clock by a value in the tab's storage. */
async function prepareClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    const shifted = () => now() + Number(sessionStorage.getItem('shift') ?? 0);
    Object.assign(Date, { now: shifted });
  });
}

/** Call before the page opens. Gives the test control of the page's graphics devices. */
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
  /** Resolves once the size that must change is known. */
  loseWhenResized(): Promise<void>;
}

const withDevices = (page: Page, act: 'lose' | 'loseWhenResized' | 'hideAdapter' | 'showAdapter') =>
  page.evaluate(async (what) => {
    const { hand } = window as unknown as { hand: DeviceHand };
    if (what === 'lose' || what === 'loseWhenResized') await hand[what]();
    else hand.adapterIsGone = what === 'hideAdapter';
  }, act);

onOnePage(
  'a long-lived page',
  (onlyPage, problems) => {
    test('survives a clock that jumps by a year without disturbing the history, draft or picture', async () => {
      const page = onlyPage();
      const shiftClock = (days: number) =>
        page.evaluate((shift) => sessionStorage.setItem('shift', String(shift)), days * 86_400_000);
      await runSource(page, `// first\n${GREEN_AT_FIRST}`);
      await shiftClock(-365);
      await expectFrames(page);
      await runSource(page, `// second\n${GREEN_AT_FIRST}`);
      await shiftClock(1);
      await expectFrames(page);
      await expectColor(page, [0, 255, 0]);
      await typeSource(page, `// third\n${GREEN}`);
      await page.reload();
      await openedPlayground(page);
      await expect(sourceEditor(page)).toContainText('// third');
      await untilRunning(page, () => page.keyboard.press('F5'));
      await chooseFromMenu(page, 'Project', 'History');
      const versions = page
        .getByRole('dialog', { name: 'History' })
        .getByRole('button', { name: /first|second|third/ });
      await expect(versions).toHaveText([/third/, /second/, /first/]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(problems).toEqual([]);
    });

    test('does not count an hour hidden or with the lid closed for the run or a compile', async () => {
      const page = onlyPage();
      await runSource(page, GREEN_AT_FIRST);
      await expectColor(page, [0, 255, 0]);
      for (const how of ['hidden', 'lid closed'] as const) {
        await sleepAnHour(page, how);
        await expectFrames(page);
        await expectColor(page, [0, 255, 0]);
        await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
        let frameTime = Number.NaN;
        await expect
          .poll(async () => {
            const text = await page.getByLabel('Frame time').textContent();
            frameTime = Number.parseFloat(text ?? '');
            return frameTime;
          })
          .not.toBeNaN();
        // Averaged over 20 frames, an hour would be 180 s per frame.
        expect(frameTime).toBeLessThan(60_000);
        await noDiagnostics(page);
      }

      await typeSource(page, NEVER_ENDS);
      await page.keyboard.press('ControlOrMeta+B');
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
      await sleepAnHour(page, 'lid closed');
      await expectFrames(page);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(diagnostics(page)).toHaveText('Compilation was cancelled.');
      expect(problems).toEqual([]);
    });

    test('replaces a device that is lost during resizing, at the new size', async () => {
      const page = onlyPage();
      await runSource(page, GREEN);
      await expectFrames(page);
      await withDevices(page, 'loseWhenResized');
      for (const width of [1300, 1200, 1100, 1000]) {
        await page.setViewportSize({ width, height: width / 2 });
      }
      await expect(diagnostics(page)).toContainText('The graphics device was lost');
      await expect(diagnostics(page)).toContainText('The run restarts on a new device.');
      await expectFrames(page);
      await expectColor(page, [0, 255, 0], { x: 0.9, y: 0.9 });
      await expect(async () => {
        const size = await page
          .getByLabel('Render output')
          .evaluate((canvas: HTMLCanvasElement) => ({
            drawn: [canvas.width, canvas.height],
            shown: [canvas.clientWidth, canvas.clientHeight],
          }));
        expect(size.drawn).toEqual(size.shown);
      }).toPass();
      expect(problems).toEqual([]);
    });

    test('reports an adapter that is gone for good, keeps working except Run, and retries on Run', async () => {
      const page = onlyPage();
      await withDevices(page, 'hideAdapter');
      await withDevices(page, 'lose');
      const noNewDevice =
        /does not provide a new one\. Reload the page, or press Run to try again\.\nThe browser found no graphics adapter.*\nAfter several device losses,.*Reload the page to get one\.$/;
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
      expect(problems).toEqual([]);
    });
  },
  undefined,
  {
    prepare: async (page) => {
      await prepareSleep(page);
      await prepareClock(page);
      await watchDevices(page);
    },
  },
);

test('a compiler that runs out of memory is reported, and the next source compiles', async ({
  page,
  site,
}) => {
  await page.route('**/assets/workers/*.js', async (route) => {
    const response = await route.fetch();
    // Behaves like a browser without any memory left, but at 150 MB.
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

test('storage that fills up keeps its content, reports it once, and saves again later', async ({
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
  // Random, because the browser compresses stored data and repeated text would fit.
  const comments = Array.from({ length: 30_000 }, () => `// ${randomBytes(30).toString('hex')}\n`);
  const tooLarge = `${comments.join('')}${GREEN}`;
  await runSource(page, tooLarge);
  await expect(notice(page)).toContainText('The browser’s storage is full.');
  await expectColor(page, [0, 255, 0]);
  await notice(page).getByRole('button', { name: 'Close notice' }).click();

  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await runSource(page, `// kept after\n${BLUE}`);
  await expectColor(page, [0, 0, 255]);
  await expect(notice(page)).toBeEmpty();
  await chooseFromMenu(page, 'Project', 'History');
  const dialog = page.getByRole('dialog', { name: 'History' });
  await expect(dialog.getByRole('button', { name: 'kept after' }).first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'kept before' }).first()).toBeVisible();
  expect(site.problems).toEqual([]);
});

test.describe('a network that is lost during the start', () => {
  const incomplete = (page: Page) => page.getByText('is still loading');

  test('before any script is reported by the page, and a reload fixes it', async ({
    page,
    site,
  }) => {
    const { url } = await site.serve();
    await page.route('**/assets/start-*.js', async (route) => {
      // Go offline last, so that the message appears while offline.
      await page.context().setOffline(true);
      await route.abort();
    });
    await page.goto(url, { waitUntil: 'commit' });
    await expect(incomplete(page)).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await page.context().setOffline(false);
    await openPlayground(page, url);
    await expect(incomplete(page)).toHaveCount(0);
  });

  test('before the interface loads resumes by itself once it is back', async ({ page, site }) => {
    const { url } = await site.serve();
    // Only this file, because the script that requests it must already be loaded.
    await page.route('**/assets/interface-*.js', (route) => route.abort());
    await page.goto(url);
    await expect(incomplete(page)).toBeVisible();
    await page.context().setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    await page.unrouteAll({ behavior: 'wait' });
    const loaded = page.waitForEvent('load');
    await page.context().setOffline(false);
    await loaded;
    await expect(sourceEditor(page)).toContainText('A ring that breathes');
    await expect(incomplete(page)).toHaveCount(0);
  });
});
