import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { writeServiceWorker } from '../../scripts/build/serviceWorker.ts';
import { chooseFromMenu, notice, openTool } from '../support/controls.ts';
import { openDebugger } from '../support/debuggerPage.ts';
import {
  compileCount,
  copiedTargetCode,
  expect,
  openAtRest,
  pausePicture,
  sourceEditor,
  testInOwnWindow as test,
  untilFocusIsIn,
  waitForCompile,
  waitForMark,
} from '../support/site.ts';

const dist = path.resolve(import.meta.dirname, '../../dist');

const reload = (page: Page) => notice(page).getByRole('button', { name: 'Reload' });
const help = (page: Page) => page.getByRole('dialog', { name: 'Help' });

/** Opens the site and waits until the browser has cached all of it. */
async function visit(page: Page, url: string): Promise<void> {
  // The browser caches when the page is idle, which is rare with software rendering.
  await openAtRest(page, url);
  await waitForMark(page, 'playground:compiler-ready');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

async function pauseFirstPicture(page: Page): Promise<void> {
  await waitForMark(page, 'playground:first-frame');
  await pausePicture(page);
}

/** Waits until the browser has cached a newer version that the page does not show yet. */
async function waitForNewVersion(page: Page): Promise<void> {
  await waitForMark(page, 'playground:compiler-ready');
  await page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.waiting?.state === 'installed';
  });
}

/** Removes everything that service workers have not cached. */
async function forgetHttpCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

function storedFiles(page: Page, name: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const stored = await Promise.all((await caches.keys()).map((each) => caches.open(each)));
    const requests = await Promise.all(stored.map((cache) => cache.keys()));
    const script = new RegExp(`/${wanted}-[\\w-]+\\.js$`);
    return requests.flat().filter(({ url }) => script.test(url)).length;
  }, name);
}

async function compileTo(page: Page, target: string): Promise<void> {
  const before = await compileCount(page);
  await page.getByRole('combobox', { name: 'Target' }).selectOption(target);
  await page.getByRole('button', { name: 'Compile', exact: true }).click();
  await waitForCompile(page, before);
}

async function openDemo(page: Page, name: string): Promise<void> {
  const before = await compileCount(page);
  await page.getByRole('combobox', { name: 'Load Demo' }).selectOption(name);
  await waitForCompile(page, before);
}

// These journeys come last and are long, so both workers share them.
test.describe.configure({ mode: 'parallel' });

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a second visit works without a network, with the tools that have been used', async ({
    page,
    site,
  }) => {
    const server = await site.serve({ basePath: '/some/folder/' });
    await visit(page, server.url);
    await openTool(page, 'Resources');
    await expect.poll(() => storedFiles(page, 'resources')).toBe(1);
    await expect(page.getByRole('tabpanel', { name: 'Resources' })).toContainText('outputTexture');
    await page.getByRole('button', { name: 'Close tool' }).click();
    const binary = await page.evaluate(async () => {
      const [name = ''] = await caches.keys();
      const stored = await (await caches.open(name)).keys();
      const request = stored.find(({ url }) => url.includes('.wasm-'));
      return (request && (await caches.match(request)))?.headers.get('content-type');
    });
    // The browser caches compiled code only for this type.
    expect(binary).toBe('application/wasm');
    await forgetHttpCache(page);
    await server.close();

    await openAtRest(page, `${server.url}?target=HLSL&demo=circle`);
    await waitForMark(page, 'playground:compiler-ready');
    await compileTo(page, 'CUDA');
    await expect.poll(() => copiedTargetCode(page)).toContain('__global__');

    await compileTo(page, 'WGSL');
    await openDemo(page, 'Simple Image');
    await expect(page.getByLabel('Render output')).toBeVisible();
    await openTool(page, 'Resources');
    await expect(page.getByRole('tabpanel', { name: 'Resources' })).toContainText('outputTexture');
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await expect(help(page)).toBeVisible();
    expect(site.problems).toEqual([]);
  });

  test('unused tools work without a network after the user requests offline use', async ({
    page,
    site,
  }) => {
    const server = await site.serve();
    await visit(page, server.url);
    expect(await storedFiles(page, 'debugger')).toBe(0);

    await page.getByRole('button', { name: 'More', exact: true }).click();
    const item = page.getByRole('menuitemcheckbox', { name: 'Make available offline' });
    await expect(item).not.toBeChecked();
    await item.click();
    await expect(notice(page)).toContainText('The whole playground is stored.');
    expect(await storedFiles(page, 'debugger')).toBe(1);
    await forgetHttpCache(page);
    await server.close();

    await openAtRest(page, server.url);
    await waitForMark(page, 'playground:compiler-ready');
    await openDebugger(page);
    expect(site.problems).toEqual([]);
  });

  test('a new version is offered, and used only on request', async ({ page, site }) => {
    const server = await site.serve();
    await visit(page, server.url);

    const folder = await mkdtemp(path.join(tmpdir(), 'new-version-'));
    await cp(dist, folder, { recursive: true });
    const html = await readFile(path.join(folder, 'index.html'), 'utf8');
    await writeFile(
      path.join(folder, 'index.html'),
      html.replace('lang="en"', 'lang="en" data-version="new"'),
    );
    await writeServiceWorker(folder);
    server.show(folder);
    const isNew = () => page.locator('html').getAttribute('data-version');

    try {
      await page.reload();
      await pauseFirstPicture(page);
      await waitForNewVersion(page);
      await expect(notice(page)).toContainText('A new version is ready.');
      expect(await isNew()).toBeNull();
      await notice(page).getByRole('button', { name: 'Dismiss' }).click();
      await expect(notice(page)).not.toContainText('A new version');

      await page.reload();
      await pauseFirstPicture(page);
      await expect(notice(page)).toContainText('A new version is ready.');
      expect(await isNew()).toBeNull();
      await reload(page).click();
      await page.waitForFunction(() => document.documentElement.dataset['version'] === 'new');
      await waitForMark(page, 'playground:first-frame');

      // No files of the old version remain.
      const kept = await page.evaluate(async () => {
        const names = await caches.keys();
        const requests = await Promise.all(
          names.map(async (name) => (await caches.open(name)).keys()),
        );
        return requests.flat().map(({ url }) => url);
      });
      expect(kept.filter((url) => url.includes('index.html'))).toHaveLength(1);
      expect(new Set(kept).size).toBe(kept.length);
      await expect(notice(page)).not.toContainText('A new version');
      expect(site.problems).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

test.describe('a whole session', () => {
  test.use({ serviceWorkers: 'allow', assistance: true });

  test('sends requests only to its own origin', async ({ page, context, site }) => {
    const requested: string[] = [];
    context.on('request', (request) => requested.push(request.url()));
    context.on('page', (opened) => requested.push(opened.url()));
    const { url } = await site.serve();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit(page, url);
    for (const target of ['SPIRV', 'HLSL', 'GLSL', 'METAL', 'CUDA', 'WGSL']) {
      await compileTo(page, target);
    }
    for (const demo of ['Simple Print', 'Image From URL']) await openDemo(page, demo);

    await chooseFromMenu(page, 'Project', 'Browse demos');
    await page.getByRole('dialog').locator('img').first().waitFor();
    await untilFocusIsIn(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await untilFocusIsIn(help(page));
    await page.keyboard.press('Escape');
    await expect(help(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await waitForMark(page, 'playground:language-server-start');

    const { origin } = new URL(url);
    // The recorded requests include those of workers.
    expect(requested).toContainEqual(expect.stringMatching(/\.wasm-[\w-]+\.gz$/));
    expect(requested).toContainEqual(expect.stringMatching(/\/sw\.js$/));
    const others = requested.filter(
      (address) => !/^(?:data|blob|about):/.test(address) && new URL(address).origin !== origin,
    );
    expect(others).toEqual([]);
  });
});

test('everything works without a message if the browser refuses to cache the site', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => {
      performance.mark('asked');
      return Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
    };
  });
  const { url } = await site.serve();
  await openAtRest(page, url);
  await waitForMark(page, 'asked');
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect(help(page)).toBeVisible();
  await help(page).getByRole('button', { name: 'Close' }).click();
  await expect(notice(page)).toHaveText('');
  expect(site.problems).toEqual([]);
});

test('scripts missing after a deployment load after a reload, and the rest keeps working', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const gone = /\/assets\/(?:editor|help)-/;
  await page.route(gone, (route) => route.fulfill({ status: 404 }));
  await page.goto(url);
  await waitForMark(page, 'playground:first-frame');
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });
  await expect(alert('The editor could not be loaded')).toBeVisible();
  await expect(page.getByLabel('Render output')).toBeVisible();
  await expect(notice(page)).toContainText('A part of the page could not be loaded.');
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect(alert('Help could not be loaded')).toBeVisible();

  await page.unroute(gone);
  const reloaded = page.waitForEvent('load');
  await reload(page).click();
  await reloaded;
  await expect(sourceEditor(page)).toBeVisible();
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect(help(page)).toBeVisible();
});
