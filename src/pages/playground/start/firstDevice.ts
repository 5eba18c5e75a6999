import { requestGpuDevice } from '#engine/gpu/device.ts';

/** Matches addresses that ask for a text other than the default demo. */
const ASKS_FOR_TEXT = /[?#&](?:code|demo|project)=/;

/**
 * Preloads the default demo and its compiled form while the page's scripts are still loading. The
 * built page lists the files (scripts/build/startupHints.ts).
 */
function preloadDefaultDemo(): void {
  if (ASKS_FOR_TEXT.test(location.search + location.hash)) return;
  const files = document.querySelector<HTMLMetaElement>('meta[name="default-demo"]')?.content;
  for (const href of files?.split(' ') ?? []) {
    const link = document.createElement('link');
    document.head.append(
      Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: '', href }),
    );
  }
}

const start = performance.now();

/**
 * The page's first graphics device, or why there is none. Pages that will need a device request it
 * as soon as this module is evaluated. They load this smallest script separately, before the one
 * that imports it.
 */
let firstDevice = 'device' in document.documentElement.dataset ? requestGpuDevice() : null;

/** Each device serves one runner, so the first is returned only once. */
export function requestDevice(): ReturnType<typeof requestGpuDevice> {
  const device = firstDevice ?? requestGpuDevice();
  firstDevice = null;
  return device;
}

// Here because this script runs first.
preloadDefaultDemo();

void firstDevice?.then(() => performance.measure('playground:gpu-device', { start }));
