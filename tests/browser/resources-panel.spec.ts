import type { Locator, Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { type Downloaded, downloaded } from '../support/downloads.ts';
import { decodePng } from '../support/pixels.ts';
import { expect, onOnePage, pausePicture, runSource, test } from '../support/site.ts';

/** The points are written only once, so that edits remain. Each frame writes their echo. */
const SHADER = `import playground;
import rendering;
struct Point { float2 place; uint count; };
[playground::ZEROS(40)] RWStructuredBuffer<Point> points;
[playground::ZEROS(40)] RWStructuredBuffer<uint> echo;
[format("r32f")] [playground::BLACK(2, 2)] WTexture2D<float> tones;
[playground::SLIDER(0.5, 0.0, 1.0)] uniform float level;
[shader("compute")] [numthreads(40, 1, 1)] [playground::CALL::SIZE_OF("points")] [playground::CALL::ONCE]
void fill(uint3 at : SV_DispatchThreadID)
{
    if (at.x < 40) points[at.x] = { float2(at.x, at.x * -0.5), at.x * 3 };
    if (at.x < 4) tones.Store(uint2(at.x % 2, at.x / 2), at.x * 0.25);
}
[shader("compute")] [numthreads(40, 1, 1)] [playground::CALL::SIZE_OF("echo")]
void repeat(uint3 at : SV_DispatchThreadID)
{
    if (at.x < 40) echo[at.x] = points[at.x].count + 1;
}
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => { return float4(level, level, level, 1.0); });
}
`;

const list = (page: Page) => page.getByRole('listbox', { name: 'Resources' });
const grid = (page: Page, name: string) => page.getByRole('grid', { name: `Values of ${name}` });

async function open(page: Page, name: string): Promise<void> {
  await list(page)
    .getByRole('option', { name: new RegExp(`^${name} `) })
    .click();
}

function cell(page: Page, name: string, index: number, column: number): Locator {
  return grid(page, name).locator(
    `[aria-rowindex="${index + 2}"] [role="gridcell"][aria-colindex="${column + 2}"]`,
  );
}

async function activeText(page: Page, name: string): Promise<string | null> {
  const id = await grid(page, name).getAttribute('aria-activedescendant');
  return page.locator(`[id="${id}"]`).textContent();
}

async function saved(page: Page, item: string): Promise<Downloaded> {
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  return downloaded(page, () => page.getByRole('menuitem', { name: item }).click());
}

async function drop(page: Page, name: string, file: { name: string; bytes: number[] }) {
  const transfer = await page.evaluateHandle((dropped) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(dropped.bytes)], dropped.name));
    return data;
  }, file);
  const row = list(page).getByRole('option', { name: new RegExp(`^${name} `) });
  await row.dispatchEvent('dragover', { dataTransfer: transfer });
  await row.dispatchEvent('drop', { dataTransfer: transfer });
}

function pointBytes(): Buffer {
  const bytes = Buffer.alloc(40 * 16);
  for (let index = 0; index < 40; index += 1) {
    bytes.writeFloatLE(index, index * 16);
    bytes.writeFloatLE(index * -0.5, index * 16 + 4);
    bytes.writeUInt32LE(index * 3, index * 16 + 8);
  }
  return bytes;
}

function npyParts(bytes: Buffer): { header: string; data: Buffer } {
  const start = 10 + bytes.readUInt16LE(8);
  return { header: bytes.subarray(10, start).toString().trim(), data: bytes.subarray(start) };
}

onOnePage(
  'the Resources tab',
  (page, problems) => {
    // Each test continues from the previous one's state.
    test.describe.configure({ mode: 'serial' });

    test('lists a run’s resources, and keys move through the list', async () => {
      await runSource(page(), SHADER);
      await pausePicture(page());
      await page().getByRole('tab', { name: 'Resources' }).click();
      await expect(list(page()).getByRole('option')).toHaveText([
        /^uniforms .*read by paint/,
        /^points RWStructuredBuffer<Point> 40 elements · 640 bytes · .*written by fill.*ZEROS\(40\)/,
        /^echo RWStructuredBuffer<uint> 40 elements · 160 bytes/,
        /^tones WTexture2D<float> r32float · 2 × 2 · 16 bytes/,
        /^outputTexture /,
      ]);
      await list(page()).focus();
      await page().keyboard.press('Home');
      await expect(grid(page(), 'uniforms')).toBeVisible();
      await expect(cell(page(), 'uniforms', 0, 0)).toHaveText('0.5');
      await page().keyboard.press('ArrowDown');
      await expect(cell(page(), 'points', 3, 0)).toHaveText('3, -1.5');
      expect(await axeFindings(page(), '[role="tabpanel"]')).toEqual([]);
    });

    test('moves, selects and copies in a table by keys', async () => {
      await open(page(), 'points');
      await expect(grid(page(), 'points')).toHaveAttribute('aria-rowcount', '41');
      await grid(page(), 'points').focus();
      await page().keyboard.press('ControlOrMeta+End');
      await expect.poll(() => activeText(page(), 'points')).toBe('117');
      await page().keyboard.press('PageUp');
      await page().keyboard.press('ControlOrMeta+Home');
      await page().keyboard.press('ArrowDown');
      await page().keyboard.press('Shift+ArrowDown');
      await page().keyboard.press('Shift+End');
      await expect(grid(page(), 'points').locator('[aria-selected="true"]')).toHaveCount(4);
      await page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page().getByRole('button', { name: 'Copy selection' }).click();
      await expect(page().getByText('Copied 4 cells.')).toBeVisible();
      expect(await page().evaluate(() => navigator.clipboard.readText())).toBe(
        '1\t-0.5\t3\n2\t-1\t6',
      );
    });

    test('expands vectors, and shows numbers in hexadecimal and as bytes', async () => {
      await open(page(), 'points');
      await page().getByRole('button', { name: 'Expand place' }).click();
      await expect(cell(page(), 'points', 2, 1)).toHaveText('-1');
      await page().getByRole('combobox', { name: 'Number format' }).selectOption('hexadecimal');
      await expect(cell(page(), 'points', 2, 1)).toHaveText('0xbf800000');
      await page().getByRole('combobox', { name: 'Number format' }).selectOption('decimal');
      await page().getByRole('button', { name: 'Bytes' }).click();
      await expect(cell(page(), 'points', 2, 7)).toHaveText('bf');
    });

    test('finds a value', async () => {
      await open(page(), 'echo');
      await open(page(), 'points');
      await page().getByRole('button', { name: 'Find', exact: true }).click();
      await page().getByRole('combobox', { name: 'Column', exact: true }).selectOption('count');
      await page().getByRole('textbox', { name: 'Value' }).fill('93');
      await page().keyboard.press('Enter');
      await expect(page().getByText('Found at index 31.')).toBeVisible();
      await expect.poll(() => activeText(page(), 'points')).toBe('31, -15.5');
    });

    test('saves a buffer in each format', async () => {
      await open(page(), 'points');
      const csv = await saved(page(), 'CSV');
      expect(csv.name).toBe('points.csv');
      const lines = Array.from(
        { length: 40 },
        (_, index) => `${index},${index},${index === 0 ? '-0' : index * -0.5},${index * 3}\n`,
      );
      expect(csv.bytes.toString()).toBe(`index,place.x,place.y,count\n${lines.join('')}`);
      const json = await saved(page(), 'JSON');
      expect(JSON.parse(json.bytes.toString())[7]).toEqual({ place: [7, -3.5], count: 21 });
      const raw = await saved(page(), 'Raw bytes');
      expect(withoutPadding(raw.bytes)).toEqual(withoutPadding(pointBytes()));
      const npy = npyParts((await saved(page(), 'NumPy')).bytes);
      expect(npy.header).toBe(
        "{'descr': [('place', '<f4', (2,)), ('count', '<u4'), ('', '|V4')], 'fortran_order': False, 'shape': (40,), }",
      );
      expect(npy.data).toEqual(raw.bytes);
    });

    test('saves a texture in each format', async () => {
      await open(page(), 'tones');
      const floats = Buffer.from(Float32Array.of(0, 0.25, 0.5, 0.75).buffer);
      expect((await saved(page(), 'Raw bytes')).bytes).toEqual(floats);
      const npy = npyParts((await saved(page(), 'NumPy')).bytes);
      expect(npy.header).toContain("'descr': '<f4'");
      expect(npy.header).toContain("'shape': (2, 2)");
      expect(npy.data).toEqual(floats);
      const png = await saved(page(), 'PNG');
      expect(png.name).toBe('tones.png');
      // Y points up, so the last row is the image's first.
      const grey = (value: number) => [value, value, value, 255];
      expect([...(await decodePng(page(), png.bytes)).data]).toEqual(
        [128, 191, 0, 64].flatMap(grey),
      );
    });

    test('edits a value that the next frame uses, and compares it with a pinned frame', async () => {
      await open(page(), 'echo');
      await page().getByRole('button', { name: 'Pin', exact: true }).click();
      const difference = page().getByRole('button', { name: 'Difference', exact: true });
      await expect(difference).toBeVisible();
      await open(page(), 'points');
      // A field opens in a cell once its value has been read.
      await expect(cell(page(), 'points', 0, 1)).toHaveText('0');
      await grid(page(), 'points').focus();
      await page().keyboard.press('ControlOrMeta+Home');
      await page().keyboard.press('End');
      await page().keyboard.press('Enter');
      await expect(page().getByRole('textbox', { name: 'count of 0' })).toBeFocused();
      await page().keyboard.type('x');
      await page().keyboard.press('Enter');
      await expect(page().getByText(/is not a whole number/)).toBeVisible();
      await page().keyboard.press('ControlOrMeta+a');
      await page().keyboard.type('98');
      await page().keyboard.press('Enter');
      await expect(grid(page(), 'points')).toBeFocused();
      await expect(cell(page(), 'points', 0, 1)).toHaveText('98');
      await page().getByRole('button', { name: 'Step forward' }).click();
      await open(page(), 'echo');
      await expect(cell(page(), 'echo', 0, 0)).toHaveText('99');
      await difference.click();
      await expect(cell(page(), 'echo', 0, 0)).toHaveText('1 → 99');
      await expect(cell(page(), 'echo', 1, 0)).toHaveText('4');
    });

    test('accepts a file that fits, and rejects others', async () => {
      await open(page(), 'tones');
      await drop(page(), 'echo', { name: 'short.bin', bytes: [1, 2, 3] });
      await expect(page().getByRole('alert')).toHaveText(
        'echo takes 160 bytes, but the file has 3. Choose a file of that size.',
      );
      await drop(page(), 'points', { name: 'points.bin', bytes: Array(640).fill(7) });
      await open(page(), 'points');
      await expect(cell(page(), 'points', 2, 1)).toHaveText(String(0x07070707));
      expect(problems).toEqual([]);
    });

    test('shows a texture that keys can move', async () => {
      await open(page(), 'tones');
      const zoom = page().getByRole('status', { name: 'Zoom' });
      // Nothing is announced before the view knows its size.
      await expect(zoom).toHaveText(/\d %/);
      const fitting = await zoom.textContent();
      await page()
        .getByRole('group', { name: /^Texture view/ })
        .focus();
      await page().keyboard.press('1');
      await expect(zoom).toHaveText('100 %');
      await page().keyboard.press('+');
      await expect(zoom).toHaveText('150 %');
      await page().keyboard.press('0');
      await expect(zoom).toHaveText(fitting ?? '');
      await page().getByRole('button', { name: 'Statistics' }).click();
      const statistics = page().getByRole('table', { name: 'Statistics of tones' });
      await expect(statistics.getByRole('row', { name: 'mean' })).toHaveText(/0\.375/);
      expect(await axeFindings(page(), '[role="tabpanel"]')).toEqual([]);
    });
  },
  { width: 1400, height: 1000 },
);

/** Leaves out values that the shader does not write. */
function withoutPadding(bytes: Buffer): Buffer[] {
  return Array.from({ length: 40 }, (_, index) => bytes.subarray(index * 16, index * 16 + 12));
}
