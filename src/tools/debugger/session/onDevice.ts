import { messageOf } from '#core/util/errors.ts';
import { fail, type Result } from '#core/util/result.ts';
import type { DebuggerContext } from './context.ts';

export const LOST_DEVICE =
  'The graphics device was lost during the trace, so the shader restarts. If you trace again, large values are left out.';

/** Runs GPU work for the debugger. If the device is lost meanwhile, the shader is not blamed. */
export async function onDevice<Value>(
  { workspace }: Pick<DebuggerContext, 'workspace'>,
  device: GPUDevice,
  work: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const end = workspace.beginToolWork();
  try {
    const done = await settled(work);
    return done.ok || !(await isLost(device)) ? done : fail(LOST_DEVICE);
  } finally {
    end();
  }
}

/** Work on a lost device rejects. */
async function settled<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await work();
  } catch (thrown) {
    return fail(messageOf(thrown));
  }
}

/** Browsers report a device loss at most this long after the work that it makes fail, in ms. */
const SOON = 100;

/** A device that completes its work is not lost. */
function isLost(device: GPUDevice): Promise<boolean> {
  const soon = new Promise<false>((resolve) => setTimeout(() => resolve(false), SOON));
  const lost = device.lost.then(() => true);
  const answer = device.queue.onSubmittedWorkDone().then(
    () => false,
    () => soon,
  );
  return Promise.race([lost, answer, soon]);
}
