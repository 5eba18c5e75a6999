import { PRINT_BUFFER } from '#core/plan/runDescriptor.ts';
import { encodeCalls } from './dispatch.ts';
import type { BoundResources, PreparedCall } from './frame.ts';

const NO_CALLS: ReadonlySet<string> = new Set();

/** Records a whole frame of a program without observers. Once-only calls run in frame 0. */
export function encodeFrame(
  encoder: GPUCommandEncoder,
  calls: readonly PreparedCall[],
  resources: BoundResources,
  frame: number,
): void {
  const printed = resources.get(PRINT_BUFFER);
  if (printed?.kind === 'buffer') encoder.clearBuffer(printed.buffer);
  encodeCalls(encoder, calls, frame === 0 ? 'all' : NO_CALLS, 0, calls.length);
}
