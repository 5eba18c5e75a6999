import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { notice } from '../support/controls.ts';
import { compileConverted, converted } from '../support/conversions.ts';
import { dropFiles } from '../support/fileDrop.ts';
import { openEmptyPage } from '../support/printingPage.ts';
import { expect, onOnePage, pasteText, sourceEditor, test, typeSource } from '../support/site.ts';
import { compareWithWebGL, type DrawnShader } from '../support/webglPicture.ts';

const FOLDER = path.resolve(import.meta.dirname, '../support/shadertoy');
const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');

const button = (page: Page, name: string) => notice(page).getByRole('button', { name });

async function sourceOf(page: Page): Promise<string> {
  return page.evaluate(async () => (await window.slangPlayground?.project())?.source ?? '');
}

/** The newest frame's colours at places from 0 to 1, from the bottom left. */
function colorsAt(page: Page, ...places: readonly (readonly [x: number, y: number])[]) {
  return page.evaluate(async (asked) => {
    const frame = await window.slangPlayground?.readFrame();
    if (!frame) throw new Error('There is no API.');
    const { width, height, data } = frame;
    return asked.map(([x, y]) => {
      const row = height - 1 - Math.floor(y * height);
      const from = (row * width + Math.floor(x * width)) * 4;
      return [...data.slice(from, from + 3)];
    });
  }, places);
}

async function paste(page: Page, text: string): Promise<void> {
  await typeSource(page, text);
  await expect(notice(page)).toContainText('This is a');
}

async function convert(page: Page): Promise<void> {
  await button(page, 'Convert to Slang').click();
  await expect(notice(page)).toContainText('Converted to Slang.');
  await expect
    .poll(() => page.evaluate(async () => (await window.slangPlayground?.state())?.run))
    .toBe('playing');
}

onOnePage(
  'a pasted shader',
  (page) => {
    test.beforeAll(() => page().waitForFunction(() => window.slangPlayground !== undefined));

    test('in GLSL is converted in one step and draws the same picture', async () => {
      const source = read('quadrants.glsl');
      await paste(page(), source);
      await convert(page());
      expect(await sourceOf(page())).toContain('mul(turn(QUARTER), float2(1.0, 0.0))');
      const places = [
        [0.25, 0.25, 255],
        [0.75, 0.25, 127.5],
        [0.25, 0.75, 255],
        [0.75, 0.75, 127.5],
      ] as const;
      const colors = await colorsAt(page(), ...places.map(([x, y]) => [x, y] as const));
      for (const [index, [x, y, blue]] of places.entries()) {
        const [red = 0, green = 0, seen = 0] = colors[index] ?? [];
        expect(Math.abs(red - x * 255)).toBeLessThan(2);
        expect(Math.abs(green - y * 255)).toBeLessThan(2);
        expect(Math.abs(seen - blue)).toBeLessThan(2);
      }
      await expect(sourceEditor(page())).toBeFocused();
      await sourceEditor(page()).press('ControlOrMeta+z');
      expect(await sourceOf(page())).toBe(source);
      await sourceEditor(page()).press('ControlOrMeta+Shift+z');
      expect(await sourceOf(page())).toContain('import rendering;');
    });

    test('with parts that cannot be converted shows the first of them', async () => {
      await paste(page(), read('water.glsl'));
      await convert(page());
      await expect(notice(page())).toContainText('One place could not be converted');
      await button(page(), 'As a compute shader').click();
      await expect(notice(page())).toContainText('3 places could not be converted');
      await expect(button(page(), 'Choose image…')).toBeVisible();
      await page()
        .getByLabel('Image for iChannel0')
        .setInputFiles({
          ...{ name: 'My photo.PNG', mimeType: 'image/png' },
          buffer: readFileSync(path.join(FOLDER, '../../../src/core/slang/demos/mountains.png')),
        });
      await expect(notice(page())).toContainText('2 places could not be converted');
      await expect(button(page(), 'Choose image…')).toHaveCount(0);
      await expect(page().getByRole('list', { name: 'Images and data' })).toContainText(
        'iChannel0.png',
      );
      expect(await sourceOf(page())).toContain(
        '[playground::URL("iChannel0.png")]\nTexture2D<float4> iChannel0;',
      );
      await button(page(), 'Show the first').click();
      await expect(page().locator('.cm-activeLine')).toContainText('// Not converted: discard');
      await button(page(), 'Close notice').last().click();
      await expect(notice(page())).not.toContainText('Converted');
    });

    test('can be kept unconverted, or dropped as a file', async () => {
      await paste(page(), read('clouds.glsl'));
      await button(page(), 'Keep as it is').click();
      await expect(notice(page())).not.toContainText('This is a');
      await dropFiles(page(), [{ name: 'noise.frag', content: read('tunnel.glsl') }]);
      await expect(notice(page())).toContainText('This is a Shadertoy-style shader in GLSL.');
      await convert(page());
    });

    test('in another kind of GLSL is kept with an explanation', async () => {
      await typeSource(page(), 'void main() { gl_Position = vec4(1.0); }');
      await expect(notice(page())).toContainText('It is a vertex shader');
    });

    test('with main becomes a fragment shader that draws the same picture', async () => {
      await paste(
        page(),
        `uniform vec2 u_resolution;
void main() { gl_FragColor = vec4(gl_FragCoord.xy / u_resolution, 0.2, 1.0); }`,
      );
      await convert(page());
      const places = [[0.25, 0.25] as const, [0.75, 0.5] as const];
      for (const [index, [red = 0, green = 0, blue]] of (
        await colorsAt(page(), ...places)
      ).entries()) {
        const [x = 0, y = 0] = places[index] ?? [];
        expect(Math.abs(red - x * 255)).toBeLessThan(2);
        expect(Math.abs(green - y * 255)).toBeLessThan(2);
        expect(blue).toBe(51);
      }
    });

    test('in HLSL runs with its first row at the top', async () => {
      const hlsl = `RWTexture2D<float4> image : register(u0);
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint width, height;
    image.GetDimensions(width, height);
    image[id.xy] = id.y < height / 2 ? float4(0.2, 0.4, 0.6, 1.0) : float4(1.0, 0.0, 0.0, 1.0);
}
`;
      await paste(page(), hlsl);
      await convert(page());
      expect(await colorsAt(page(), [0.5, 0.75], [0.5, 0.25])).toEqual([
        [51, 102, 153],
        [255, 0, 0],
      ]);
    });

    test('that is only part of the source is not converted', async () => {
      await typeSource(page(), '// A comment.\n');
      await pasteText(page(), read('clouds.glsl'));
      await sourceEditor(page()).press('End');
      await expect(notice(page())).not.toContainText('This is a');
    });
  },
  { width: 800, height: 500 },
);

/** Draws derivatives, which the conversion approximates. */
const DIFFERENT = 'water.glsl';

const TIME = 1.75;

/**
 * Upper limits for the mean difference in bytes, and for the share of pixels that differ by more
 * than 16. The two languages round sines and sums differently, which shows at edges and where noise
 * amplifies it.
 */
const TOLERANCE = { mean: 1, far: 0.01 };

/** The minimum range of bytes within a picture, so that there is something to compare. */
const RANGE = 60;

test('each converted GLSL source draws the same as WebGL 2', async ({ page }) => {
  const shaders: DrawnShader[] = [];
  const add = async (name: string, glsl: string, converts: string) => {
    const slang = converted(converts).text.replace(
      '[playground::TIME]\nuniform float iTime;',
      `static const float iTime = ${TIME};`,
    );
    shaders.push({ name, glsl, wgsl: (await compileConverted(slang)).code });
  };
  for (const name of readdirSync(FOLDER).filter((each) => each !== DIFFERENT)) {
    await add(name, read(name), read(name));
  }
  const flower = read('flower.glsl');
  await add('a little wrong', flower, flower.replace('0.15', '0.2'));
  await openEmptyPage(page);
  const differences = await page.evaluate(compareWithWebGL, { shaders, time: TIME });
  const poor = differences.filter(
    ({ mean, far, range }) => mean > TOLERANCE.mean || far > TOLERANCE.far || range < RANGE,
  );
  expect(poor).toEqual([expect.objectContaining({ name: 'a little wrong' })]);
});
