import { clientsClaim } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { inflate, sniffBinary, WASM_TYPE } from '#engine/compiler/core/binaryFormat.ts';
import { ACTIVATE } from './messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** All files of the site, inserted by the build. `revision` is null if the file name has a hash. */
declare const PRECACHE: PrecacheEntry[];

/** The binary inflated: browsers keep compiled code only for a response that is WebAssembly itself. */
async function storedBinary(url: string, { body }: Response): Promise<Response | null> {
  if (!body) return null;
  const { format, stream } = await sniffBinary(body, url);
  return new Response(inflate(format, stream), { headers: { 'content-type': WASM_TYPE } });
}

cleanupOutdatedCaches();

addPlugins([
  {
    // Revalidate files without a hash in their name instead of downloading them again.
    requestWillFetch: async ({ request }) =>
      request.cache === 'reload' ? new Request(request, { cache: 'no-cache' }) : request,
    cacheWillUpdate: async ({ request, response }) => {
      if (response.status >= 400) return null;
      // The compiler's binary is the one file with such a name.
      return request.url.endsWith('.gz') ? storedBinary(request.url, response) : response;
    },
  },
]);

precacheAndRoute(PRECACHE, {
  cleanURLs: false,
  // Query parameters (target, demo, code) are for the page.
  ignoreURLParametersMatching: [/./],
});

// The first visit works offline as soon as all files are stored.
clientsClaim();

// A new version waits until no page shows the old one, or the user asks for it.
self.addEventListener('message', ({ data }) => {
  if (data === ACTIVATE) void self.skipWaiting();
});
