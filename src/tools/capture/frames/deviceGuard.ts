import { inTime } from '#core/util/timeLimit.ts';

export const DEVICE_LOST = 'The graphics device was lost. Run the shader again, then try again.';

/**
 * Longest delay, in milliseconds, between a pending call's rejection and the report of device loss.
 */
const LOSS_TIME = 500;

/**
 * Runs work on the device. Rejects with the signal's reason if aborted, and with a sentence if the
 * device is lost.
 */
type DeviceGuard = <Value>(work: () => Promise<Value>) => Promise<Value>;

export function createDeviceGuard(device: GPUDevice, signal: AbortSignal): DeviceGuard {
  let isLost = false;
  const loss = device.lost.then(() => {
    isLost = true;
  });
  return async (work) => {
    try {
      signal.throwIfAborted();
      const value = await work();
      signal.throwIfAborted();
      if (!isLost) return value;
    } catch (thrown) {
      signal.throwIfAborted();
      await inTime(loss, LOSS_TIME, () => {});
      if (!isLost) throw thrown;
    }
    throw new Error(DEVICE_LOST);
  };
}
