import type { Browser, Page, ViewportSize } from '@playwright/test';
import { switchAssistanceOff } from '../scripts/run/browser.ts';

export interface PageOptions {
  readonly viewport?: ViewportSize;
  /** Whether code assistance may start on its own. */
  readonly assistance: boolean;
  prepare?(page: Page): Promise<void>;
  readonly until: readonly string[];
}

/** A small running picture, for benchmarks that measure a tool rather than software drawing. */
export const SMALL_PAGE: PageOptions = {
  viewport: { width: 900, height: 600 },
  assistance: false,
  until: ['playground:first-frame', 'playground:compiler-ready'],
};

/** Opens the site in its own context, with access to the clipboard. */
export async function openPage(
  browser: Browser,
  url: string,
  { viewport, assistance, prepare, until }: PageOptions,
): Promise<Page> {
  const context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(viewport && { viewport }),
  });
  const page = await context.newPage();
  if (!assistance) await switchAssistanceOff(page);
  await prepare?.(page);
  await page.goto(url);
  for (const name of until) await untilMore(page, name, 0);
  return page;
}

export function countOf(page: Page, name: string): Promise<number> {
  return page.evaluate((entry) => performance.getEntriesByName(entry).length, name);
}

/** How long a large shader's run, or storing the site, may take, in milliseconds. */
export const PATIENCE = 120_000;

export async function untilMore(page: Page, name: string, before: number): Promise<void> {
  await page.waitForFunction(
    ([entry, count]) => performance.getEntriesByName(entry).length > count,
    [name, before] as const,
    { timeout: PATIENCE },
  );
}

export async function paste(page: Page, source: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Shader source' }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.evaluate((text) => navigator.clipboard.writeText(text), source);
  await page.keyboard.press('ControlOrMeta+V');
}

export async function run(page: Page, source: string): Promise<void> {
  await paste(page, source);
  const before = await countOf(page, 'playground:run-setup');
  await page.keyboard.press('F5');
  await untilMore(page, 'playground:run-setup', before);
}
