import { messageOf } from '#core/util/errors.ts';

/** Why the device does not take what it was asked for. */
export type Refusal =
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'out of memory'; readonly message: string }
  /** The device was lost meanwhile: nobody can tell. */
  | { readonly kind: 'lost'; readonly message: string };

/**
 * Catches what the device refuses from now until the returned function is called, which gives the
 * first refusal. It never rejects.
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
      // What was not allocated is invalid for all that comes behind it.
      if (exhausted) return { kind: 'out of memory', message: exhausted.message };
      return invalid && { kind: 'invalid', message: invalid.message };
    } catch (thrown) {
      return { kind: 'lost', message: messageOf(thrown) };
    }
  };
}
