import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { notice } from '../support/controls.ts';
import { expectColor, expectFrames, frameOf, playbackButton } from '../support/frames.ts';
import { liveCount, watchResources } from '../support/gpuResources.ts';
import { difference, readPicture } from '../support/pixels.ts';
import {
  diagnostics,
  expect,
  onOnePage,
  runSource,
  test,
  testInOwnWindow,
  typeSource,
  waitForMark,
} from '../support/site.ts';
import { prepareSleep, sleepFor } from '../support/sleep.ts';

const HEAD = 'import playground;\nimport rendering;\nimport printing;\n';

/** A picture whose colour is an expression of `at` (the pixel) and `screen` (the size). */
const picture = (declarations: string, color: string) => `${HEAD}${declarations}
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => { return float4(${color}, 1.0); });
}
`;

const TIME =
  '[playground::TIME] uniform float time;\n[playground::FRAME_ID] uniform float frame;\n';

const frameFigure = (page: Page) => page.getByLabel('Frame', { exact: true });
const timeFigure = (page: Page) => page.getByLabel('Time', { exact: true });
const output = (page: Page) => page.getByRole('tabpanel', { name: 'Output' });

const SIZES = [
  { width: 1400, height: 900 },
  { width: 900, height: 700 },
  { width: 390, height: 844 },
];

/** Shows the picture, which a phone may hide behind the source until a tap. */
async function showPicture(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await page.getByRole('button', { name: /^(View )?Results$/ }).click();
  }
  await expect(page.getByLabel('Render output')).toBeVisible();
}

/**
 * The names of the bar's controls that are smaller than `least` or not completely within their row.
 */
const unfitControls = (page: Page, least: number) =>
  page.getByRole('toolbar', { name: 'Playback' }).evaluate((bar, size) => {
    const row = bar.getBoundingClientRect();
    const boxes = [...bar.querySelectorAll('button')]
      .filter((button) => button.ariaLabel !== 'Go to a frame')
      .map((button) => ({ name: button.ariaLabel, box: button.getBoundingClientRect() }));
    return boxes.flatMap(({ name, box }, at) => {
      const before = boxes[at - 1]?.box.right ?? row.left;
      const fits = box.left >= before && box.right <= row.right && box.bottom <= row.bottom;
      return fits && box.width >= size && box.height >= size ? [] : [name];
    });
  }, least);

testInOwnWindow.describe('on a touch screen', () => {
  testInOwnWindow.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  testInOwnWindow.use({ assistance: true });

  testInOwnWindow(
    'the first hint names a button, and the controls below the picture are large',
    async ({ page, site }) => {
      const { url } = await site.serve();
      await page.goto(url);
      await waitForMark(page, 'playground:first-frame');
      // Not the right mouse button.
      await expect(notice(page)).toContainText('press “Inspect” below the picture');
      await showPicture(page);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await showPicture(page);
        // A small window has no room for eight 40 px controls below the picture: check their height
        // only.
        const least = size.width === 900 ? 34 : 40;
        await expect.poll(() => unfitControls(page, least), `at ${size.width} px`).toEqual([]);
        const height = async () =>
          (await playbackButton(page, 'Step forward').boundingBox())?.height;
        await expect.poll(height).toBe(40);
      }
    },
  );
});

onOnePage('playback', (onlyPage) => {
  test('Pause stops the picture and the frame number, and Resume continues', async () => {
    const page = onlyPage();
    await playbackButton(page, 'Pause').click();
    await expect(playbackButton(page, 'Resume')).toBeVisible();
    const frame = await frameOf(page);
    let held = await readPicture(page);
    // The last frame may not have reached the screen yet.
    await expect(async () => {
      const before = held;
      held = await readPicture(page);
      expect(difference(before, held)).toBe(0);
    }).toPass();
    expect(difference(held, await readPicture(page))).toBe(0);
    expect(await frameOf(page)).toBe(frame);
    await playbackButton(page, 'Resume').click();
    await expectFrames(page);
  });

  test('stepping changes the frame and draws it, and Reset returns to 0', async () => {
    const page = onlyPage();
    await runSource(page, picture(TIME, 'frame / 255.0, 0.0, 0.0'));
    await expectFrames(page);
    await playbackButton(page, 'Pause').click();
    await playbackButton(page, 'Reset frame to 0').click();
    await expect(frameFigure(page)).toHaveText('00000');
    await expectColor(page, [0, 0, 0]);
    for (let step = 0; step < 3; step += 1) await playbackButton(page, 'Step forward').click();
    await expect(frameFigure(page)).toHaveText('00003');
    await expect(timeFigure(page)).toHaveText('0.05 s');
    await expectColor(page, [3, 0, 0]);
    for (let step = 0; step < 5; step += 1) await playbackButton(page, 'Step backward').click();
    await expect(frameFigure(page)).toHaveText('00000');
  });

  test('the figures are shown as specified', async () => {
    const page = onlyPage();
    await expect(frameFigure(page)).toHaveText(/^\d{5}$/);
    await expect(timeFigure(page)).toHaveText(/^\d+\.\d\d s$/);
    await expect(page.getByLabel('Frame time')).toHaveText(/^\d+\.\d\b/);
    await expect(page.getByLabel('Frames per second')).toHaveText(/\d/);
    await expect(async () => {
      const box = await page.getByLabel('Render output').boundingBox();
      const size = `^${Math.round(box?.width ?? 0)}\\s*×\\s*${Math.round(box?.height ?? 0)}$`;
      expect(await page.getByLabel('Canvas size').textContent()).toMatch(new RegExp(size));
    }).toPass();
  });

  test('the canvas follows its size, and a picture that is drawn once survives resizing', async () => {
    const page = onlyPage();
    await runSource(
      page,
      `${HEAD}
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")] [playground::CALL::ONCE]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => { return float4(0.0, 1.0, 0.0, 1.0); });
}
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void idle() {}
`,
    );
    await expectColor(page, [0, 255, 0]);
    const sizeBefore = await page.getByLabel('Canvas size').textContent();
    await page.setViewportSize({ width: 800, height: 500 });
    await expect(page.getByLabel('Canvas size')).not.toHaveText(sizeBefore ?? '');
    await expectColor(page, [0, 255, 0], { x: 0.2, y: 0.8, tolerance: 0 });
  });

  test('the mouse position is in canvas pixels, and releasing the button outside counts', async () => {
    const page = onlyPage();
    await runSource(
      page,
      picture(
        '[playground::MOUSE_POSITION] uniform float4 mouse;\n',
        'mouse.x / 255.0, mouse.y / 255.0, mouse.z < 0 ? 1.0 : (mouse.w < 0 ? 0.5 : 0.0)',
      ),
    );
    await expectColor(page, [0, 0, 0]);
    const canvas = page.getByLabel('Render output');
    const boxNow = async () => (await canvas.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    const moveTo = async (x: number, y: number) => {
      const box = await boxNow();
      await page.mouse.move(box.x + x, box.y + y);
    };
    await moveTo(30, 40);
    await page.mouse.down();
    // The display's own pointer may move when a window changes its size.
    await expectColor(page, [30, 40, 255], { before: () => moveTo(30, 40) });
    await expectColor(page, [60, 80, 255], { before: () => moveTo(60, 80) });
    await moveTo(60, (await boxNow()).height + 60);
    await page.mouse.up();
    await expectColor(page, [60, 255, 128]);
    // Scripted events count too. A press at 0 keeps the sign.
    const tell = async (type: string) => {
      const box = await boxNow();
      const event = { bubbles: true, isPrimary: true, clientX: box.x + 60, clientY: box.y };
      await canvas.dispatchEvent(type, event);
    };
    await expectColor(page, [60, 0, 255], { before: () => tell('pointerdown') });
    await expectColor(page, [60, 0, 128], { before: () => tell('pointerup') });
  });

  test('shader keys work while the page has the focus, but not while typing', async () => {
    const page = onlyPage();
    await runSource(
      page,
      picture(
        '[playground::KEY("KeyA")] uniform float key;\n' +
          '[playground::SLIDER(0.0, 0.0, 1.0)] uniform float green;\n',
        'key, green, 1.0',
      ),
    );
    await expectColor(page, [0, 0, 255]);
    await page.keyboard.down('a');
    await expectFrames(page);
    await expectColor(page, [0, 0, 255]);
    await page.keyboard.up('a');
    for (const place of [
      page.getByLabel('Render output'),
      page.getByRole('slider', { name: 'green' }),
    ]) {
      await place.click({ position: { x: 1, y: 1 } });
      await page.keyboard.down('a');
      await expectColor(page, [255, 0, 255]);
      await page.keyboard.up('a');
      await expectColor(page, [0, 0, 255]);
    }
  });

  test('sliders and colours act immediately, even while paused, and are kept by name', async () => {
    const page = onlyPage();
    const source = picture(
      '[playground::SLIDER(0.0, 0.0, 1.0)] uniform float level;\n[playground::COLOR_PICK(0.0, 0.0, 1.0)] uniform float3 tint;\n',
      'level, tint.g, tint.b',
    );
    await runSource(page, source);
    await expect(page.getByRole('tab', { name: 'Uniforms', selected: true })).toBeVisible();
    await expectColor(page, [0, 0, 255]);
    await playbackButton(page, 'Pause').click();
    await page.getByRole('spinbutton', { name: 'level' }).fill('1');
    await page.getByRole('spinbutton', { name: 'level' }).press('Enter');
    await expectColor(page, [255, 0, 255]);
    await page.getByLabel('tint').fill('#00ff00');
    await expectColor(page, [255, 255, 0]);
    await runSource(page, `${source}// another run\n`);
    await expectColor(page, [255, 255, 0]);
    await expect(page.getByRole('slider', { name: 'level' })).toHaveValue('1');
  });

  test('when only once-only calls are left, playback pauses and the text stays', async () => {
    const page = onlyPage();
    await runSource(
      page,
      `${HEAD}
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]
void tell() { print("told once"); }
`,
    );
    await expect(output(page)).toHaveText('told once');
    await expect(playbackButton(page, 'Resume')).toBeVisible();
    await expect(output(page)).toHaveText('told once');
  });

  test('the progress of a shader’s files is shown, and then the files are used', async () => {
    const page = onlyPage();
    let response: ServerResponse | undefined;
    const server = createServer((_, answer) => {
      answer.writeHead(200, { 'access-control-allow-origin': '*', 'content-length': '2000000' });
      answer.write(Buffer.alloc(500_000, 1));
      response = answer;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await typeSource(
      page,
      `${HEAD}[playground::DATA("http://127.0.0.1:${port}/bytes")] StructuredBuffer<uint> data;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]
void tell() { printf("%x", data[499999]); }
`,
    );
    await page.keyboard.press('F5');
    const progress = page.getByRole('progressbar', { name: 'Loading the shader’s files' });
    await expect(progress).toHaveAttribute('aria-valuenow', '25');
    await expect(page.getByText('Loading the shader’s files… 0.5 of 2.0 MB')).toBeVisible();
    response?.end(Buffer.alloc(1_500_000, 2));
    await expect(output(page)).toHaveText('2020202');
    await expect(progress).toHaveCount(0);
    server.closeAllConnections();
    server.close();
  });
});

onOnePage(
  'a run that fails or ends',
  (onlyPage) => {
    test('no resource outlives its run', async () => {
      const page = onlyPage();
      const source = `${HEAD}${TIME}[playground::ZEROS(64)] RWStructuredBuffer<float> data;
[playground::BLACK(8, 8)] RWTexture2D<float> image;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    data[0] = time; image[uint2(0, 0)] = frame;
    if (at.x + at.y == 0) print("x");
    drawPixel(at, (int2 screen) => { return float4(1.0); });
}
`;
      await runSource(page, source);
      await expectFrames(page);
      const first = await liveCount(page);
      expect(first).toBeGreaterThan(4);
      for (let run = 0; run < 4; run += 1) {
        await runSource(page, `${source}// run ${run}\n`);
        await expectFrames(page);
      }
      const sizeBefore = await page.getByLabel('Canvas size').textContent();
      await page.setViewportSize({ width: 800, height: 500 });
      await expect(page.getByLabel('Canvas size')).not.toHaveText(sizeBefore ?? '');
      await expect.poll(() => liveCount(page)).toBe(first);
    });

    test('a frame that blocks the GPU for too long pauses playback and names its entry point', async () => {
      const page = onlyPage();
      await runSource(
        page,
        `${HEAD}[playground::ZEROS(1)] RWStructuredBuffer<uint> data;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void slowOne() { data[0] += 1; printf("frame %u", data[0]); }
`,
      );
      await expect(output(page)).toHaveText(/^frame \d+$/);
      // A shader's duration depends on the machine, so the test delays GPU completion instead.
      await sleepFor(page, 6000);
      await expect(diagnostics(page)).toContainText(
        /A frame took the GPU \d+\.\d s in entry point slowOne\. Playback was paused/,
      );
    });

    test('a lost device is replaced, and the picture returns', async ({ browser }) => {
      const page = onlyPage();
      await runSource(page, picture('', '0.0, 1.0, 1.0'));
      await expectColor(page, [0, 255, 255]);
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.crashGpuProcess').catch(() => {});
      await expect(diagnostics(page)).toContainText('The graphics device was lost');
      await expectFrames(page);
      await expectColor(page, [0, 255, 255]);
    });
  },
  undefined,
  {
    prepare: async (page) => {
      await watchResources(page);
      await prepareSleep(page);
    },
  },
);
