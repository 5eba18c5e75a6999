import type { Browser, Page, ViewportSize } from '@playwright/test';
import { switchAssistanceOff } from '../scripts/run/browser.ts';

export interface PageOptions {
  readonly viewport?: ViewportSize;
  /** Whether the code assistance may start by itself. */
  readonly assistance: boolean;
  /** Called before the page is opened. */
  prepare?(page: Page): Promise<void>;
  /** Names of the performance entries that are waited for. */
  readonly until: readonly string[];
}

/** A small picture that runs: for what measures a tool, not how fast software draws. */
export const SMALL_PAGE: PageOptions = {
  viewport: { width: 900, height: 600 },
  assistance: false,
  until: ['playground:first-frame', 'playground:compiler-ready'],
};

/** Opens the site in a context of its own, which may use the clipboard. */
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

/** How many performance entries of a name there are. */
export function countOf(page: Page, name: string): Promise<number> {
  return page.evaluate((entry) => performance.getEntriesByName(entry).length, name);
}

/** Milliseconds that a run of a large shader, or storing the site, may take. */
export const PATIENCE = 120_000;

export async function untilMore(page: Page, name: string, before: number): Promise<void> {
  await page.waitForFunction(
    ([entry, count]) => performance.getEntriesByName(entry).length > count,
    [name, before] as const,
    { timeout: PATIENCE },
  );
}

/** Replaces the source. */
export async function paste(page: Page, source: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Shader source' }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.evaluate((text) => navigator.clipboard.writeText(text), source);
  await page.keyboard.press('ControlOrMeta+V');
}

/** Replaces the source and runs it. */
export async function run(page: Page, source: string): Promise<void> {
  await paste(page, source);
  const before = await countOf(page, 'playground:run-setup');
  await page.keyboard.press('F5');
  await untilMore(page, 'playground:run-setup', before);
}
