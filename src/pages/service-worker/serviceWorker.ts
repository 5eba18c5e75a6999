import { clientsClaim } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { ACTIVATE } from './messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** All files of the site, inserted by the build. `revision` is null if the file name has a hash. */
declare const PRECACHE: PrecacheEntry[];

cleanupOutdatedCaches();

addPlugins([
  {
    // Revalidate files without a hash in their name instead of downloading them again.
    requestWillFetch: async ({ request }) =>
      request.cache === 'reload' ? new Request(request, { cache: 'no-cache' }) : request,
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
