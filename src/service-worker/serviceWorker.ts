import { clientsClaim } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { ACTIVATE } from './messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Every file of the site; the build writes it here. A `revision` of null says that its name is hashed. */
declare const PRECACHE: PrecacheEntry[];

cleanupOutdatedCaches();

addPlugins([
  {
    // A file whose name has no hash is asked for anew, but is not sent again if it is the same.
    requestWillFetch: async ({ request }) =>
      request.cache === 'reload' ? new Request(request, { cache: 'no-cache' }) : request,
  },
]);

precacheAndRoute(PRECACHE, {
  cleanURLs: false,
  // What follows the question mark is for the page: target, demo, code.
  ignoreURLParametersMatching: [/./],
});

// A first visit works without a network as soon as everything is here.
clientsClaim();

// A new version waits until no page shows the old one, or a person asks for it.
self.addEventListener('message', ({ data }) => {
  if (data === ACTIVATE) void self.skipWaiting();
});
