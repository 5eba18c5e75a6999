import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { encodeFrame } from '#engine/gpu/encodeFrame.ts';
import { catchRefusals } from '#engine/gpu/errorScopes.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';
import { type BesideRun, bindBesideRun } from './besideRun.ts';
import { DEVICE_LOST } from './deviceLost.ts';

/** Executes frames of a run again, on the run's own resources, without showing them. */
export type FrameReplay = ReturnType<typeof replayOf>;

/**
 * Fails with a sentence if the device reports an error or is lost. Valid while the resources are.
 */
export async function createFrameReplay(frame: ObservedFrame): Promise<Result<FrameReplay>> {
  const refusal = catchRefusals(frame.device);
  let bound: BesideRun | null = null;
  let thrown: string | null = null;
  try {
    bound = bindBesideRun(frame, frame);
  } catch (error) {
    thrown = messageOf(error);
  }
  const refused = await refusal();
  if (bound && !refused) return ok(replayOf(frame, bound));
  bound?.dispose();
  if (refused?.kind === 'lost') return fail(DEVICE_LOST);
  const reason = thrown ?? refused?.message ?? 'no reason is known';
  return fail(`The device cannot replay frames (${reason}). Run the shader again.`);
}

function replayOf({ device, resources }: ObservedFrame, bound: BesideRun) {
  return {
    /** Discards the frame's picture and printed text. */
    submit(inputs: UniformInputs) {
      bound.writeUniforms(inputs);
      const encoder = device.createCommandEncoder({ label: 'a replayed frame' });
      encodeFrame(encoder, bound.calls, resources, inputs.frame);
      device.queue.submit([encoder.finish()]);
    },
    dispose: bound.dispose,
  };
}
