import type { Page } from '@playwright/test';
import { BASE_FLAGS, findChromium, switchAssistanceOff } from '../../scripts/run/browser.ts';
import { holdRequests } from '../support/heldRequests.ts';
import {
  expect,
  openedPlayground,
  openPlayground,
  pressAndCompile,
  test,
  untilRunning,
  waitForMark,
} from '../support/site.ts';

const BINARY = '**/*.gz';

const loadingBar = (page: Page) => page.getByRole('progressbar', { name: 'Loading compiler' });

/** Records the loading bar's values (in percent, null for none) in the page that opens next. */
async function watchBar(page: Page): Promise<() => Promise<(number | null)[]>> {
  await page.addInitScript(() => {
    const seen: (number | null)[] = [];
    Object.assign(globalThis, { valuesSeen: seen });
    new MutationObserver(() => {
      const bar = document.querySelector('[role=progressbar][aria-label="Loading compiler"]');
      const value = bar?.getAttribute('aria-valuenow');
      if (bar) seen.push(value ? Number(value) : null);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { valuesSeen: (number | null)[] }).valuesSeen);
}

test('progress is shown until the compiler is ready, and never exceeds 100', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const valuesSeen = await watchBar(page);
  // Hold requests until the bar appears, because the compiler could be faster.
  const release = await holdRequests(page, BINARY);
  await openPlayground(page, url);
  await expect(loadingBar(page)).toBeVisible();
  release();
  await waitForMark(page, 'playground:compiler-ready');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  const seen = (await valuesSeen()).filter((value) => value !== null);
  expect(seen.length).toBeGreaterThan(1);
  expect(Math.max(...seen)).toBeLessThanOrEqual(100);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

const FAILURES = [
  { name: 'missing', fail: { status: 404, body: 'gone' }, reason: /404/ },
  {
    name: 'truncated',
    fail: { status: 200, body: Buffer.from('1f8b0800000000000003', 'hex') },
    reason: /WebAssembly compilation aborted/,
  },
  {
    name: 'something else',
    fail: { status: 200, body: '<!doctype html>' },
    reason: /3c 21 64 6f/,
  },
];

test('a binary that cannot be loaded is reported with the reason, and Try again works', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const failed = page.getByRole('region', { name: 'Compiler' });
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  for (const [index, { name, fail, reason }] of FAILURES.entries()) {
    await test.step(`a binary that is ${name}`, async () => {
      await page.unroute(BINARY);
      await page.route(BINARY, (route) => route.fulfill(fail));
      if (index === 0) await page.goto(url);
      else await tryAgain.click();
      await expect(failed).toContainText(reason);
      await expect(failed.getByRole('status')).toHaveText('Failed to initialize Slang Compiler.');
    });
  }
  await page.unroute(BINARY);
  await tryAgain.click();
  await waitForMark(page, 'playground:compiler-ready');
  await expect(tryAgain).toHaveCount(0);
  await untilRunning(page, () => page.getByRole('button', { name: 'Run' }).click());
  await waitForMark(page, 'playground:first-frame');
});

test('the page says that it is offline, and loads the compiler once it is online', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await page.route(BINARY, async (route) => {
    // The compiler does not wait for a slow page, which could still be loading its own scripts.
    await openedPlayground(page);
    await page.context().setOffline(true);
    await route.abort();
  });
  await page.goto(url);
  await expect(
    page.getByText('You’re offline. The compiler loads when you reconnect.'),
  ).toBeVisible();
  await page.unroute(BINARY);
  await page.context().setOffline(false);
  await waitForMark(page, 'playground:compiler-ready');
  await expect(page.getByText('You’re offline.')).toHaveCount(0);
});

test('without WebGPU, the page says why, and still compiles', async ({ playwright, site }) => {
  const { url } = await site.serve();
  const browser = await playwright.chromium.launch({
    headless: false,
    executablePath: findChromium() ?? '',
    args: BASE_FLAGS,
  });
  try {
    const page = await browser.newPage();
    await switchAssistanceOff(page);
    await page.goto(url);
    await expect(page.getByRole('tabpanel', { name: 'Diagnostics' })).toHaveText(
      /^Browser does not support WebGPU, Run shader feature is disabled\..*The shader compiled successfully, but it cannot run because your browser does not support WebGPU\./s,
    );
    const run = page.getByRole('button', { name: 'Run' });
    await expect(run).toBeDisabled();
    await expect(run).toHaveAttribute('title', /^Cannot run: The browser (has|found) no /);
    await expect(page.getByLabel('Render output')).toHaveCount(0);
    const still = page.getByRole('figure');
    await expect(still).toHaveText(/^This is a stored picture of the demo/);
    const width = () =>
      still.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    await pressAndCompile(page, 'ControlOrMeta+B');
    await expect(page.getByRole('textbox', { name: 'Target code' })).toContainText('fn drawRing');
  } finally {
    await browser.close();
  }
});
