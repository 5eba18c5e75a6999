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
  const blocks = new Map(
    uniformBlocks.flatMap(({ slot }, index) => (slot ? [[slotKey(slot), index] as const] : [])),
  );
  const made = new Map<GroupLayout, GPUBindGroup>();
  const unbound: string[] = [];
  const resourceAt = (key: string): GPUBindingResource | undefined => {
    const block = blocks.get(key);
    const buffer = block === undefined ? undefined : resources.uniformBuffers[block];
    if (buffer) return { buffer };
    const name = names.get(key) ?? '';
    const resource = resources.get(name);
    if (!resource) unbound.push(name);
    return resource && bindingResource(resource);
  };
  return (group) => {
    const known = made.get(group);
    if (known) return known;
    const entries = group.slots.flatMap((slot) => {
      const resource = resourceAt(slotKey(slot));
      return resource ? [{ binding: slot.binding, resource }] : [];
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
