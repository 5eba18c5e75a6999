import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { WEBGPU_FLAGS } from '../scripts/run/browser.ts';
import { measureStart, type Start } from './measure.ts';
import { PATIENCE, untilMore } from './page.ts';
import { print } from './report.ts';
import { launchOptions } from './start.ts';
import { median } from './statistics.ts';

const RUNS = 4;

/** How long (ms) the browser takes to write the compiled code once it has stored the site. */
const UNTIL_CODE_IS_KEPT = 15_000;

const OPTIONS = { assistance: false, draws: true };

/** Runs `use` in a browser with this profile, then closes the browser. */
async function inProfile<Value>(
  profile: string,
  work: (context: BrowserContext) => Promise<Value>,
): Promise<Value> {
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions(WEBGPU_FLAGS),
    viewport: { width: 1400, height: 900 },
  });
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** A visit that lasts until the browser has stored the site and its compiled code. */
async function visit(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(url);
  await untilMore(page, 'playground:compiler-ready', 0);
  // Software drawing keeps the page from becoming idle.
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.waitForTimeout(UNTIL_CODE_IS_KEPT);
  await page.close();
}

/**
 * Measures starts after closing and reopening the browser: the second visit, the first that a
 * service worker answers, and the third, for which the browser has kept the compiled code.
 *
 * @param runs how often; the figures are medians
 */
export async function benchReturnVisit(url: string, runs = RUNS): Promise<void> {
  const second: Start[] = [];
  const third: Start[] = [];
  for (let run = 0; run < runs; run += 1) {
    const profile = await mkdtemp(path.join(tmpdir(), 'return-visit-'));
    await inProfile(profile, (context) => visit(context, url));
    second.push(
      await inProfile(profile, async (context) => {
        const start = await measureStart(context, url, OPTIONS);
        await visit(context, url);
        return start;
      }),
    );
    third.push(await inProfile(profile, (context) => measureStart(context, url, OPTIONS)));
    await rm(profile, { recursive: true });
  }
  for (const [name, starts] of [
    ['second', second],
    ['third', third],
  ] as const) {
    const medianOf = (figure: keyof Start) => median(starts.map((start) => start[figure]));
    print(`first frame, ${name} visit`, medianOf('firstFrame'), 'ms');
    print(`compiler ready, ${name} visit`, medianOf('compilerReady'), 'ms');
    print(`page blocked by tasks over 50 ms until both, ${name} visit`, medianOf('blocked'), 'ms');
  }
}
