import { inflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { downloaded, unzipped } from '../support/downloads.ts';
import { goTo, playbackButton } from '../support/frames.ts';
import { endTimers, holdTimers } from '../support/heldTimers.ts';
import { decodePng, type Picture, readPicture } from '../support/pixels.ts';
import {
  allowClipboard,
  expect,
  onOnePage,
  pausePicture,
  runSource,
  test,
} from '../support/site.ts';

/** Pictures whose colours differ from pixel to pixel, some outside the range of a screen. */
const colors = (declaration: string, texel: string) => `import playground;

${declaration} WTexture2D<${texel}> outputTexture;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    uint2 size;
    outputTexture.GetDimensions(size.x, size.y);
    if (any(pixel >= size)) return;
    float2 place = float2(pixel) / float2(size);
    float4 color = float4(place.x * 1.2 - 0.1, place.y, fract(place.x * 7.0 + place.y * 3.0), 1.0);
    outputTexture.Store(pixel, ${texel}(color${texel === 'float' ? '.x' : ''}));
}
`;

const SCREEN_SIZED = '[playground::BLACK_SCREEN(1.0, 1.0)]';
const PICTURES: readonly (readonly [name: string, source: string])[] = [
  ...(['rgba8', 'rgba16f'] as const).map(
    (format) => [format, colors(`[format("${format}")] ${SCREEN_SIZED}`, 'float4')] as const,
  ),
  ['r32f', colors(`[format("r32f")] ${SCREEN_SIZED}`, 'float')],
  ['a picture of another size', colors('[format("rgba8")] [playground::BLACK(24, 16)]', 'float4')],
];

/** The picture's red counts frames: it is (frame + 1) / 255. */
const COUNTS_FRAMES = `import playground;
import rendering;

[playground::ZEROS(1)] RWStructuredBuffer<uint> frames;

[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void count() { frames[0] += 1; }

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => { return float4(frames[0] / 255.0, 0.4, 0.0, 0.5); });
}
`;

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Save picture' });
const choose = (page: Page, label: string, option: string) =>
  dialog(page).getByRole('combobox', { name: label }).selectOption({ label: option });
const type = (page: Page, label: string, text: string) =>
  dialog(page).getByRole('textbox', { name: label, exact: true }).fill(text);

async function openMenu(page: Page, item: string): Promise<void> {
  await playbackButton(page, 'Save').click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function openDialog(page: Page): Promise<void> {
  await openMenu(page, 'Save picture…');
  await expect(dialog(page)).toBeVisible();
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
}

async function download(page: Page, button: string): Promise<Buffer> {
  const { name, bytes } = await downloaded(page, () =>
    dialog(page).getByRole('button', { name: button }).click(),
  );
  await expect(dialog(page).getByRole('status')).toContainText(name);
  return bytes;
}

/** Aligns the canvas to whole pixels, so that the screen shows each of its pixels as one. */
async function alignCanvas(page: Page): Promise<void> {
  await page.getByLabel('Render output').evaluate((canvas: HTMLElement) => {
    const { left, top } = (canvas.parentElement ?? canvas).getBoundingClientRect();
    const place = { left: Math.ceil(left) - left, top: Math.ceil(top) - top };
    canvas.style.cssText = `inset: auto; left: ${place.left}px; top: ${place.top}px; width: 160px; height: 120px`;
  });
  await expect(page.getByLabel('Canvas size')).toHaveText('160 × 120');
}

function differences(one: Picture, other: Picture): number {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  return one.data.filter((byte, at) => byte !== other.data[at]).length;
}

onOnePage(
  'saving pictures',
  (page) => {
    for (const [name, source] of PICTURES) {
      test(`saves ${name} exactly as the canvas shows it`, async () => {
        await runSource(page(), source);
        await alignCanvas(page());
        await pausePicture(page());
        await openDialog(page());
        const saved = await decodePng(page(), await download(page(), 'Save picture'));
        await closeDialog(page());
        await expect.poll(async () => differences(saved, await readPicture(page()))).toBe(0);
      });
    }

    test('draws another size, with alpha, and the project inside', async () => {
      await runSource(page(), COUNTS_FRAMES);
      const frame = 40;
      await goTo(page(), frame);
      await openDialog(page());
      await choose(page(), 'Size', 'Custom');
      await choose(page(), 'Transparency', 'With alpha');
      await type(page(), 'Width', '0');
      await dialog(page()).getByRole('button', { name: 'Save picture' }).click();
      await expect(dialog(page()).getByRole('alert')).toHaveText(
        /^Width is “0”\. Enter a whole number from 2 to \d+\.$/,
      );
      await type(page(), 'Width', '65');
      await type(page(), 'Height', '33');
      const png = await download(page(), 'Save picture');
      const { width, height, data } = await decodePng(page(), png);
      expect([width, height, data[3]]).toEqual([65, 33, 128]);
      expect(rowsOf(png).subarray(1, 5)).toEqual(Buffer.from([frame + 1, 102, 0, 128]));
      expect(inflateSync(Buffer.from(projectIn(png), 'base64url')).toString()).toContain(
        JSON.stringify(COUNTS_FRAMES),
      );
      await closeDialog(page());
    });

    test('saves exactly the frames of a range, and continues playing', async () => {
      await playbackButton(page(), 'Resume').click();
      await openDialog(page());
      await choose(page(), 'Frames', 'A range of frames');
      await type(page(), 'First frame', '5');
      await type(page(), 'Last frame', '20');
      await type(page(), 'Every', '7');
      const zip = await download(page(), 'Save frames');
      const files = await unzipped(zip);
      expect(files.map(({ path }) => path)).toEqual([
        'frame-0005.png',
        'frame-0012.png',
        'frame-0019.png',
      ]);
      for (const [index, { bytes }] of files.entries()) {
        const picture = await decodePng(page(), bytes);
        expect([picture.width, picture.height]).toEqual([65, 33]);
        expect(rowsOf(Buffer.from(bytes))[1]).toBe(6 + index * 7);
      }
      await closeDialog(page());
      await expect(playbackButton(page(), 'Save')).toBeFocused();
      await expect(playbackButton(page(), 'Pause')).toBeVisible();
    });

    test('copies the picture', async () => {
      await allowClipboard(page());
      await alignCanvas(page());
      await pausePicture(page());
      await openMenu(page(), 'Copy picture');
      await expect(page().getByRole('tooltip')).toHaveText('Picture copied to clipboard.');
      await endTimers(page());
      const copied = await page().evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        const file = await item?.getType('image/png');
        const url = await new Promise<unknown>((resolve) => {
          const reader = new FileReader();
          reader.onload = () => resolve(reader.result);
          if (file) reader.readAsDataURL(file);
        });
        return String(url);
      });
      const picture = await decodePng(page(), Buffer.from(copied.replace(/^.*,/, ''), 'base64'));
      await expect.poll(async () => differences(picture, await readPicture(page()))).toBe(0);
    });
  },
  undefined,
  {
    async prepare(page) {
      await holdTimers(page, 'tooltip');
      // Tests cannot use the system's dialogs.
      await page.addInitScript(() => void Reflect.deleteProperty(window, 'showSaveFilePicker'));
    },
  },
);

function chunkOf(png: Buffer, type: string): Buffer {
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === type)
      return png.subarray(at + 8, at + 8 + length);
    at += length + 12;
  }
  throw new Error(`The file has no ${type}.`);
}

/** Filtered rows. The first pixel of the first row is unfiltered, after one byte. */
function rowsOf(png: Buffer): Buffer {
  return inflateSync(chunkOf(png, 'IDAT'));
}

function projectIn(png: Buffer): string {
  const [keyword, text = ''] = chunkOf(png, 'tEXt').toString('latin1').split('\0');
  expect(keyword).toBe('Slang Playground');
  return text;
}
