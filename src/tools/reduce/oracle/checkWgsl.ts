import { runnableWgsl } from '#core/plan/wgsl/runnableWgsl.ts';
import { messageOf } from '#core/util/errors.ts';

/** The browser's first error in some WGSL of the compiler; null if it accepts it. */
export type CheckWgsl = (code: string) => Promise<string | null>;

type CheckingDevice = Pick<
  GPUDevice,
  'createShaderModule' | 'lost' | 'pushErrorScope' | 'popErrorScope'
>;

/**
 * Has the browser check WGSL, on a device that is not the page's.
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
      // Without a scope, each error would also be in the console.
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
