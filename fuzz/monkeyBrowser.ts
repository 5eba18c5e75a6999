import path from 'node:path';
import { chromium } from '@playwright/test';
import { BASE_FLAGS, findChromium, WEBGPU_FLAGS } from '../scripts/run/browser.ts';
import { serveSite } from '../scripts/run/siteServer.ts';
import { readMonkeyInputs } from './monkey/inputs.ts';
import { runMonkey } from './monkey/monkey.ts';
import type { FuzzOptions, FuzzReport } from './report.ts';

/** Runs the monkey test in a new browser, with the site as last built. */
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
    return await runMonkey(await context.newPage(), server.url, await readMonkeyInputs(), options);
  } finally {
    await browser.close();
    await server.close();
  }
}
