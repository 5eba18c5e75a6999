import { type DispatchCommand, type RunProgram, slotKey } from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { bindingResource } from '#engine/gpu/resources/resource.ts';
import type {
  BoundResources,
  CallPipeline,
  EncodeCalls,
  GroupLayout,
  Groups,
  OnceCalls,
  PreparedCall,
} from './frame.ts';

/**
 * Repeat after a resource has been resized.
 *
 * @throws with the entry point's name if a call cannot be dispatched
 */
export function prepareCalls(
  device: GPUDevice,
  program: RunProgram,
  pipelines: readonly CallPipeline[],
  resources: BoundResources,
): PreparedCall[] {
  const calls = bindCalls(device, program, pipelines, resources);
  for (const call of calls) {
    if ('groups' in call && call.groups.kind === 'direct') {
      checkLimit(call.entryPoint, call.groups, device);
    }
  }
  return calls;
}

/** Like {@link prepareCalls}, but without a limit check: exports leave that to the device. */
export function bindCalls(
  device: GPUDevice,
  program: RunProgram,
  pipelines: readonly CallPipeline[],
  resources: BoundResources,
): PreparedCall[] {
  const bindGroupOf = createBindGroups(device, program, resources);
  return pipelines.map((each) => {
    const bindGroups = each.groups.map(bindGroupOf);
    if ('prepare' in each) return each.prepare(resources, bindGroups);
    const { call, pipeline } = each;
    const { entryPoint, callOnce } = call;
    return {
      entryPoint,
      callOnce,
      pipeline,
      bindGroups,
      groups: groupsOf(call, program, resources),
    };
  });
}

function dispatchError(entryPoint: string, reason: string): Error {
  return new Error(`Error when dispatching ${entryPoint}: ${reason}`);
}

function checkLimit(
  entryPoint: string,
  { x, y, z }: Extract<Groups, { kind: 'direct' }>,
  device: GPUDevice,
): void {
  const limit = device.limits.maxComputeWorkgroupsPerDimension;
  if (Math.max(x, y, z) > limit) {
    throw dispatchError(
      entryPoint,
      `${x} × ${y} × ${z} thread groups are over the device's limit of ${limit} along one axis. Use larger groups, or another axis.`,
    );
  }
}

function groupsOf(
  call: DispatchCommand,
  { shader }: RunProgram,
  resources: BoundResources,
): Groups {
  if (call.type === 'INDIRECT') return indirectGroups(call, resources);
  const groupSize = ownValue(shader.threadGroupSizes, call.entryPoint);
  if (!groupSize) throw new Error(`Entry point ${call.entryPoint} not found in reflection data`);
  const threads = threadsOf(call, resources);
  if (threads.length > 3)
    throw dispatchError(call.entryPoint, `Too many parameters: ${threads.join(', ')}`);
  const [x = 1, y = 1, z = 1] = threads;
  return {
    kind: 'direct',
    x: Math.ceil(x / groupSize[0]),
    y: Math.ceil(y / groupSize[1]),
    z: Math.ceil(z / groupSize[2]),
  };
}

function indirectGroups(
  { entryPoint, bufferName, offset }: Extract<DispatchCommand, { type: 'INDIRECT' }>,
  resources: BoundResources,
): Groups {
  const resource = resources.get(bufferName);
  if (!resource) throw dispatchError(entryPoint, `Indirect buffer not found: ${bufferName}`);
  if (resource.kind !== 'buffer') {
    throw dispatchError(entryPoint, `Indirect resource is not a buffer: ${bufferName}`);
  }
  return { kind: 'indirect', buffer: resource.buffer, offset };
}

/** Threads along one to three axes. */
export function threadsOf(
  call: Exclude<DispatchCommand, { type: 'INDIRECT' }>,
  resources: BoundResources,
): readonly number[] {
  switch (call.type) {
    case 'FIXED_SIZE':
      return call.size;
    case 'RESOURCE_BASED': {
      const resource = resources.get(call.resourceName);
      if (resource?.kind === 'texture') {
        const { width, height, depthOrArrayLayers } = resource.texture;
        return [width, height, depthOrArrayLayers];
      }
      if (resource?.kind === 'buffer') {
        return [Math.floor(resource.buffer.size / (call.elementSize ?? 4)), 1, 1];
      }
      throw dispatchError(call.entryPoint, `Resource not found: ${call.resourceName}`);
    }
    default:
      return assertNever(call);
  }
}

/** Index of the first call at or after `index` that runs in this frame, or `calls.length`. */
export function nextCall(calls: readonly PreparedCall[], once: OnceCalls, index: number): number {
  let next = index;
  for (let call = calls[next]; call && !runs(call, once); call = calls[next]) next += 1;
  return next;
}

export function runs(
  { callOnce, entryPoint }: Pick<PreparedCall, 'callOnce' | 'entryPoint'>,
  once: OnceCalls,
): boolean {
  return !callOnce || once === 'all' || once.has(entryPoint);
}

export const encodeCalls: EncodeCalls = (encoder, calls, once, start, end, descriptor) => {
  let pass: GPUComputePassEncoder | null = null;
  let isEmpty = true;
  for (let index = start; index < end; index += 1) {
    const call = calls[index];
    if (!call || !runs(call, once)) continue;
    isEmpty = false;
    if ('encodeFrom' in call) {
      pass?.end();
      pass = null;
      const { timestampWrites } = descriptor ?? {};
      index = call.encodeFrom(encoder, calls, once, index, end, timestampWrites) - 1;
      continue;
    }
    pass ??= encoder.beginComputePass(descriptor);
    const { pipeline, bindGroups, groups } = call;
    pass.setPipeline(pipeline);
    for (let group = 0; group < bindGroups.length; group += 1) {
      pass.setBindGroup(group, bindGroups[group]);
    }
    if (groups.kind === 'direct') pass.dispatchWorkgroups(groups.x, groups.y, groups.z);
    else pass.dispatchWorkgroupsIndirect(groups.buffer, groups.offset);
  }
  // Timestamps are written in any case.
  if (isEmpty && descriptor) pass = encoder.beginComputePass(descriptor);
  pass?.end();
};

/** Returns a function that creates bind groups from the current resources, one per layout. */
function createBindGroups(
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
