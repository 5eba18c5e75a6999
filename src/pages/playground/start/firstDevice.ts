import { requestGpuDevice } from '#engine/gpu/device.ts';

/** An address that asks for another text than the default demo. */
const ASKS_FOR_TEXT = /[?#&](?:code|demo|project)=/;

/**
 * Lets the browser fetch the default demo, and what it was compiled to, while the page's scripts are
 * still on their way. The built page names the files (scripts/build/startupHints.ts).
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
 * The page's first graphics device, or why there is none. A page that will need it asks for it when this
 * module is evaluated, which it loads by itself, as its smallest script, before the one that imports it.
 */
let firstDevice = 'device' in document.documentElement.dataset ? requestGpuDevice() : null;

/** A device serves one runner: the first is given out once. */
export function requestDevice(): ReturnType<typeof requestGpuDevice> {
  const device = firstDevice ?? requestGpuDevice();
  firstDevice = null;
  return device;
}

// In this script because it is the first to run.
preloadDefaultDemo();

void firstDevice?.then(() => performance.measure('playground:gpu-device', { start }));
