import { type RunProgram, slotKey } from '#core/plan/runDescriptor.ts';
import type { BoundResources, GroupLayout } from '#engine/gpu/frame.ts';
import { bindingResource } from './resource.ts';

/**
 * A function that makes the bind group of a layout, with the resources as they are now; the same one
 * each time for the same layout.
 */
export function createBindGroups(
  device: GPUDevice,
  { layout, uniformBlocks }: RunProgram,
  resources: BoundResources,
): (layout: GroupLayout) => GPUBindGroup {
  const names = new Map(Object.entries(layout).map(([name, slot]) => [slotKey(slot), name]));
  const bound = new Map<string, GPUBindingResource>();
  for (const [key, name] of names) {
    const resource = resources.get(name);
    if (resource) bound.set(key, bindingResource(resource));
  }
  for (const [index, { slot }] of uniformBlocks.entries()) {
    const buffer = resources.uniformBuffers[index];
    if (slot && buffer) bound.set(slotKey(slot), { buffer });
  }
  const made = new Map<GroupLayout, GPUBindGroup>();
  return (group) => {
    const known = made.get(group);
    if (known) return known;
    const unbound: string[] = [];
    const entries = group.slots.flatMap((slot) => {
      const key = slotKey(slot);
      const resource = bound.get(key);
      if (resource) return [{ binding: slot.binding, resource }];
      unbound.push(names.get(key) ?? '');
      return [];
    });
    if (unbound.length > 0) {
      throw new Error(
        `Cannot create bind-group. The following resources are not bound: ${unbound.join(', ')}`,
      );
    }
    const bindGroup = device.createBindGroup({ label: 'resources', layout: group.layout, entries });
    made.set(group, bindGroup);
    return bindGroup;
  };
}
