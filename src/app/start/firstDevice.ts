import { requestGpuDevice } from '#gpu/device.ts';
import { preloadDefaultDemo } from './defaultDemoHint.ts';

const start = performance.now();

/**
 * The page's first graphics device, or why there is none. It is asked for when this module is
 * evaluated: the page loads it by itself, as its smallest script, before the one that imports it.
 */
export const firstDevice = requestGpuDevice();

// In this script because it is the first to run.
preloadDefaultDemo();

void firstDevice.then(() => performance.measure('playground:gpu-device', { start }));
