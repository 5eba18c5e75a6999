import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { colorAt, difference, readPicture } from '../support/pixels.ts';
import {
  diagnostics,
  expect,
  openPlayground,
  runSource,
  test,
  typeSource,
} from '../support/site.ts';

const HEAD = 'import playground;\nimport rendering;\nimport printing;\n';

/** A picture whose colour is an expression; `at` is the pixel, `screen` the size. */
const picture = (declarations: string, color: string) => `${HEAD}${declarations}
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => { return float4(${color}, 1.0); });
}
`;

const TIME =
  '[playground::TIME] uniform float time;\n[playground::FRAME_ID] uniform float frame;\n';

async function open(page: Page, url: string, source: string): Promise<void> {
  await openPlayground(page, url);
  await runSource(page, source);
}

const frameOf = async (page: Page) =>
  Number(await page.getByLabel('Frame', { exact: true }).textContent());
const button = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Playback' }).getByRole('button', { name, exact: true });

const expectColor = (page: Page, color: readonly number[]) =>
  expect(async () => {
    const shown = colorAt(await readPicture(page), 0.5, 0.5);
    for (const [channel, value] of color.entries()) {
      expect(Math.abs((shown[channel] ?? 0) - value)).toBeLessThanOrEqual(2);
    }
  }).toPass();

test('pause holds picture and frame, resume goes on', async ({ page, site }) => {
  const { url } = await site.serve();
  await openPlayground(page, url);
  await button(page, 'Pause').click();
  await expect(button(page, 'Resume')).toBeVisible();
  const frame = await frameOf(page);
  const first = await readPicture(page);
  expect(difference(first, await readPicture(page))).toBe(0);
  expect(await frameOf(page)).toBe(frame);
  await button(page, 'Resume').click();
  await expect.poll(() => frameOf(page)).toBeGreaterThan(frame);
});

test('stepping sets the frame and draws it; reset goes to 0', async ({ page, site }) => {
  const { url } = await site.serve();
  await open(page, url, picture(TIME, 'frame / 255.0, 0.0, 0.0'));
  await expect.poll(() => frameOf(page)).toBeGreaterThan(3);
  await button(page, 'Pause').click();
  await button(page, 'Reset frame to 0').click();
  await expect(page.getByLabel('Frame', { exact: true })).toHaveText('00000');
  await expectColor(page, [0, 0, 0]);
  for (let step = 0; step < 3; step += 1) await button(page, 'Step forward').click();
  await expect(page.getByLabel('Frame', { exact: true })).toHaveText('00003');
  await expectColor(page, [3, 0, 0]);
  for (let step = 0; step < 5; step += 1) await button(page, 'Step backward').click();
  await expect(page.getByLabel('Frame', { exact: true })).toHaveText('00000');
});

test('the figures are shown as specified', async ({ page, site }) => {
  const { url } = await site.serve();
  await openPlayground(page, url);
  await expect(page.getByLabel('Frame', { exact: true })).toHaveText(/^\d{5}$/);
  await expect(page.getByLabel('Frame time')).toHaveText(/^\d+\.\d\b/);
  await expect(page.getByLabel('Frames per second')).toHaveText(/\d/);
  const box = await page.getByLabel('Render output').boundingBox();
  await expect(page.getByLabel('Canvas size')).toHaveText(
    new RegExp(`^${Math.round(box?.width ?? 0)}\\s*×\\s*${Math.round(box?.height ?? 0)}$`),
  );
});

test('the canvas follows its size, and a picture that is drawn once survives it', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await open(
    page,
    url,
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
  await page.setViewportSize({ width: 800, height: 500 });
  await expect(async () => {
    const shown = await readPicture(page);
    expect(colorAt(shown, 0.2, 0.8)).toEqual([0, 255, 0]);
  }).toPass();
});

test('the mouse is told in the canvas’s pixels, and a button let go outside is let go', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await open(
    page,
    url,
    picture(
      '[playground::MOUSE_POSITION] uniform float4 mouse;\n',
      'mouse.x / 255.0, mouse.y / 255.0, mouse.z < 0 ? 1.0 : (mouse.w < 0 ? 0.5 : 0.0)',
    ),
  );
  await expectColor(page, [0, 0, 0]);
  const box = await page.getByLabel('Render output').boundingBox();
  const at = (x: number, y: number) => [(box?.x ?? 0) + x, (box?.y ?? 0) + y] as const;
  await page.mouse.move(...at(30, 40));
  await page.mouse.down();
  await expectColor(page, [30, 40, 255]);
  await page.mouse.move(...at(60, 80));
  await expectColor(page, [60, 80, 255]);
  await page.mouse.move(...at(60, (box?.height ?? 0) + 60));
  await page.mouse.up();
  await expect(async () => {
    expect(colorAt(await readPicture(page), 0.5, 0.5)[2]).toBe(128);
  }).toPass();
});

test('keys count while the page has the focus, and not while typing', async ({ page, site }) => {
  const { url } = await site.serve();
  await open(page, url, picture('[playground::KEY("KeyA")] uniform float key;\n', 'key, 0.0, 1.0'));
  await expectColor(page, [0, 0, 255]);
  await page.keyboard.down('a');
  await expectColor(page, [0, 0, 255]);
  await page.keyboard.up('a');
  await page.getByLabel('Render output').click();
  await page.keyboard.down('a');
  await expectColor(page, [255, 0, 255]);
  await page.keyboard.up('a');
  await expectColor(page, [0, 0, 255]);
});

test('sliders and colours act at once, also while paused, and are kept by name', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const source = picture(
    '[playground::SLIDER(0.0, 0.0, 1.0)] uniform float level;\n[playground::COLOR_PICK(0.0, 0.0, 1.0)] uniform float3 tint;\n',
    'level, tint.g, tint.b',
  );
  await open(page, url, source);
  await expect(page.getByRole('tab', { name: 'Uniforms', selected: true })).toBeVisible();
  await expectColor(page, [0, 0, 255]);
  await button(page, 'Pause').click();
  await page.getByRole('spinbutton', { name: 'level' }).fill('1');
  await page.getByRole('spinbutton', { name: 'level' }).press('Enter');
  await expectColor(page, [255, 0, 255]);
  await page.getByLabel('tint', { exact: true }).fill('#00ff00');
  await expectColor(page, [255, 255, 0]);
  await runSource(page, `${source}// another run\n`);
  await expectColor(page, [255, 255, 0]);
  await expect(page.getByRole('slider', { name: 'level' })).toHaveValue('1');
});

test('when only once-only calls are left, playback pauses and the text stays', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await open(
    page,
    url,
    `${HEAD}
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]
void tell() { print("told once"); }
`,
  );
  await expect(page.getByRole('tabpanel', { name: 'Output' })).toHaveText('told once');
  await expect(page.getByRole('tabpanel', { name: 'Output' })).toHaveText('told once');
});

test('what a shader fetches is in sight while it arrives, and then used', async ({
  page,
  site,
}) => {
  let response: ServerResponse | undefined;
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'access-control-allow-origin': '*', 'content-length': '2000000' });
    answer.write(Buffer.alloc(500_000, 1));
    response = answer;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { url } = await site.serve();
  await openPlayground(page, url);
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
  await expect(page.getByRole('tabpanel', { name: 'Output' })).toHaveText('2020202');
  await expect(progress).toHaveCount(0);
  server.closeAllConnections();
  server.close();
});

test('messages of 500 threads come whole', async ({ page, site }) => {
  const { url } = await site.serve();
  await open(
    page,
    url,
    `${HEAD}
[shader("compute")] [numthreads(50, 1, 1)] [playground::CALL(500, 1, 1)] [playground::CALL::ONCE]
void tell(uint3 at : SV_DispatchThreadID) { printf("<%u %u %u>\\n", at.x, at.x * 2, at.x * 3); }
`,
  );
  const output = page.getByRole('tabpanel', { name: 'Output' });
  await expect(output).toContainText('<499 998 1497>');
  const lines = ((await output.textContent()) ?? '').trim().split('\n');
  const expected = Array.from({ length: 500 }, (_, at) => `<${at} ${at * 2} ${at * 3}>`);
  expect(lines.toSorted()).toEqual(expected.toSorted());
});

test('more records than fit give what fits, and the message', async ({ page, site }) => {
  const { url } = await site.serve();
  await open(
    page,
    url,
    `${HEAD}
[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL(4096, 1, 1)] [playground::CALL::ONCE]
void tell(uint3 at : SV_DispatchThreadID) { print("x"); }
`,
  );
  const output = page.getByRole('tabpanel', { name: 'Output' });
  await expect(output).toContainText('Print buffer is out of boundary, some data is missing!!!');
  expect((await output.textContent())?.match(/x/g)?.length).toBeGreaterThan(1000);
});

test('a lost device is replaced, and the picture comes back', async ({ page, site, browser }) => {
  const { url } = await site.serve();
  await openPlayground(page, url);
  const session = await browser.newBrowserCDPSession();
  await session.send('Browser.crashGpuProcess').catch(() => {});
  await expect(diagnostics(page)).toContainText('The graphics device was lost');
  await expect(async () => {
    const before = await frameOf(page);
    await expect.poll(() => frameOf(page), { timeout: 2000 }).not.toBe(before);
  }).toPass();
});

test('no resource outlives its run', async ({ page, site }) => {
  const { url } = await site.serve();
  await page.addInitScript(() => {
    const live = new Set<object>();
    Object.assign(globalThis, { liveGpuResources: live });
    const device = GPUDevice.prototype;
    const { createBuffer, createTexture } = device;
    device.createBuffer = function (this: GPUDevice, ...args) {
      const made = createBuffer.apply(this, args);
      live.add(made);
      return made;
    };
    device.createTexture = function (this: GPUDevice, ...args) {
      const made = createTexture.apply(this, args);
      live.add(made);
      return made;
    };
    for (const { prototype } of [GPUBuffer, GPUTexture]) {
      const { destroy } = prototype;
      prototype.destroy = function (this: GPUBuffer & GPUTexture) {
        live.delete(this);
        return destroy.call(this);
      };
    }
  });
  const liveCount = () =>
    page.evaluate(
      () => (globalThis as unknown as { liveGpuResources: Set<object> }).liveGpuResources.size,
    );
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
  await open(page, url, source);
  await expect(page.getByLabel('Frame', { exact: true })).not.toHaveText('00000');
  await expect.poll(liveCount).toBeGreaterThan(4);
  const first = await liveCount();
  for (let run = 0; run < 4; run += 1) {
    await runSource(page, `${source}// run ${run}\n`);
    await expect.poll(() => frameOf(page)).toBeGreaterThan(2);
  }
  await page.setViewportSize({ width: 900, height: 600 });
  await expect.poll(liveCount).toBe(first);
});

test('a frame that keeps the GPU too long pauses playback and names its entry point', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await open(
    page,
    url,
    `${HEAD}[playground::ZEROS(1)] RWStructuredBuffer<uint> data;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void slowOne()
{
    uint x = data[0];
    for (uint i = 0; i < 600000000u; ++i) x = x * 1664525u + 1013904223u;
    data[0] = x;
    print("done");
}
`,
  );
  await expect(diagnostics(page)).toContainText(
    /A frame took the GPU \d+\.\d s in entry point slowOne\. Playback was paused/,
  );
});
