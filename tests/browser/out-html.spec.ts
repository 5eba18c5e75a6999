import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { createTestCompiler } from '../support/compiler.ts';
import { choosePictureSetting, setPictureSetting } from '../support/controls.ts';
import { SIX_DEMOS } from '../support/demos.ts';
import { exportedDemo } from '../support/exportedDemos.ts';
import {
  exportedPicture,
  openExactFrame,
  pageOf,
  playgroundPicture,
  readPageScript,
} from '../support/exportPages.ts';
import { goTo } from '../support/frames.ts';
import { exportedProgram } from '../support/nativeExports.ts';
import { type OtherSite, serveOtherSite } from '../support/otherSite.ts';
import { colorAt, type Picture } from '../support/pixels.ts';
import { expect, noDiagnostics, onOnePage, test, untilRunning } from '../support/site.ts';

/** Small, so that software rendering is quick. */
const VIEWPORT = { width: 800, height: 460 };

const SIZE = { width: 160, height: 120 };
const FRAME = 8;

/** The exported pages of demos, on a site of another origin. */
async function serveExports(): Promise<OtherSite> {
  const script = await readPageScript();
  const files = await Promise.all(
    SIX_DEMOS.map(async (name) => {
      const body = await pageOf(await exportedDemo(name), script);
      return [`${name}.html`, { type: 'text/html', body }] as const;
    }),
  );
  return serveOtherSite(Object.fromEntries(files));
}

/** What a page shows of a program: its picture, or its printed text if it draws none. */
type Shown = Picture | string;

/**
 * Sets up exact frames: frame n is at n / 60 s, few are drawn, and the canvas has its final size
 * from the start.
 */
async function prepareExactFrames(page: Page): Promise<void> {
  await setPictureSetting(page, 'Fixed step', true);
  await choosePictureSetting(page, 'Speed', '0.1');
  await page.evaluate(({ width, height }) => {
    const sheet = new CSSStyleSheet();
    const size = `width: ${width}px !important; height: ${height}px !important`;
    sheet.replaceSync(`[aria-label='Render output'] { inset: auto !important; ${size} }`);
    document.adoptedStyleSheets.push(sheet);
  }, SIZE);
}

/** Runs a demo in the playground and returns what it shows. */
async function playedDemo(page: Page, name: string): Promise<Shown> {
  await untilRunning(page, () =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, `demo=${name}`),
  );
  await noDiagnostics(page);
  if (await page.getByLabel('Render output').isVisible()) {
    await expect(page.getByLabel('Canvas size')).toHaveText(`${SIZE.width} × ${SIZE.height}`);
    await goTo(page, FRAME);
    return playgroundPicture(page, FRAME);
  }
  const output = page.getByRole('tabpanel', { name: 'Output' });
  await expect(output).not.toHaveText('');
  return (await output.textContent()) ?? '';
}

async function exportedDemoShown(page: Page, url: string): Promise<Shown> {
  await openExactFrame(page, url, FRAME, SIZE);
  if (await page.locator('#picture').isVisible()) return exportedPicture(page);
  return (await page.locator('#printed').textContent()) ?? '';
}

function expectEqual(shown: Shown, expected: Shown): void {
  if (typeof shown === 'string' || typeof expected === 'string') {
    expect(shown).toEqual(expected);
    return;
  }
  expect([shown.width, shown.height]).toEqual([expected.width, expected.height]);
  expect(Buffer.compare(shown.data, expected.data)).toBe(0);
}

onOnePage(
  'exported HTML pages',
  (onlyPage) => {
    test('draw the same frames as the playground, and send no requests', async ({ browser }) => {
      const site = await serveExports();
      // In a separate window, because a background tab would draw only one frame per second.
      const exported = await browser.newPage({ viewport: { width: 320, height: 240 } });
      await prepareExactFrames(onlyPage());
      for (const name of SIX_DEMOS) {
        await test.step(name, async () => {
          const [expected, shown] = await Promise.all([
            playedDemo(onlyPage(), name),
            exportedDemoShown(exported, `${site.url}${name}.html`),
          ]);
          expectEqual(shown, expected);
        });
      }
      expect(site.requested).toEqual(SIX_DEMOS.map((name) => `/${name}.html`));
      await exported.close();
      await site.close();
    });
  },
  VIEWPORT,
);

/** Red shows the slider, green the key, blue the mouse button. The source tries to escape HTML. */
const CONTROLLED = `import playground;
import rendering;
import printing;
// </script><script>document.title = "stolen"</script> <!-- <script>
[playground::SLIDER(0.2, 0.0, 1.0)] uniform float level;
[playground::COLOR_PICK(0.0, 0.0, 0.0)] uniform float3 tint;
[playground::KEY("a")] uniform float key;
[playground::MOUSE_POSITION] uniform float4 mouse;
[playground::FRAME_ID] uniform uint frame;
[playground::ZEROS(3)] RWStructuredBuffer<uint> counts;

[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]
void size() { counts[0] = 1; counts[1] = 1; counts[2] = 1; }

[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL::INDIRECT("counts", 0)]
void tell() { printf("</script><!-- %u\\n", frame); }

[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => float4(level, key, mouse.w != 0.0 ? 1.0 : 0.0, 1.0) + float4(tint, 0.0));
}
`;

test('a page from a file responds to its controls, the mouse and keys, and says what it lacks', async ({
  page,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'export-'));
  const file = path.join(folder, 'controlled.html');
  const program = await exportedProgram(await createTestCompiler(), 'controlled', CONTROLLED);
  await writeFile(file, await pageOf(program, await readPageScript()));
  const url = pathToFileURL(file).href;
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.setViewportSize({ width: 400, height: 300 });
  const color = async () => [...(await exportedPicture(page)).data.subarray(0, 3)];
  const expectColor = (expected: readonly number[]) => expect.poll(color).toEqual(expected);

  await openExactFrame(page, url, 3, { width: 16, height: 16 });
  await expect(page).toHaveTitle('controlled');
  await expect(page.getByLabel('Printed text')).toHaveText('</script><!-- 3');
  await expectColor([51, 0, 0]);
  await page.getByLabel('level').fill('0.6');
  await expectColor([153, 0, 0]);
  await page.getByLabel('tint').fill('#003300');
  await expectColor([153, 51, 0]);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText(/^frame \d{2,}$/)).toBeVisible();
  await page.keyboard.down('a');
  await expectColor([153, 255, 0]);
  await page.keyboard.up('a');
  await page.getByLabel('Picture of controlled').click({ position: { x: 20, y: 20 } });
  await expectColor([153, 51, 255]);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('frame 0', { exact: true })).toBeVisible();
  await expectColor([153, 51, 0]);
  expect(problems).toEqual([]);

  await page.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'gpu'));
  await page.goto('about:blank');
  await page.goto(url);
  await expect(page.getByRole('alert')).toHaveText(
    'This page draws with WebGPU. The browser has no navigator.gpu. Open it in a browser with WebGPU, such as a current Chrome, Edge, Safari or Firefox.',
  );
  await rm(folder, { recursive: true });
});

/** From the front, the cube's nearest side is red; from the right, it is green. */
const SIDES = `import playground;
[playground::VIEW_PROJECTION] uniform float4x4 worldToClip;
struct Surface { float4 position : SV_Position; float3 normal : NORMAL; };
[shader("vertex")] [playground::DRAW::MESH("cube")]
Surface place(float3 position : POSITION, float3 normal : NORMAL)
{
    Surface surface;
    surface.position = mul(worldToClip, float4(position, 1.0));
    surface.normal = normal;
    return surface;
}
[shader("fragment")]
float4 paint(Surface at) : SV_Target
{
    return float4(at.normal.z > 0.5 ? 1.0 : 0.0, at.normal.x > 0.5 ? 1.0 : 0.0, 0.0, 1.0);
}
`;

test('a page that draws a mesh starts at the user’s camera, and turns it by dragging and scrolling', async ({
  page,
}) => {
  const camera = { 'camera target': [0, 0, 0], 'camera orbit': [0, 0, 3] } as const;
  const program = await exportedProgram(await createTestCompiler(), 'sides', SIDES, camera);
  const body = await pageOf(program, await readPageScript());
  const site = await serveOtherSite({ 'sides.html': { type: 'text/html', body } });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.setViewportSize({ width: 400, height: 300 });
  const colorIn = async (x: number, y: number) => colorAt(await exportedPicture(page), x, y);

  await openExactFrame(page, `${site.url}sides.html`, 0, null);
  await expect.poll(() => colorIn(0.5, 0.5)).toEqual([255, 0, 0]);
  await expect.poll(() => colorIn(0.5, 0.02)).toEqual([0, 0, 0]);
  await page.mouse.move(300, 150);
  await page.mouse.down();
  // A quarter turn is 157 pixels.
  await page.mouse.move(143, 150, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => colorIn(0.5, 0.5)).toEqual([0, 255, 0]);
  await page.mouse.wheel(0, -1000);
  await expect.poll(() => colorIn(0.5, 0.02)).toEqual([0, 255, 0]);
  expect(problems).toEqual([]);
  await site.close();
});
