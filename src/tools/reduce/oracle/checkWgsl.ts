import { runnableWgsl } from '#core/plan/wgsl/runnableWgsl.ts';
import { messageOf } from '#core/util/errors.ts';

/** Resolves with the browser's first error in WGSL code; null if the code is valid. */
export type CheckWgsl = (code: string) => Promise<string | null>;

type CheckingDevice = Pick<
  GPUDevice,
  'createShaderModule' | 'lost' | 'pushErrorScope' | 'popErrorScope'
>;

/**
 * Validates WGSL in the browser on a separate device.
 *
 * @throws if the device is lost
 */
export function createWgslCheck(device: CheckingDevice): CheckWgsl {
  let lost: string | null = null;
  void device.lost.then(({ message }) => {
    lost = message;
  });
  return async (wgsl) => {
    const { code, inUserNames } = runnableWgsl(wgsl);
    try {
      // Without a scope, each error would also appear in the console.
      device.pushErrorScope('validation');
      const module = device.createShaderModule({ code });
      const [{ messages }] = await Promise.all([
        module.getCompilationInfo(),
        device.popErrorScope(),
      ]);
      const error = messages.find(({ type }) => type === 'error');
      return error ? inUserNames(error.message) : null;
    } catch (thrown) {
      throw new Error(`The graphics device was lost: ${lost ?? messageOf(thrown)}`);
    }
  };
}
