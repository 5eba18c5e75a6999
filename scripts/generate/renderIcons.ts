import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { BASE_FLAGS, findChromium } from '../run/browser.ts';

const publicFolder = path.resolve(import.meta.dirname, '../../public');

/** The icon's background, which fills a maskable icon completely. */
const GROUND = '#16181d';

interface Icon {
  readonly file: string;
  readonly size: number;
  /** Systems crop a maskable icon to any shape that contains the circle with 80 % of its width. */
  readonly maskable?: boolean;
}

const ICONS: readonly Icon[] = [
  { file: 'icon-192.png', size: 192 },
  { file: 'icon-512.png', size: 512 },
  { file: 'icon-maskable-512.png', size: 512, maskable: true },
];

/** Renders the web manifest's PNG icons from `public/icon.svg`. */
async function renderIcons(): Promise<void> {
  const svg = await readFile(path.join(publicFolder, 'icon.svg'), 'utf8');
  const folder = path.join(publicFolder, 'icons');
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: BASE_FLAGS,
  });
  for (const { file, size, maskable = false } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const ground = maskable ? GROUND : 'transparent';
    await page.setContent(
      `<style>body { margin: 0; background: ${ground} } svg { display: block; width: 100vw }</style>${svg}`,
    );
    const png = await page.screenshot({ omitBackground: true });
    await writeFile(path.join(folder, file), png);
    console.log(`${file}: ${png.byteLength} bytes`);
    await page.close();
  }
  await browser.close();
}

await renderIcons();
