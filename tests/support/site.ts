import path from 'node:path';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { type SiteServer, type SiteServerOptions, serveSite } from '../../scripts/siteServer.ts';

const dist = path.resolve(import.meta.dirname, '../../dist');

/** Serves the built site until it is closed. */
export function serveBuiltSite(): Promise<SiteServer> {
  return serveSite({ folder: dist });
}

export interface Site {
  /** Serves the built site until the test ends. */
  serve(options?: Omit<SiteServerOptions, 'folder'>): Promise<SiteServer>;
  /** What the page wrote to its console as errors, and what it threw. */
  readonly problems: string[];
}

export interface SiteOptions {
  /** Whether the code assistance starts by itself, as it does for users; here not at first. */
  assistance: boolean;
}

/** Playwright's `test` with a server for the built site, and a watch on the page's errors. */
export const test = base.extend<SiteOptions & { site: Site }>({
  assistance: [false, { option: true }],
  site: async ({ page, assistance }, use) => {
    if (!assistance) {
      // It takes seconds of both processors while a test wants them for its own matter.
      await page.addInitScript(() => {
        // An empty page has no storage.
        if (location.protocol !== 'about:') {
          localStorage.setItem('playground:code-assistance', 'off');
        }
      });
    }
    const servers: SiteServer[] = [];
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await use({
      problems,
      async serve(options) {
        const server = await serveSite({ folder: dist, ...options });
        servers.push(server);
        return server;
      },
    });
    await Promise.all(servers.map((server) => server.close()));
  },
});

export { expect };

/** Opens the site and waits until its first picture, and what comes behind it, are there. */
export async function openPlayground(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitForMark(page, 'playground:first-frame');
  await sourceEditor(page).waitFor({ state: 'attached' });
}

export async function waitForMark(page: Page, name: string): Promise<void> {
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, name);
}

export function sourceEditor(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Shader source' });
}

/** Replaces the whole source as a user would: select all, then paste (or delete). */
export async function typeSource(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await sourceEditor(page).click();
  await page.keyboard.press('ControlOrMeta+A');
  if (text === '') {
    await page.keyboard.press('Delete');
  } else {
    await page.evaluate((clip) => navigator.clipboard.writeText(clip), text);
    await page.keyboard.press('ControlOrMeta+V');
  }
}

/** Compiles that were finished so far. */
export function compileCount(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName('playground:compile').length);
}

/** Presses a key and waits until the compile that it starts is finished. */
export async function pressAndCompile(page: Page, key: 'F5' | 'ControlOrMeta+B'): Promise<void> {
  const before = await compileCount(page);
  await page.keyboard.press(key);
  await expect.poll(() => compileCount(page)).toBeGreaterThan(before);
}

export function diagnostics(page: Page): Locator {
  return page.getByRole('tabpanel', { name: 'Diagnostics' });
}

/** Replaces the source, runs it, and waits until it has taken the place of what ran before. */
export async function runSource(page: Page, source: string): Promise<void> {
  const setUps = () =>
    page.evaluate(() => performance.getEntriesByName('playground:run-setup').length);
  await typeSource(page, source);
  const before = await setUps();
  await page.keyboard.press('F5');
  await expect.poll(setUps).toBeGreaterThan(before);
}

/** The whole target code, as its copy button gives it: the editor holds only what is in sight. */
export async function copiedTargetCode(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy target code' }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}
