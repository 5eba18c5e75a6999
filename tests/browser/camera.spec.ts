import type { Locator, Page } from '@playwright/test';
import { runCommand } from '../support/controls.ts';
import { expectFrames, playbackButton } from '../support/frames.ts';
import { flatColor } from '../support/shaders.ts';
import { codeOf } from '../support/shareCode.ts';
import {
  copiedText,
  expect,
  focusSource,
  noDiagnostics,
  onOnePage,
  openPlayground,
  pausePicture,
  runSource,
  test,
} from '../support/site.ts';

/** A cube with a colour for each place, turned by the camera. */
const CUBE = `import playground;

[playground::VIEW_PROJECTION]
uniform float4x4 worldToClip;

[playground::COLOR_PICK(1.0, 0.9, 0.8)]
uniform float3 tint;

struct Surface
{
    float4 position : SV_Position;
    float3 place : PLACE;
}

[shader("vertex")]
[playground::DRAW::MESH("cube")]
Surface place(float3 position : POSITION)
{
    Surface surface;
    surface.position = mul(worldToClip, float4(position, 1.0));
    surface.place = position;
    return surface;
}

[shader("fragment")]
float4 paint(Surface at) : SV_Target
{
    return float4(tint * (0.5 + 0.8 * at.place), 1.0);
}
`;

/** A digest of the newest frame, without the overlays of a screenshot. */
function pictureOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const frame = await window.slangPlayground?.readFrame();
    if (!frame) throw new Error('There is no API.');
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(frame.data));
    return [...new Uint8Array(digest)].join();
  });
}

const canvas = (page: Page): Locator => page.getByLabel('Render output');

/** Does something, and waits until the picture is another. Returns the new one. */
async function changed(page: Page, act: () => Promise<unknown>): Promise<string> {
  const before = await pictureOf(page);
  await act();
  await expect.poll(() => pictureOf(page)).not.toBe(before);
  return pictureOf(page);
}

const expectPicture = (page: Page, picture: string) =>
  expect.poll(() => pictureOf(page)).toBe(picture);

/** Moves the pointer to the middle of the picture, plus this many pixels. */
async function point(page: Page, x = 0, y = 0): Promise<void> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('There is no picture.');
  await page.mouse.move(box.x + box.width / 2 + x, box.y + box.height / 2 + y);
}

async function drag(page: Page, x: number, y: number): Promise<void> {
  await point(page);
  await page.mouse.down();
  await point(page, x / 2, y / 2);
  await point(page, x, y);
  await page.mouse.up();
}

onOnePage(
  'a program with a camera',
  (onlyPage, problems) => {
    let first: string;

    test('turns, zooms and moves by the mouse, and returns by a button or a double click', async () => {
      const page = onlyPage();
      const reset = playbackButton(page, 'Reset camera');
      await expect(reset).toHaveCount(0);
      await runSource(page, CUBE);
      await expect(reset).toBeVisible();
      await pausePicture(page);
      first = await pictureOf(page);
      await expect(canvas(page)).toHaveCSS('cursor', 'grab');

      await changed(page, () => drag(page, 40, 10));
      await reset.click();
      await expectPicture(page, first);

      await point(page);
      await changed(page, () => page.mouse.wheel(0, -200));
      await runCommand(page, 'Reset camera');
      await expectPicture(page, first);

      await page.keyboard.down('Shift');
      await changed(page, () => drag(page, 40, 10));
      await page.keyboard.up('Shift');
      await canvas(page).dblclick();
      await expectPicture(page, first);

      await changed(page, () => drag(page, 40, 10));
      await page.getByRole('tab', { name: 'Uniforms' }).click();
      await page.getByRole('button', { name: 'Reset all' }).click();
      await expectPicture(page, first);
    });

    test('flies by keys, but not while the user types', async () => {
      const page = onlyPage();
      await canvas(page).focus();
      for (const key of ['w', 'd', 'e']) {
        await changed(page, async () => {
          await page.keyboard.down(key);
          await page.waitForFunction(() => new Promise(requestAnimationFrame));
          await page.keyboard.up(key);
        });
      }
      await playbackButton(page, 'Reset camera').click();
      await expectPicture(page, first);
      await focusSource(page);
      await page.keyboard.type('wasd', { delay: 30 });
      expect(await pictureOf(page)).toBe(first);
    });

    test('shows the same view in a link to the exact view', async () => {
      const page = onlyPage();
      await runSource(page, CUBE);
      await pausePicture(page);
      await changed(page, () => drag(page, -30, 20));
      const shared = await changed(page, () => page.mouse.wheel(0, 100));
      await page.bringToFront();
      const link = await copiedText(page, () => runCommand(page, 'Share this exact view'));
      const other = await page.context().newPage();
      await other.setViewportSize(page.viewportSize() ?? { width: 800, height: 600 });
      await openPlayground(other, link);
      await expectPicture(other, shared);
      await playbackButton(other, 'Reset camera').click();
      await expectPicture(other, first);
      await other.close();
    });

    test('stays where it is in the next run, and other programs begin at the first position', async () => {
      const page = onlyPage();
      const moved = await pictureOf(page);
      expect(moved).not.toBe(first);
      await page.keyboard.press('F5');
      await expectFrames(page);
      await pausePicture(page);
      await expectPicture(page, moved);
      const open = (source: string) =>
        page.evaluate(async (text) => {
          await window.slangPlayground?.setProject({ source: text });
        }, source);
      await open(flatColor('0.0, 1.0, 0.0, 1.0'));
      await expect(playbackButton(page, 'Reset camera')).toHaveCount(0);
      await expect(canvas(page)).not.toHaveCSS('cursor', 'grab');
      await open(CUBE);
      await expect(playbackButton(page, 'Reset camera')).toBeVisible();
      await expectPicture(page, first);
      await noDiagnostics(page);
      expect(problems).toEqual([]);
    });
  },
  { width: 800, height: 600 },
);

test('an embed has the same camera, at the position that its address names', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const open = async (query = '') => {
    await page.goto('about:blank');
    await page.goto(`${url}embed.html?${query}#code=${codeOf(CUBE)}`);
    await page.waitForFunction(() => window.slangPlayground);
    await expect(canvas(page)).toHaveCSS('cursor', 'grab');
  };
  await open();
  const first = await pictureOf(page);
  await changed(page, () => drag(page, 40, 10));
  await canvas(page).dblclick();
  await expectPicture(page, first);
  const set = () =>
    page.evaluate(() => window.slangPlayground?.setUniform('camera orbit', [-2, 0.5, 6]));
  const wanted = await changed(page, set);
  await open('uniforms=camera+orbit:-2/0.5/6');
  await expectPicture(page, wanted);
});
