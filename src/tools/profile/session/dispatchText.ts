import { ownValue } from '#core/util/ownValue.ts';
import { threadsOf } from '#engine/gpu/dispatch.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';

/** Such as `512 × 512 threads in 32 × 32 groups of 16 × 16`; sizes are not broken over lines. */
export function dispatchText(
  { descriptor, calls, resources }: Pick<ObservedFrame, 'descriptor' | 'calls' | 'resources'>,
  index: number,
): string {
  const call = descriptor.callCommands[index];
  const groups = calls[index]?.groups;
  if (!call || !groups) return '';
  const once = call.callOnce ? ', once' : '';
  const size = sizeText(ownValue(descriptor.shader.threadGroupSizes, call.fnName) ?? []);
  if (groups.kind === 'indirect' || call.type === 'INDIRECT') {
    const from = call.type === 'INDIRECT' ? ` from ${call.bufferName}` : '';
    return `groups of ${size}, number${from}${once}`;
  }
  const threads = counted(threadsOf(call, resources), 'thread');
  return `${threads} in ${counted([groups.x, groups.y, groups.z], 'group')} of ${size}${once}`;
}

function counted(size: readonly number[], noun: string): string {
  const isOne = size.every((each) => each === 1);
  return `${sizeText(size)} ${noun}${isOne ? '' : 's'}`;
}

/** Axes of size 1 at the end say nothing. */
function sizeText(size: readonly number[]): string {
  const axes = size.findLastIndex((each) => each !== 1) + 1;
  return size
    .slice(0, Math.max(1, axes))
    .map((each) => each.toLocaleString('en'))
    .join('\u00a0×\u00a0');
}
