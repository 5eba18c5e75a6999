import path from 'node:path';
import type { Page } from '@playwright/test';
import { createServer } from 'vite';
import { expect, openAtRest, openPlayground, test, waitForMark } from '../support/site.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Counts what the page's parts keep registered: window listeners and observers. */
function countHeld(): void {
  const held: Record<string, number> = {};
  Object.assign(globalThis, { held });
  const { addEventListener, removeEventListener } = window;
  const listening = new Map<string, Set<unknown>>();
  // Like the browser, counts a listener once, and ignores removals of unregistered ones.
  window.addEventListener = ((type: string, ...rest: [EventListener]) => {
    listening.set(type, (listening.get(type) ?? new Set()).add(rest[0]));
    held[`listeners for ${type}`] = listening.get(type)?.size ?? 0;
    addEventListener.call(window, type, ...rest);
  }) as typeof window.addEventListener;
  window.removeEventListener = ((type: string, ...rest: [EventListener]) => {
    listening.get(type)?.delete(rest[0]);
    held[`listeners for ${type}`] = listening.get(type)?.size ?? 0;
    removeEventListener.call(window, type, ...rest);
  }) as typeof window.removeEventListener;
  const observing = new Set<ResizeObserver>();
  const { observe, disconnect } = ResizeObserver.prototype;
  ResizeObserver.prototype.observe = function (...target) {
    observing.add(this);
    held['resize observers'] = observing.size;
    observe.apply(this, target);
  };
  ResizeObserver.prototype.disconnect = function () {
    observing.delete(this);
    held['resize observers'] = observing.size;
    disconnect.call(this);
  };
}

const KEPT_BY_PARTS = [
  'listeners for keydown',
  'listeners for keyup',
  'listeners for blur',
  'listeners for pointerup',
  'listeners for resize',
  'resize observers',
];

async function heldBy(page: Page): Promise<Record<string, number>> {
  const held = await page.evaluate(
    () => (globalThis as unknown as { held: Record<string, number> }).held,
  );
  return Object.fromEntries(KEPT_BY_PARTS.map((name) => [name, held[name] ?? 0]));
}

/** Waits until the effects of the last update have run. */
const untilIdle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => requestIdleCallback(() => resolve()));
      }),
  );

test('mounted twice by StrictMode, the page keeps no more listeners than mounted once', async ({
  page,
  site,
}) => {
  await page.addInitScript(countHeld);
  const { url } = await site.serve();
  await openAtRest(page, url);
  // The source and target code editors load after the picture and register listeners too.
  await expect(page.locator('.cm-editor')).toHaveCount(2);
  await waitForMark(page, 'playground:compiler-ready');
  await untilIdle(page);
  const once = await heldBy(page);
  expect(once['listeners for keydown']).toBeGreaterThan(0);
  expect(once['resize observers']).toBeGreaterThan(0);

  // React mounts twice only in its development build, which the development server serves.
  const server = await createServer({ root, logLevel: 'error', server: { port: 0, hmr: false } });
  try {
    await server.listen();
    await openPlayground(page, server.resolvedUrls?.local[0] ?? '');
    await expect(page.getByRole('textbox', { name: 'Shader source' })).toHaveCount(1);
    await expect(page.getByLabel('Render output')).toHaveCount(1);
    await expect.poll(() => heldBy(page)).toEqual(once);
    expect(site.problems).toEqual([]);
  } finally {
    await server.close();
  }
});
