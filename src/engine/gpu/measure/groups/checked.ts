import { tried } from '#core/util/tried.ts';
import { catchRefusals, type Refusal } from '#engine/gpu/errorScopes.ts';

/** Runs GPU work. Rejects with a sentence if it throws or the device reports an error. */
export async function checked<Value>(device: GPUDevice, work: () => Value): Promise<Value> {
  const refusal = catchRefusals(device);
  const done = tried(work);
  const refused = await refusal();
  if (!done.ok) throw new Error(done.error);
  if (refused) throw new Error(explain(refused));
  return done.value;
}

function explain({ kind, message }: Refusal): string {
  switch (kind) {
    case 'lost':
      return 'The graphics device was lost. Run the shader, then try the group sizes again.';
    case 'out of memory':
      return 'The device has no memory for copies of what the shader writes. Make its resources smaller, or choose a lower resolution.';
    case 'invalid':
      return `The device refuses the trial: ${message}`;
  }
}
