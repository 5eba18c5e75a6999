import { deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { holdRequests } from '../support/heldRequests.ts';
import { type OtherFile, type OtherSite, serveOtherSite } from '../support/otherSite.ts';
import { colorAt, readPicture } from '../support/pixels.ts';
import { flatColor } from '../support/shaders.ts';
import {
  test as base,
  diagnostics,
  expect,
  openAtRest,
  sourceEditor,
  typeSource,
  waitForMark,
} from '../support/site.ts';

const GREEN = flatColor('0.0, 1.0, 0.0, 1.0');

const codeOf = (text: string) => deflateSync(text).toString('base64url');

const historyLength = (page: Page) => page.evaluate(() => history.length);

/** Shows the first of four numbers in a data file next to the demo as a colour. */
const READS_DATA = `import playground;
import rendering;

[playground::DATA("values.bin")]
StructuredBuffer<float> values;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => { return float4(values[0], values[1], values[2], 1); });
}
`;

const FILES: Readonly<Record<string, OtherFile>> = {
  'shaders/reads.slang': { body: READS_DATA, type: 'application/octet-stream' },
  'shaders/values.bin': { body: new Uint8Array(new Float32Array([0, 1, 0, 0]).buffer) },
  'closed.slang': { body: GREEN, cors: false },
  'endless.slang': { body: ' '.repeat(3 * 2 ** 20), chunked: true },
};

const test = base.extend<{ other: OtherSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from the pattern
  other: async ({}, use) => {
    const other = await serveOtherSite(FILES);
    await use(other);
    await other.close();
  },
});

test('a demo from another site runs with the data next to it', async ({ page, site, other }) => {
  const { url } = await site.serve();
  const demo = encodeURIComponent(`${other.url}shaders/reads.slang`);
  await page.goto(`${url}?demo=${demo}`);
  await page.getByRole('button', { name: 'Fetch and run' }).click();
  await waitForMark(page, 'playground:first-frame');
  await expect(async () => {
    expect(colorAt(await readPicture(page), 0.5, 0.5)).toEqual([0, 255, 0]);
  }).toPass();
  await expect(sourceEditor(page)).toContainText('StructuredBuffer<float> values;');
  expect(new Set(other.requested)).toEqual(
    new Set(['/shaders/reads.slang', '/shaders/values.bin']),
  );
});

test('a slow demo shows where it comes from, and the user can stop it', async ({
  page,
  site,
  other,
}) => {
  const { url } = await site.serve();
  const demo = `${other.url}shaders/reads.slang`;
  const release = await holdRequests(page, demo);
  await page.goto(`${url}?demo=${encodeURIComponent(demo)}`);
  await expect(page.getByRole('status').filter({ hasText: demo })).toHaveText(`Loading ${demo}…`);
  await page.getByRole('button', { name: 'Stop loading' }).click();
  await expect(diagnostics(page)).toHaveText(
    `Loading ${demo} was cancelled. The default demo opens instead.`,
  );
  await expect(sourceEditor(page)).toContainText('A ring that breathes');
  await expect(page.getByRole('button', { name: 'Stop loading' })).toHaveCount(0);
  release();
});

/** Addresses that cannot be opened, with part of the reason. */
const UNOPENED = [
  ['missing.slang', 'could not be fetched: 404 Not Found'],
  ['closed.slang', 'it does not allow other sites to read it (CORS)'],
  ['endless.slang', /has \d{7} bytes; at most 1048576 are read\./],
] as const;

test('a demo from another site that cannot be opened is explained, on a new and on an open page', async ({
  page,
  site,
  other,
}) => {
  const { url } = await site.serve();
  const open = (address: string) =>
    page.evaluate((demo) => {
      location.hash = `demo=${demo}`;
    }, address);
  for (const [at, [file, reason]] of UNOPENED.entries()) {
    await test.step(file, async () => {
      const address = `${other.url}${file}`;
      await (at === 0 ? openAtRest(page, `${url}?demo=${address}`) : open(address));
      await expect(diagnostics(page)).toContainText(address);
      await expect(diagnostics(page)).toContainText(reason);
      await expect(sourceEditor(page)).toContainText('A ring that breathes');
    });
  }
});

test('the address bar stays accurate without adding to the browser’s history, and links do add to it', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openAtRest(page, url);
  const before = await historyLength(page);
  const target = page.getByRole('combobox', { name: 'Target' });
  const demo = page.getByRole('combobox', { name: 'Load Demo' });
  expect(page.url()).toBe(url);
  const preview = page.locator('meta[property="og:description"]');
  await expect(preview).toHaveAttribute(
    'content',
    /^Write, compile, inspect and run Slang shaders/,
  );
  await target.selectOption('HLSL');
  await expect(page).toHaveURL(`${url}?target=HLSL`);
  await demo.selectOption('Simple Image');
  await expect(page).toHaveURL(`${url}?target=HLSL&demo=simple-image`);
  await expect(page).toHaveTitle('Simple Image · Slang Playground');
  await target.selectOption('METAL');
  await expect(page).toHaveURL((address) => address.search.includes('target=METAL'));

  await page.reload();
  await expect(sourceEditor(page)).not.toContainText('A ring that breathes');
  await expect(demo).toHaveValue('simple-image');
  await expect(target).toHaveValue('METAL');
  await typeSource(page, GREEN);
  await expect(page).toHaveURL(`${url}?target=METAL`);
  await expect(page).toHaveTitle('Simple Image (edited) · Slang Playground');
  await demo.selectOption('ShaderToy: Circle');
  await expect(page).toHaveURL(`${url}?target=METAL&demo=circle`);
  expect(await historyLength(page)).toBe(before);

  await test.step('another link opens in the same tab, and Back opens the previous one', async () => {
    await page.goto(`${page.url()}#target=CUDA&code=${codeOf(GREEN)}`);
    await expect(sourceEditor(page)).toContainText('float4(0.0, 1.0, 0.0, 1.0)');
    await expect(target).toHaveValue('CUDA');
    await expect(demo).toHaveValue('');
    await expect(async () => {
      expect(colorAt(await readPicture(page), 0.5, 0.5)).toEqual([0, 255, 0]);
    }).toPass();
    await page.goBack();
    await expect(demo).toHaveValue('circle');
    await expect(sourceEditor(page)).not.toContainText('float4(0.0, 1.0, 0.0, 1.0)');
  });
});
