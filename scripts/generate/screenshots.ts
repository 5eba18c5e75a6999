import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { BASE_FLAGS, findChromium, WEBGPU_FLAGS } from '../run/browser.ts';
import { serveSite } from '../run/siteServer.ts';
import { toWebp } from './webp.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'docs/screenshots');

const SIZES = [
  { name: 'wide', width: 1400, height: 900 },
  { name: 'narrow', width: 900, height: 700 },
  { name: 'phone', width: 390, height: 844 },
] as const;

const FRAME = 40;

const BROKEN = `import playground;
import rendering;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    let brightness = undefinedName * 2.0;
    drawPixel(at, (int2 screen) => { return float3(brightness); });
}
`;

const STATES: readonly { name: string; reach: (page: Page) => Promise<void> }[] = [
  { name: 'picture', reach: async () => {} },
  {
    name: 'outputs',
    async reach(page) {
      await page.getByRole('tab', { name: 'Changes' }).click();
      await page.getByRole('button', { name: 'Compare outputs' }).click();
      const comparison = page.getByRole('region', { name: 'Compare outputs' });
      await comparison.getByRole('textbox').nth(1).getByText('float').first().waitFor();
      await page.getByText('Looking for the lines').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'debugger',
    async reach(page) {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Inspect pixel' }).click();
      const picker = page.getByRole('application');
      const box = await picker.boundingBox();
      if (!box) throw new Error('The picture is hidden.');
      await picker.click({ position: { x: box.width * 0.5, y: box.height * 0.2 } });
      await page.getByText(/^Agrees/).waitFor();
    },
  },
  {
    name: 'diagnostics',
    async reach(page) {
      await page.getByRole('button', { name: 'Stop debugging' }).click();
      await showView(page, 'Source');
      await page.getByRole('textbox', { name: 'Shader source' }).click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.evaluate((text) => navigator.clipboard.writeText(text), BROKEN);
      await page.keyboard.press('ControlOrMeta+V');
      await page.keyboard.press('F5');
      await page.getByRole('list', { name: 'Problems' }).waitFor();
    },
  },
  {
    name: 'help',
    async reach(page) {
      await page.keyboard.press('F1');
      await page.getByRole('combobox', { name: 'Search commands' }).fill('Open Help');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Help' }).waitFor();
    },
  },
];

/** On a small screen, switches to the view unless it is already visible. */
async function showView(page: Page, view: 'Source' | 'Results'): Promise<void> {
  const button = page.getByRole('button', { name: `View ${view}` });
  if ((await button.count()) > 0) await button.click();
}

/** Opens a page that has drawn the default demo and is paused at a frame. */
async function openPage(
  browser: Browser,
  url: string,
  size: (typeof SIZES)[number],
  theme: 'light' | 'dark',
) {
  const context = await browser.newContext({
    viewport: { width: size.width, height: size.height },
    colorScheme: theme,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await showView(page, 'Results');
  const frame = page.getByLabel('Frame', { exact: true });
  while (Number(await frame.textContent()) < FRAME) await page.waitForTimeout(50);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  // The first hint disappears by itself.
  await page
    .getByRole('status', { name: 'Notice' })
    .getByRole('button')
    .waitFor({ state: 'detached' });
  await page.mouse.move(0, 0);
  return page;
}

/** Writes docs/screenshots: all states, or the named ones, at three sizes, light and dark. */
const wanted = process.argv.slice(2);
await build({ root, logLevel: 'error' });
await mkdir(folder, { recursive: true });
const server = await serveSite({ folder: path.join(root, 'dist') });
const browser = await chromium.launch({
  headless: false,
  executablePath: findChromium() ?? '/usr/bin/chromium',
  args: [...BASE_FLAGS, ...WEBGPU_FLAGS],
});
for (const size of SIZES) {
  for (const theme of ['light', 'dark'] as const) {
    const page = await openPage(browser, server.url, size, theme);
    for (const { name, reach } of STATES) {
      await reach(page);
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const file = `${name}-${size.name}-${theme}.webp`;
      await writeFile(path.join(folder, file), await toWebp(page, await page.screenshot()));
      console.log(file);
    }
    await page.context().close();
  }
}
await browser.close();
await server.close();
