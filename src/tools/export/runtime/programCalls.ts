import { assertNever } from '#core/util/assertNever.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import type { CallData, ProgramData, ResourceData, SlotData } from './programData.ts';

/** A call of an entry point with its pipeline. */
export interface ProgramCall {
  readonly call: CallData;
  readonly pipeline: GPUComputePipeline;
  /** One for each bind group: what the entry point uses of it. */
  readonly groups: readonly GroupSlots[];
}

interface GroupSlots {
  readonly layout: GPUBindGroupLayout;
  readonly slots: readonly SlotData[];
}

/** Compiles the shader and makes the pipelines. Rejects with what the browser says. */
export async function createProgramCalls(
  device: GPUDevice,
  data: ProgramData,
): Promise<readonly ProgramCall[]> {
  const module = device.createShaderModule({ label: data.name, code: data.code });
  const { messages } = await module.getCompilationInfo();
  const errors = messages.filter(({ type }) => type === 'error');
  if (errors.length > 0) {
    const lines = errors.map(({ lineNum, message }) => `line ${lineNum}: ${message}`);
    throw new Error(`The browser rejects the program's WGSL. ${lines.join('\n')}`);
  }
  return Promise.all(data.calls.map((call) => createProgramCall(device, data, module, call)));
}

async function createProgramCall(
  device: GPUDevice,
  data: ProgramData,
  module: GPUShaderModule,
  call: CallData,
): Promise<ProgramCall> {
  const count = 1 + Math.max(-1, ...call.slots.map(({ group }) => group));
  const groups = Array.from({ length: count }, (_, group) => {
    const slots = call.slots.filter((slot) => slot.group === group);
    const entries = slots.map((slot) => layoutEntry(data, slot));
    return { slots, layout: device.createBindGroupLayout({ label: call.name, entries }) };
  });
  const bindGroupLayouts = groups.map(({ layout }) => layout);
  const pipeline = await device.createComputePipelineAsync({
    label: call.name,
    layout: device.createPipelineLayout({ label: call.name, bindGroupLayouts }),
    compute: { module, entryPoint: call.entryPoint },
  });
  return { call, pipeline, groups };
}

function layoutEntry(data: ProgramData, slot: SlotData): GPUBindGroupLayoutEntry {
  const at = { binding: slot.binding, visibility: GPUShaderStage.COMPUTE };
  if (data.uniformBlocks.some((block) => isAt(block.slot, slot))) {
    return { ...at, buffer: { type: 'uniform' } };
  }
  const resource = data.resources.find((each) => isAt(each.slot, slot));
  return { ...at, ...(resource && layoutOf(resource)) };
}

function layoutOf(
  resource: ResourceData,
): Pick<GPUBindGroupLayoutEntry, 'buffer' | 'texture' | 'storageTexture' | 'sampler'> {
  switch (resource.kind) {
    case 'buffer':
      return { buffer: { type: resource.access } };
    case 'texture': {
      const { use, format, viewDimension } = resource;
      return use.kind === 'storage'
        ? { storageTexture: { access: use.access, format, viewDimension } }
        : { texture: { sampleType: 'float', viewDimension } };
    }
    case 'sampler':
      return { sampler: { type: 'filtering' } };
    default:
      return assertNever(resource);
  }
}

export function isAt(one: SlotData | null, other: SlotData): boolean {
  return one !== null && one.group === other.group && one.binding === other.binding;
}

/** A call with the resources as they are now. */
export interface BoundCall {
  readonly once: boolean;
  readonly pipeline: GPUComputePipeline;
  readonly bindGroups: readonly GPUBindGroup[];
  /** Numbers of thread groups, or the buffer that holds them, so many bytes from its start. */
  readonly groups: readonly [number, number, number] | readonly [buffer: GPUBuffer, offset: number];
}

/** Binds calls; to be done again when resources were made anew. */
export function bindProgramCalls(
  device: GPUDevice,
  calls: readonly ProgramCall[],
  resourceAt: (slot: SlotData) => GPUBindingResource,
  resources: ReadonlyMap<string, Resource>,
): readonly BoundCall[] {
  return calls.map(({ call, pipeline, groups }) => ({
    once: call.once,
    pipeline,
    bindGroups: groups.map(({ layout, slots }) => {
      const entries = slots.map((slot) => ({ binding: slot.binding, resource: resourceAt(slot) }));
      return device.createBindGroup({ label: call.name, layout, entries });
    }),
    groups: threadGroups(call, resources),
  }));
}

function threadGroups(
  { name, groupSize, threads }: CallData,
  resources: ReadonlyMap<string, Resource>,
): BoundCall['groups'] {
  if (threads.kind === 'indirect') {
    const resource = resources.get(threads.buffer);
    if (resource?.kind !== 'buffer') throw new Error(`${name} has no buffer ${threads.buffer}.`);
    return [resource.buffer, threads.offset];
  }
  const [x, y, z] =
    threads.kind === 'fixed' ? threads.size : threadsOf(resources.get(threads.name), threads);
  const [groupX, groupY, groupZ] = groupSize;
  return [Math.ceil(x / groupX), Math.ceil(y / groupY), Math.ceil(z / groupZ)];
}

function threadsOf(
  resource: Resource | undefined,
  { name, elementSize }: { readonly name: string; readonly elementSize: number | null },
): readonly [number, number, number] {
  if (resource?.kind === 'texture') {
    const { width, height, depthOrArrayLayers } = resource.texture;
    return [width, height, depthOrArrayLayers];
  }
  if (resource?.kind !== 'buffer') throw new Error(`There is no buffer or texture ${name}.`);
  return [Math.floor(resource.buffer.size / (elementSize ?? 4)), 1, 1];
}

/** Records the calls of a frame, in their order. */
export function encodeProgramCalls(
  encoder: GPUCommandEncoder,
  calls: readonly BoundCall[],
  isFirstFrame: boolean,
): void {
  const pass = encoder.beginComputePass();
  for (const { once, pipeline, bindGroups, groups } of calls) {
    if (once && !isFirstFrame) continue;
    pass.setPipeline(pipeline);
    for (const [index, bindGroup] of bindGroups.entries()) pass.setBindGroup(index, bindGroup);
    if (groups.length === 3) pass.dispatchWorkgroups(...groups);
    else pass.dispatchWorkgroupsIndirect(...groups);
  }
  pass.end();
}
