import path from 'node:path';
import {
  type BrowserContext,
  test as base,
  type CDPSession,
  expect,
  type Locator,
  type Page,
  type ViewportSize,
} from '@playwright/test';
import { startVirtualDisplay, switchAssistanceOff } from '../../scripts/run/browser.ts';
import {
  type SiteServer,
  type SiteServerOptions,
  serveSite,
} from '../../scripts/run/siteServer.ts';

const dist = path.resolve(import.meta.dirname, '../../dist');

export function serveBuiltSite(): Promise<SiteServer> {
  return serveSite({ folder: dist });
}

export interface Site {
  serve(options?: Omit<SiteServerOptions, 'folder'>): Promise<SiteServer>;
  /** Console errors and exceptions of the page. */
  readonly problems: string[];
}

export interface SiteOptions {
  /** Whether code assistance starts on its own, as it does for users; off by default here. */
  assistance: boolean;
}

function collectProblems(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
}

/**
 * Playwright's `test` with a server for the built site, and a record of the page's errors. Each
 * journey has its own window and browser context; for most, {@link test} is enough.
 */
export const testInOwnWindow = base.extend<SiteOptions & { site: Site }>({
  launchOptions: [
    async ({ launchOptions }, use, { parallelIndex }) => {
      if (parallelIndex === 0) {
        await use(launchOptions);
        return;
      }
      // Programs on one display share a clipboard.
      const display = await startVirtualDisplay();
      await use({ ...launchOptions, env: { ...process.env, DISPLAY: display.name } });
      display.stop();
    },
    { scope: 'worker' },
  ],
  assistance: [false, { option: true }],
  site: async ({ page, assistance }, use) => {
    if (!assistance) await switchAssistanceOff(page);
    const servers: SiteServer[] = [];
    const problems: string[] = [];
    collectProblems(page, problems);
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

/**
 * One window for all of a worker's journeys, each in a new tab: a new window costs as much as the
 * page. Journeys leave nothing behind. Of the context's options, only `viewport` has an effect.
 */
export const test = testInOwnWindow.extend<object, { sharedWindow: SharedWindow }>({
  sharedWindow: [
    async ({ browser }, use) => {
      // The configured size: tabs that a journey opens would otherwise get the size of the window's
      // first journey.
      const viewport = { width: 1000, height: 700 };
      const context = await browser.newContext({ serviceWorkers: 'block', viewport });
      // The window stays open as long as one of its tabs.
      const firstTab = await context.newPage();
      const session = await context.newCDPSession(firstTab);
      await use({ context, firstTab, session });
      await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ sharedWindow, viewport }, use) => {
    const tab = await openTab(sharedWindow, viewport);
    await use(tab.page);
    await tab.close();
  },
});

interface Tab {
  readonly page: Page;
  /** Closes the tab and the tabs it opened, and removes everything they left behind. */
  close(): Promise<void>;
}

async function openTab(
  { context, firstTab, session }: SharedWindow,
  viewport: ViewportSize | null,
): Promise<Tab> {
  const page = await context.newPage();
  const origins = new Set<string>();
  page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin));
  if (viewport) await page.setViewportSize(viewport);
  return {
    page,
    async close() {
      const tabs = context.pages().filter((tab) => tab !== firstTab);
      await Promise.all(tabs.map((tab) => tab.close()));
      // A later server may reuse this one's port.
      for (const origin of origins) {
        if (origin === 'null') continue;
        await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      }
      await session.send('Network.clearBrowserCache');
      await context.clearPermissions();
      await context.setOffline(false);
    },
  };
}

export interface OnePageOptions extends Partial<SiteOptions> {
  readonly prepare?: (page: Page) => Promise<void>;
}

/**
 * One page for all cases in a group: each replaces the previous source and runs its own. `problems`
 * lists the page's console errors and exceptions so far.
 */
export function onOnePage(
  name: string,
  cases: (page: () => Page, problems: readonly string[]) => void,
  viewport = { width: 1000, height: 700 },
  { assistance = false, prepare }: OnePageOptions = {},
): void {
  test.describe(name, () => {
    let page: Page;
    let close: () => Promise<void>;
    const problems: string[] = [];
    test.beforeAll(async ({ sharedWindow }) => {
      const server = await serveBuiltSite();
      const tab = await openTab(sharedWindow, viewport);
      page = tab.page;
      collectProblems(page, problems);
      close = async () => {
        await tab.close();
        await server.close();
      };
      if (!assistance) await switchAssistanceOff(page);
      await prepare?.(page);
      await openPlayground(page, server.url);
    });
    test.afterAll(() => close());
    cases(() => page, problems);
  });
}

interface SharedWindow {
  readonly context: BrowserContext;
  readonly firstTab: Page;
  readonly session: CDPSession;
}

export { expect };

/** Opens the site and waits for its first picture, and for everything that loads after it. */
export async function openPlayground(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await openedPlayground(page);
}

/** Like {@link openPlayground}, for a page that is already opening. */
export async function openedPlayground(page: Page): Promise<void> {
  await waitForMark(page, 'playground:first-frame');
  await sourceEditor(page).waitFor({ state: 'attached' });
}

/**
 * Opens the site and pauses its picture: software rendering uses all processors, which journeys
 * about other things need.
 */
export async function openAtRest(page: Page, url: string): Promise<void> {
  await openPlayground(page, url);
  await pausePicture(page);
}

/** Pauses a playing picture, unless it stops on its own. */
export async function pausePicture(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause', exact: true }).dispatchEvent('click');
  await page.getByRole('button', { name: 'Resume', exact: true }).waitFor({ state: 'attached' });
}

export async function waitForMark(page: Page, name: string): Promise<void> {
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, name);
}

export function sourceEditor(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Shader source' });
}

/**
 * Waits until an open dialog has taken the focus. That happens a moment after it appears, and would
 * otherwise move the focus away from where a journey has put it.
 */
export async function untilFocusIsIn(dialog: Locator): Promise<void> {
  await expect
    .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);
}

export async function allowClipboard(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
}

/** Focuses the source, for subsequent keys. On a small screen, switches to the source first. */
export async function focusSource(page: Page): Promise<void> {
  const viewSource = page.getByRole('button', { name: 'View Source' });
  // Whether the screen is small is known only once the bar is there.
  await expect(page.getByRole('navigation', { name: 'Playground' })).toBeAttached();
  if (await viewSource.isVisible()) await viewSource.click();
  await sourceEditor(page).focus();
  await expect(sourceEditor(page)).toBeFocused();
}

/**
 * Replaces the whole source as a user would: select all, then paste or delete. The pasted text is
 * part of the event, because all windows share the system clipboard.
 */
export async function typeSource(page: Page, text: string): Promise<void> {
  await focusSource(page);
  await page.keyboard.press('ControlOrMeta+A');
  if (text === '') {
    await page.keyboard.press('Delete');
  } else {
    await pasteText(page, text);
  }
}

/** Replaces the selection in the source with a text, as one edit, whatever its length. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await sourceEditor(page).evaluate((editor, clip) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', clip);
    const init = { clipboardData, bubbles: true, cancelable: true };
    editor.dispatchEvent(new ClipboardEvent('paste', init));
  }, text);
}

export function compileCount(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName('playground:compile').length);
}

/** Waits until more than `before` compiles have finished. */
export async function waitForCompile(page: Page, before: number): Promise<void> {
  await page.waitForFunction(
    (count) => performance.getEntriesByName('playground:compile').length > count,
    before,
  );
}

/** Presses a key and waits until the resulting compile has finished. */
export async function pressAndCompile(
  page: Page,
  key: 'F5' | 'ControlOrMeta+Enter' | 'ControlOrMeta+B',
): Promise<void> {
  const before = await compileCount(page);
  await page.keyboard.press(key);
  await waitForCompile(page, before);
}

export function diagnostics(page: Page): Locator {
  return page.getByRole('tabpanel', { name: 'Diagnostics' });
}

/** Waits until there are no diagnostics: their tab exists only while there are any. */
export function noDiagnostics(page: Page): Promise<void> {
  return expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
}

/** Waits until the run that an action starts has replaced the previous one. */
export async function untilRunning(page: Page, start: () => Promise<void>): Promise<void> {
  const name = 'playground:run-setup';
  const before = await page.evaluate((mark) => performance.getEntriesByName(mark).length, name);
  await start();
  await page.waitForFunction(([mark, count]) => performance.getEntriesByName(mark).length > count, [
    name,
    before,
  ] as const);
}

/** Replaces the source, runs it, and waits until the new run has replaced the previous one. */
export async function runSource(page: Page, source: string): Promise<void> {
  await typeSource(page, source);
  await untilRunning(page, () => page.keyboard.press('F5'));
}

/** The whole target code, from its copy button: the editor contains only the visible part. */
export async function copiedTargetCode(page: Page): Promise<string> {
  return copiedText(page, () => page.getByRole('button', { name: 'Copy target code' }).click());
}

/** The text that an action copies; must not be empty. */
export async function copiedText(page: Page, copy: () => Promise<void>): Promise<string> {
  await allowClipboard(page);
  // Clear the clipboard first, or the old text could be read before the copy is complete.
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await copy();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).not.toBe('');
  return copied();
}
