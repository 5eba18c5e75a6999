import { requestGpuDevice } from '#engine/gpu/device.ts';
import { preloadDefaultDemo } from './defaultDemoHint.ts';

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
