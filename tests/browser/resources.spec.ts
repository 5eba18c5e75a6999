import type { Locator, Page } from '@playwright/test';
import { SLOWNESS } from '../../scripts/run/browser.ts';
import { openTool } from '../support/controls.ts';
import { flatColor } from '../support/shaders.ts';
import { expect, noDiagnostics, onOnePage, runSource, test, typeSource } from '../support/site.ts';
import { STORAGE_FORMAT_CASES, type StorageFormatCase } from '../support/storageFormats.ts';
import { bufferOf, STORED_TYPE_CASES, storingShader } from '../support/storedTypes.ts';

/** The number of buffers that a shader may have on every device, besides the print buffer. */
const BUFFERS_AT_ONCE = 6;
const TEXTURES_AT_ONCE = 4;

const VIEWPORT = { width: 1400, height: 1000 };

async function inspect(page: Page, name: string): Promise<void> {
  await openTool(page, 'Resources');
  const option = page
    .getByRole('listbox', { name: 'Resources' })
    .getByRole('option')
    .filter({ hasText: new RegExp(`^${name}`) });
  await option.click();
}

function values(page: Page, name: string): Locator {
  return page.getByRole('grid', { name: `Values of ${name}` });
}

function cells(page: Page, name: string, index: number): Locator {
  return values(page, name).locator(`[role="row"][aria-rowindex="${index + 2}"] [role="gridcell"]`);
}

/** Moves through a row, because hidden columns are not in the document. */
async function expectCells(page: Page, name: string, index: number, texts: readonly string[]) {
  await values(page, name).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  for (let row = 0; row < index; row += 1) await page.keyboard.press('ArrowDown');
  for (const text of texts) {
    await expect(values(page, name).locator('[role="gridcell"][data-active]')).toHaveText(text);
    await page.keyboard.press('ArrowRight');
  }
}

/**
 * Points at a place in an element, which may still be resizing, until the readout has this text.
 */
const expectAt = (
  page: Page,
  element: Locator,
  place: readonly [number, number],
  readout: Locator,
  text: RegExp,
) =>
  expect(async () => {
    await pointAt(page, element, place);
    await expect(readout).toHaveText(text, { timeout: 5000 * SLOWNESS });
  }).toPass();

async function pointAt(page: Page, element: Locator, place: readonly [number, number]) {
  const box = await element.boundingBox();
  if (!box) throw new Error('There is nothing to point at.');
  await page.mouse.move(box.x + box.width * place[0], box.y + box.height * place[1]);
}

onOnePage(
  'resources',
  (page, problems) => {
    const batches = Array.from(
      { length: Math.ceil(STORED_TYPE_CASES.length / BUFFERS_AT_ONCE) },
      (_, index) => STORED_TYPE_CASES.slice(index * BUFFERS_AT_ONCE, (index + 1) * BUFFERS_AT_ONCE),
    );
    for (const batch of batches) {
      test(`show ${batch.map(({ type }) => type).join(', ')} as stored`, async () => {
        await runSource(page(), storingShader(batch));
        for (const each of batch) {
          const name = bufferOf(each);
          await inspect(page(), name);
          for (const [index, texts] of each.cells.entries()) {
            await expectCells(page(), name, index, texts);
          }
        }
        await noDiagnostics(page());
      });
    }

    test('show the texels of every format that WebGPU stores', async () => {
      test.slow();
      for (let first = 0; first < STORAGE_FORMAT_CASES.length; first += TEXTURES_AT_ONCE) {
        const batch = STORAGE_FORMAT_CASES.slice(first, first + TEXTURES_AT_ONCE);
        await runSource(page(), texelShader(batch));
        for (const { format } of batch) {
          await inspect(page(), `${format}Texels`);
          const image = page().getByRole('img', { name: `Texture ${format}Texels` });
          const readout = page().getByLabel('Texel under the pointer');
          const text = new RegExp(`^x [12], y [12]: ${TEXEL_TEXTS[format]}$`);
          await expectAt(page(), image, [0.5, 0.5], readout, text);
        }
      }
    });

    test('show each slice of 3D textures and arrays', async () => {
      for (const type of ['WTexture3D', 'WTexture2DArray']) {
        await runSource(page(), sliceShader(type));
        await inspect(page(), 'slices');
        await page().getByRole('slider', { name: 'Slice' }).fill('2');
        const image = page().getByRole('img', { name: 'Texture slices' });
        const readout = page().getByLabel('Texel under the pointer');
        const text = /^x (\d), y (\d), z 2: \1\2\.5$|^x 0, y (\d), z 2: \3\.5$/;
        await expectAt(page(), image, [0.5, 0.5], readout, text);
      }
    });

    test('show the picture’s value under the pointer', async () => {
      await runSource(page(), flatColor('0.2, 0.4, 0.6, 1.0'));
      const picture = page().getByLabel('Render output');
      await pointAt(page(), picture, [0.5, 0.5]);
      const readout = page().getByRole('status', { name: 'Pixel under the pointer' });
      const text = /^x \d+, y \d+: 0\.2, 0\.4, 0\.6, 1$/;
      await expectAt(page(), picture, [0.25, 0.25], readout, text);
    });

    test('count non-finite values separately', async () => {
      await runSource(page(), STATISTICS_SHADER);
      await inspect(page(), 'numbers');
      await page().getByRole('button', { name: 'Statistics' }).click();
      const table = page().getByRole('table', { name: 'Statistics of numbers' });
      const figures = async () => {
        const rows = await table.getByRole('row').allInnerTexts();
        return Object.fromEntries(
          rows.slice(1).map((row) => {
            const [title = '', value = ''] = row.split(/\t|\n/);
            return [title.trim(), Number(value.replaceAll(',', ''))];
          }),
        );
      };
      await expect.poll(figures).toMatchObject(expectedFigures());
      await page().getByRole('button', { name: 'Statistics' }).click();
    });

    test('scroll to the last of a million elements', async () => {
      await runSource(page(), MILLION);
      await inspect(page(), 'many');
      await expect(values(page(), 'many')).toHaveAttribute('aria-rowcount', '1000001');
      const index = page().getByRole('spinbutton', { name: 'Go to index' });
      await index.fill('999999');
      await index.press('Enter');
      await expect(cells(page(), 'many', 999_999)).toHaveText(['1999998']);
      await values(page(), 'many').focus();
      await page().keyboard.press('ControlOrMeta+Home');
      await expect(cells(page(), 'many', 1)).toHaveText(['2']);
    });

    test('follow a live update and a resized picture', async () => {
      await runSource(page(), sizedShader(4));
      await inspect(page(), 'sized');
      await expect(cells(page(), 'sized', 3)).toHaveText(['3']);
      await page().getByRole('button', { name: 'Live' }).click();
      await typeSource(page(), sizedShader(6));
      await expect(cells(page(), 'sized', 5)).toHaveText(['5']);
      await inspect(page(), 'outputTexture');
      const size = page()
        .getByRole('option')
        .filter({ hasText: /^outputTexture/ });
      const before = await size.textContent();
      await page().setViewportSize({ width: 1200, height: 800 });
      await expect(size).not.toHaveText(before ?? '');
      await page().setViewportSize(VIEWPORT);
      await page().getByRole('button', { name: 'Live' }).click();
      expect(problems).toEqual([]);
    });
  },
  VIEWPORT,
);

const HEAD = 'import playground;\nimport printing;\n';
const ONCE = '[playground::CALL::ONCE]';

function texelShader(batch: readonly StorageFormatCase[]): string {
  const textures = batch.map(
    ({ format, texel }) =>
      `[format("${format}")] [playground::BLACK(4, 4)] WTexture2D<${texel}> ${format}Texels;`,
  );
  return `${HEAD}
${textures.join('\n')}
[shader("compute")] [numthreads(4, 4, 1)] [playground::CALL(4, 4, 1)]
void store(uint2 at : SV_DispatchThreadID)
{
${batch.map(({ format, stores }) => `    ${format}Texels.Store(at, ${stores});`).join('\n')}
    if (at.x + at.y == 0) print("stored");
}
`;
}

/** The readout's text for each format's texel, as a regular expression. */
const TEXEL_TEXTS: Readonly<Record<string, string>> = {
  rgba8: '0\\.2, 0\\.4, 0\\.6, 1',
  bgra8: '0\\.2, 0\\.4, 0\\.6, 1',
  rgba8_snorm: '1, -1, 0, 0\\.503937\\d*',
  rgba8ui: '1, 2, 254, 255',
  rgba8i: '-1, -128, 5, 127',
  rgba16ui: '1, 256, 65535, 7',
  rgba16i: '-1, -32768, 32767, 3',
  rgba16f: '1, -2, 0\\.5, 65504',
  r32ui: '3735928559',
  r32i: '-2',
  r32f: '1\\.5',
  rg32ui: '1, 4294967295',
  rg32i: '-1, 70000',
  rg32f: '-0\\.25, 1024',
  rgba32ui: '1, 2, 3, 4000000000',
  rgba32i: '-1, -2, -3, 4',
  rgba32f: '0\\.5, -0\\.5, 3, 1',
};

/** Each texel contains its position: 10 x + y, plus one half in slice 2. */
function sliceShader(type: string): string {
  return `${HEAD}
[playground::BLACK_3D(4, 4, 3)] ${type}<float> slices;
[shader("compute")] [numthreads(4, 4, 1)] [playground::CALL(4, 4, 3)]
void store(uint3 at : SV_DispatchThreadID)
{
    slices.Store(at, float(at.x * 10 + at.y) + 0.25 * at.z);
    if (at.x + at.y + at.z == 0) print("stored");
}
`;
}

const COUNT = 100_000;

/** Some NaN and infinities among numbers whose sum needs 64 bits. */
const STATISTICS_SHADER = `${HEAD}
[playground::ZEROS(${COUNT})] RWStructuredBuffer<float> numbers;
[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL::SIZE_OF("numbers")] ${ONCE}
void fill(uint3 at : SV_DispatchThreadID)
{
    uint i = at.x;
    if (i >= ${COUNT}) return;
    float zero = numbers[i];
    float value = 1000.0 + float((i * 7919u) % 1000u) * 0.25;
    if (i % 1000 == 1) value = zero / zero;
    if (i % 1000 == 2) value = 1.0 / zero;
    numbers[i] = value;
    if (i == 0) print("filled");
}
`;

function expectedFigures() {
  const numbers = Array.from({ length: COUNT }, (_, index) => index).flatMap((index) =>
    index % 1000 === 1 || index % 1000 === 2 ? [] : [1000 + ((index * 7919) % 1000) * 0.25],
  );
  const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const variance = numbers.reduce((sum, each) => sum + (each - mean) ** 2, 0) / numbers.length;
  return {
    count: COUNT,
    minimum: numbers.reduce((least, each) => Math.min(least, each)),
    maximum: numbers.reduce((most, each) => Math.max(most, each)),
    mean: expect.closeTo(mean, 2),
    'standard deviation': expect.closeTo(Math.sqrt(variance), 2),
    NaN: COUNT / 1000,
    infinite: COUNT / 1000,
  };
}

const MILLION = `${HEAD}
[playground::ZEROS(1000000)] RWStructuredBuffer<uint> many;
[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL::SIZE_OF("many")] ${ONCE}
void fill(uint3 at : SV_DispatchThreadID)
{
    if (at.x < 1000000) many[at.x] = at.x * 2;
    if (at.x == 0) print("filled");
}
`;

function sizedShader(count: number): string {
  return `${flatColor('0.5, 0.5, 0.5, 1.0')}
[playground::ZEROS(${count})] RWStructuredBuffer<uint> sized;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL::SIZE_OF("sized")]
void fill(uint3 at : SV_DispatchThreadID)
{
    sized[at.x] = at.x;
}
`;
}
