import { messageOf } from '#core/util/errors.ts';

export type Refusal =
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'out of memory'; readonly message: string }
  /** The device was lost meanwhile, so the outcome is unknown. */
  | { readonly kind: 'lost'; readonly message: string };

/**
 * Catches errors of the device from now until the returned function is called, which resolves to
 * the first error. Never rejects.
 */
export function catchRefusals(device: GPUDevice): () => Promise<Refusal | null> {
  device.pushErrorScope('out-of-memory');
  device.pushErrorScope('validation');
  return async () => {
    try {
      const [invalid, exhausted] = await Promise.all([
        device.popErrorScope(),
        device.popErrorScope(),
      ]);
      // Whatever uses the failed allocation is invalid too.
      if (exhausted) return { kind: 'out of memory', message: exhausted.message };
      return invalid && { kind: 'invalid', message: invalid.message };
    } catch (thrown) {
      return { kind: 'lost', message: messageOf(thrown) };
    }
  };
}
