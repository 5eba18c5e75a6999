import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { build } from 'vite';
import { GALLERY } from '#core/slang/demos/gallery.ts';
import { BASE_FLAGS, findChromium, WEBGPU_FLAGS } from '../run/browser.ts';
import { serveSite } from '../run/siteServer.ts';
import { type ImageSize, toWebp } from './webp.ts';

const root = path.resolve(import.meta.dirname, '../..');
const demoFolder = path.join(root, 'src/core/slang/demos/thumbnails');
const starterFolder = path.join(root, 'src/core/slang/starters/previews');

/** Larger than shown in the gallery, for high-density displays. */
const SIZE = { width: 480, height: 270 };

/** Smaller than a demo's, because starters have plain pictures. */
const STARTER_SIZE = { width: 320, height: 180 };

/** At this window size, a small screen's picture has about the thumbnail's size. */
const VIEWPORT = { width: 480, height: 528 };

/** By this frame most demos have something to show; demos that learn or grow get more time. */
const FRAME = 40;
const LATER: Readonly<Record<string, number>> = {
  'gsplat2d-diff': 130,
  'path-tracer': 120,
  'reaction-diffusion': 160,
  particles: 90,
  'starters/simulation': 90,
  'starters/autodiff-fit': 120,
};

/** The element that shows a demo best: its picture, else its text, else its code. */
async function stageOf(page: Page, url: string): Promise<Locator> {
  const picture = page.getByLabel('Render output');
  const output = page.getByRole('tabpanel', { name: 'Output' });
  const diagnostics = page.getByRole('tabpanel', { name: 'Diagnostics' });
  await picture.or(output).or(diagnostics).first().waitFor();
  if (await picture.isVisible()) {
    const frame = page.getByLabel('Frame', { exact: true });
    const wanted = LATER[url] ?? FRAME;
    // Playback pauses on its own if nothing moves.
    const paused = page.getByRole('button', { name: 'Resume', exact: true });
    while (Number(await frame.textContent()) < wanted && !(await paused.isVisible())) {
      await page.waitForTimeout(50);
    }
    return picture;
  }
  if (await output.isVisible()) return output.locator('pre');
  await page.getByRole('tab', { name: 'Target Code' }).click();
  return page.locator('[aria-label="Target code"]');
}

/** Captures only whole pixels of the element: partial ones would also show its surroundings. */
async function takePicture(page: Page, stage: Locator): Promise<Buffer> {
  const box = await stage.boundingBox();
  if (!box) throw new Error('There is nothing to take a picture of.');
  const [x, y] = [Math.ceil(box.x), Math.ceil(box.y)];
  const [right, bottom] = [Math.floor(box.x + box.width), Math.floor(box.y + box.height)];
  return page.screenshot({ clip: { x, y, width: right - x, height: bottom - y } });
}

interface Pictured {
  /** A demo's name, such as `circle`, or `starters/image`. */
  readonly name: string;
  readonly file: string;
  readonly size: ImageSize;
  open(page: Page, site: string): Promise<void>;
}

const demos = GALLERY.map(
  ({ url }): Pictured => ({
    name: url,
    file: path.join(demoFolder, `${url}.webp`),
    size: SIZE,
    async open(page, site) {
      await page.goto(`${site}?demo=${url}`);
    },
  }),
);

async function starters(): Promise<readonly Pictured[]> {
  const sources = await readdir(path.join(root, 'src/core/slang/starters/sources'));
  return sources.map((source) => {
    const { name } = path.parse(source);
    return {
      name: `starters/${name}`,
      file: path.join(starterFolder, `${name}.webp`),
      size: STARTER_SIZE,
      async open(page, site) {
        // A small screen has no menu “Project”.
        await page.setViewportSize({ width: 1200, height: 800 });
        await page.goto(site);
        await untilRuns(page, 1);
        await page.getByRole('button', { name: 'Project', exact: true }).click();
        await page.getByRole('menuitem', { name: 'New', exact: true }).click();
        await page.locator(`[data-starter="${name}"]`).click();
        await page.setViewportSize(VIEWPORT);
        await untilRuns(page, 2);
      },
    };
  });
}

async function untilRuns(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => performance.getEntriesByName('playground:run-setup').length >= wanted,
    count,
  );
}

async function renderThumbnails(names: readonly string[]): Promise<void> {
  await build({ root, logLevel: 'error' });
  const server = await serveSite({ folder: path.join(root, 'dist') });
  const browser = await chromium.launch({
    headless: false,
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: [...BASE_FLAGS, ...WEBGPU_FLAGS],
  });
  for (const { name, file, size, open } of [...demos, ...(await starters())]) {
    if (names.length > 0 && !names.includes(name)) continue;
    const page = await browser.newPage({ viewport: VIEWPORT });
    await open(page, server.url);
    await page.getByRole('button', { name: 'View Source' }).waitFor();
    const stage = await stageOf(page, name);
    const webp = await toWebp(page, await takePicture(page, stage), size);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, webp);
    console.log(`${name}: ${webp.byteLength} bytes`);
    await page.close();
  }
  await browser.close();
  await server.close();
}

await renderThumbnails(process.argv.slice(2));
