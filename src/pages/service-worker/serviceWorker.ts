import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  PrecacheController,
  type PrecacheEntry,
  PrecacheRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { inflate, sniffBinary, WASM_TYPE } from '#engine/compiler/core/fetchBinary.ts';
import { ACTIVATE, FORGET_UNUSED, REST, STORE_ALL, type Storing } from '#engine/storage/site.ts';

/** How long (ms) to wait for a page's answer; a page without one is starting or ending. */
const PATIENCE = 3000;

/** Waits until the playground's pages have no urgent work, which needs processors and network. */
async function pagesRest({ clients, registration }: ServiceWorkerGlobalScope): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const { pathname } = new URL(registration.scope);
  const isPlayground = ({ url }: Client) =>
    [pathname, `${pathname}index.html`].includes(new URL(url).pathname);
  await Promise.all(pages.filter(isPlayground).map(rest));
}

function rest(page: Client): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    setTimeout(resolve, PATIENCE);
    page.postMessage(REST, [port2]);
  });
}

declare const self: ServiceWorkerGlobalScope;

/**
 * The site's files, inserted by the build: those that each visit needs, and those stored on first
 * use. `revision` is null if the file name contains a hash.
 */
declare const SITE: { readonly needed: PrecacheEntry[]; readonly others: PrecacheEntry[] };

/** How many files to store before asking the pages again whether they are idle. */
const FILES_AT_ONCE = 8;

/** Revalidates files without a hash in their names instead of downloading them again. */
const revalidated = (request: Request) =>
  request.cache === 'reload' ? new Request(request, { cache: 'no-cache' }) : request;

/**
 * Inflates the binary: browsers cache compiled code only for a response that is WebAssembly itself.
 */
async function storedBinary(url: string, { body }: Response): Promise<Response | null> {
  if (!body) return null;
  const { format, stream } = await sniffBinary(body, url);
  return new Response(inflate(format, stream), { headers: { 'content-type': WASM_TYPE } });
}

let fetched = 0;
const needed = new PrecacheController({
  plugins: [
    {
      async requestWillFetch({ request, event }) {
        if (event?.type === 'install' && fetched % FILES_AT_ONCE === 0) await pagesRest(self);
        fetched += 1;
        return revalidated(request);
      },
      cacheWillUpdate: async ({ request, response }) => {
        if (response.status >= 400) return null;
        // The compiler's binary is the only file with this extension.
        return request.url.endsWith('.gz') ? storedBinary(request.url, response) : response;
      },
    },
  ],
});
const others = new PrecacheController({
  cacheName: 'used',
  plugins: [
    {
      requestWillFetch: async ({ request }) => revalidated(request),
      async fetchDidSucceed({ request, response }) {
        const key = others.getCacheKeyForURL(request.url);
        if (key && response.ok) {
          const cache = await caches.open(others.strategy.cacheName);
          await cache.put(key, response.clone());
        }
        return response;
      },
    },
  ],
});
needed.addToCacheList(SITE.needed);
others.addToCacheList(SITE.others);
for (const controller of [needed, others]) {
  const route = new PrecacheRoute(controller, {
    cleanURLs: false,
    // Query parameters (target, demo, code) are for the page only.
    ignoreURLParametersMatching: [/./],
  });
  registerRoute(route);
  self.addEventListener('activate', controller.activate);
}
self.addEventListener('install', needed.install);
cleanupOutdatedCaches();

// The first visit works offline as soon as the files it needs are stored.
clientsClaim();

self.addEventListener('message', (event) => {
  const [port] = event.ports;
  // A new version waits until no page shows the old one, or until the user requests it.
  if (event.data === ACTIVATE) void self.skipWaiting();
  else if (event.data === STORE_ALL && port) event.waitUntil(storeAll(event, port));
  else if (event.data === FORGET_UNUSED) event.waitUntil(caches.delete(others.strategy.cacheName));
});

/** Stores {@link others} one at a time, and reports progress to the page. */
async function storeAll(event: ExtendableEvent, port: MessagePort): Promise<void> {
  const tell = (storing: Storing) => port.postMessage(storing);
  const files = others.getURLsToCacheKeys();
  let stored = 0;
  try {
    for (const [url, cacheKey] of files) {
      const request = new Request(url, { credentials: 'same-origin' });
      const [response, done] = others.strategy.handleAll({ event, request, params: { cacheKey } });
      const { ok, status } = await response;
      await done;
      if (!ok) throw new Error(`${url} answers with status ${status}.`);
      stored += 1;
      tell({ kind: 'stored', files: stored, of: files.size });
    }
  } catch (thrown) {
    tell({ kind: 'failed', reason: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}
