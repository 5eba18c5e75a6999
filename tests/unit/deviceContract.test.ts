import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { DEVICE_CASES, WRONG_WGSL } from '../support/deviceContract.ts';
import { createFakeDevice, stubGpuConstants } from '../support/fakeDevice.ts';

beforeAll(stubGpuConstants);
afterAll(() => vi.unstubAllGlobals());

/** A fake device that completes its work on its own, like a real one. */
function startDevice() {
  const fake = createFakeDevice();
  fake.features.add('timestamp-query');
  const error = { message: 'wrong type', length: 2, ...WRONG_WGSL };
  fake.wgslErrors = (code) => (code === WRONG_WGSL.code ? [error] : []);
  const timer = setInterval(() => {
    for (const buffer of fake.buffers) buffer.finishMapping();
  });
  return { device: fake.device, end: () => clearInterval(timer) };
}

describe('a fake device', () => {
  it.each(DEVICE_CASES.map(({ rule, run }) => [rule, run] as const))('%s', async (_, run) => {
    const { device, end } = startDevice();
    try {
      await run(device);
    } finally {
      end();
    }
  });
});
