import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { build } from 'vite';
import { GALLERY } from '#demos/gallery.ts';
import { BASE_FLAGS, findChromium, WEBGPU_FLAGS } from '../run/browser.ts';
import { serveSite } from '../run/siteServer.ts';
import { toWebp } from './webp.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'src/demos/thumbnails');

/** Larger than in the gallery, for high-density displays. */
const SIZE = { width: 480, height: 270 };

/** At this window size, the picture on a small screen has about that size. */
const VIEWPORT = { width: 480, height: 528 };

/** At this frame most demos have something to show; those that learn or grow get more time. */
const FRAME = 40;
const LATER: Readonly<Record<string, number>> = {
  'gsplat2d-diff': 130,
  'path-tracer': 120,
  'reaction-diffusion': 160,
  fluid: 150,
  particles: 90,
};

/** The part that shows a demo best: its picture, else its text, else its code. */
async function stageOf(page: Page, url: string): Promise<Locator> {
  const picture = page.getByLabel('Render output');
  const output = page.getByRole('tabpanel', { name: 'Output' });
  const diagnostics = page.getByRole('tabpanel', { name: 'Diagnostics' });
  await picture.or(output).or(diagnostics).first().waitFor();
  if (await picture.isVisible()) {
    const frame = page.getByLabel('Frame', { exact: true });
    const wanted = LATER[url] ?? FRAME;
    // Playback pauses automatically if nothing moves.
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

/** Renders the gallery's thumbnails from the demos: all, or the named ones. */
async function renderThumbnails(names: readonly string[]): Promise<void> {
  await build({ root, logLevel: 'error' });
  await mkdir(folder, { recursive: true });
  const server = await serveSite({ folder: path.join(root, 'dist') });
  const browser = await chromium.launch({
    headless: false,
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: [...BASE_FLAGS, ...WEBGPU_FLAGS],
  });
  for (const { url } of GALLERY) {
    if (names.length > 0 && !names.includes(url)) continue;
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.goto(`${server.url}?demo=${url}`);
    await page.getByRole('button', { name: 'View Source' }).waitFor();
    const stage = await stageOf(page, url);
    const webp = await toWebp(page, await stage.screenshot(), SIZE);
    await writeFile(path.join(folder, `${url}.webp`), webp);
    console.log(`${url}.webp: ${webp.byteLength} bytes`);
    await page.close();
  }
  await browser.close();
  await server.close();
}

await renderThumbnails(process.argv.slice(2));
