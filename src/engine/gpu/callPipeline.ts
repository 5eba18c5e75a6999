import {
  type BindingSlot,
  type CallCommand,
  entryPointsOf,
  type ResourceBinding,
  type RunProgram,
  slotKey,
} from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { CallPipeline, GroupLayout } from './frame.ts';

/** Rejects with the browser's message. */
export function createCallPipeline(
  device: GPUDevice,
  label: string,
  compute: GPUProgrammableStage,
  groups: readonly GroupLayout[],
): Promise<GPUComputePipeline> {
  const bindGroupLayouts = groups.map((group) => group.layout);
  const layout = device.createPipelineLayout({ label, bindGroupLayouts });
  return device.createComputePipelineAsync({ label, layout, compute });
}

/** Returns a function that creates the bind group layouts of a call, reusing existing ones. */
export function createGroupLayouts(
  device: GPUDevice,
  program: RunProgram,
  kept: readonly CallPipeline[] = [],
): (call: CallCommand) => readonly GroupLayout[] {
  const known = new Map(kept.flatMap(({ groups }) => groups).map((group) => [group.key, group]));
  const entryAt = createEntries(program);
  return (call) => {
    const used = new Map(
      entryPointsOf(call).flatMap((entryPoint) =>
        (ownValue(program.shader.slots, entryPoint) ?? []).map((slot) => [slotKey(slot), slot]),
      ),
    );
    const all = [...used.values()];
    const count = 1 + Math.max(-1, ...all.map(({ group }) => group));
    return Array.from({ length: count }, (_, index) => {
      const slots = all.filter(({ group }) => group === index).toSorted(byBinding);
      const entries = slots.map((slot) => entryAt(slot, call));
      const key = JSON.stringify([index, entries]);
      const group = known.get(key) ?? {
        key,
        slots,
        layout: device.createBindGroupLayout({ label: `bind group ${index}`, entries }),
      };
      known.set(key, group);
      return group;
    });
  };
}

function byBinding(one: BindingSlot, other: BindingSlot): number {
  return one.binding - other.binding;
}

function createEntries({
  layout,
  uniformBlocks,
}: RunProgram): (slot: BindingSlot, call: CallCommand) => GPUBindGroupLayoutEntry {
  const kinds = new Map<string, BindingKind>();
  for (const bound of Object.values(layout)) kinds.set(slotKey(bound), bindingKind(bound));
  for (const { slot } of uniformBlocks) {
    if (slot) kinds.set(slotKey(slot), { buffer: { type: 'uniform' } });
  }
  return (slot, call) => ({
    binding: slot.binding,
    visibility: GPUShaderStage.COMPUTE,
    ...kinds.get(slotKey(slot)),
    ...(call.type === 'DRAW' && ownValue(call.visibility, slotKey(slot))),
  });
}

type BindingKind = Omit<GPUBindGroupLayoutEntry, 'binding' | 'visibility'>;

/** WebGPU ignores the binding's other members. */
function bindingKind(binding: ResourceBinding): BindingKind {
  switch (binding.kind) {
    case 'buffer':
      return { buffer: { type: binding.access } };
    case 'storageTexture':
      return { storageTexture: binding };
    case 'texture':
      return { texture: binding };
    case 'sampler':
      return { sampler: { type: 'filtering' } };
    case 'target':
    case 'vertices':
      return {};
    default:
      return assertNever(binding);
  }
}
