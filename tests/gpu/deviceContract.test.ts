import { describe, it } from 'vitest';
import { DEVICE_CASES } from '../support/deviceContract.ts';
import { requestRealDevice } from '../support/realDevice.ts';

describe('a real device', () => {
  it.each(DEVICE_CASES.map(({ rule, run }) => [rule, run] as const))('%s', async (_, run) => {
    const device = await requestRealDevice();
    await run(device);
    device.destroy();
  });
});
