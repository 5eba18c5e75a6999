import { ownValue } from '#core/util/ownValue.ts';
import { type CallCommand, isSameSlot, PRINT_BUFFER, type RunDescriptor } from './runDescriptor.ts';

export function resourcesOf(
  call: CallCommand,
  { layout, shader }: RunDescriptor,
): ReadonlySet<string> {
  const used = ownValue(shader.slots, call.entryPoint) ?? [];
  const names = Object.entries(layout)
    .filter(([, bound]) => used.some((slot) => isSameSlot(slot, bound)))
    .map(([name]) => name);
  if (call.type === 'RESOURCE_BASED') names.push(call.resourceName);
  if (call.type === 'INDIRECT') names.push(call.bufferName);
  return new Set(names);
}

/** Whether any called code prints. Importing the module does not count. */
export function canPrint(version: RunDescriptor): boolean {
  return version.callCommands.some((call) => resourcesOf(call, version).has(PRINT_BUFFER));
}
