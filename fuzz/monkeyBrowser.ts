import path from 'node:path';
import { chromium } from '@playwright/test';
import { BASE_FLAGS, findChromium, WEBGPU_FLAGS } from '../scripts/run/browser.ts';
import { serveSite } from '../scripts/run/siteServer.ts';
import { runMonkey } from './monkey/monkey.ts';
import { readPlaythings } from './monkey/playthings.ts';
import type { FuzzOptions, FuzzReport } from './report.ts';

/** The monkey in a browser of its own, with the site as it was built last. */
export async function runMonkeyInBrowser(options: FuzzOptions): Promise<FuzzReport> {
  const server = await serveSite({ folder: path.resolve(import.meta.dirname, '../dist') });
  const browser = await chromium.launch({
    headless: false,
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: [...BASE_FLAGS, ...WEBGPU_FLAGS],
  });
  try {
    const context = await browser.newContext({
      viewport: { width: 1400, height: 900 },
      serviceWorkers: 'block',
    });
    return await runMonkey(await context.newPage(), server.url, await readPlaythings(), options);
  } finally {
    await browser.close();
    await server.close();
  }
}
