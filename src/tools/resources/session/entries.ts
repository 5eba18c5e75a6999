import { type BindingSlot, isSameSlot } from '#core/plan/boundParameter.ts';
import { typeNameOf } from '#core/plan/reflection/typeName.ts';
import type { ResourceBinding, RunDescriptor, UniformBlock } from '#core/plan/runDescriptor.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import { texelBytes } from '#engine/gpu/resources/textureSize.ts';
import type { ResourceEntry } from '#tools/resources/state.ts';
import { originOf, type ParameterTypes } from './parameterTypes.ts';
import { uniformLayout } from './uniformBytes.ts';

/** The resources of a frame, in the order of their declaration; uniforms first. */
export function entriesOf(
  { descriptor, resources }: Pick<ObservedFrame, 'descriptor' | 'resources'>,
  types: ParameterTypes | null,
): ResourceEntry[] {
  const uniforms = descriptor.uniformBlocks.map((block) => uniformEntry(block, descriptor, types));
  const bound = Object.entries(descriptor.layout).flatMap(([name, binding]) => {
    const resource = resources.get(name);
    return resource ? [entryOf({ name, binding, resource, descriptor, types })] : [];
  });
  return [...uniforms, ...bound];
}

interface Bound {
  readonly name: string;
  readonly binding: ResourceBinding;
  readonly resource: Resource;
  readonly descriptor: RunDescriptor;
  readonly types: ParameterTypes | null;
}

function entryOf(bound: Bound): ResourceEntry {
  const { name, binding, resource, descriptor, types } = bound;
  const parameter = types?.parameters.get(name);
  const common = {
    name,
    typeName: parameter ? typeNameOf(parameter.type) : kindOf(binding),
    ...usersOf(binding, descriptor, name),
    origin: parameter ? originOf(parameter) : '',
    debuggedBy: null,
    isArray: false,
    is3d: false,
    layout: null,
    format: null,
  };
  switch (resource.kind) {
    case 'sampler':
      return { ...common, kind: 'sampler', size: [], bytes: 0 };
    case 'buffer': {
      const { size: bytes } = resource.buffer;
      const layout = types?.buffer(name) ?? null;
      const size = [layout ? Math.floor(bytes / layout.stride) : bytes];
      const debuggedBy = threadsOver(name, descriptor);
      return { ...common, kind: 'buffer', size, bytes, layout, debuggedBy };
    }
    case 'texture': {
      const { width, height, depthOrArrayLayers: depth, format, dimension } = resource.texture;
      const isArray = binding.kind !== 'sampler' && isArrayBinding(binding);
      const is3d = dimension === '3d';
      const size = isArray || is3d ? [width, height, depth] : [width, height];
      const bytes = width * height * depth * texelBytes(format);
      return { ...common, kind: 'texture', size, bytes, format, isArray, is3d };
    }
  }
}

function isArrayBinding(binding: ResourceBinding): boolean {
  return 'viewDimension' in binding && binding.viewDimension === '2d-array';
}

/** What is known of a resource's type without reflection. */
function kindOf(binding: ResourceBinding): string {
  switch (binding.kind) {
    case 'buffer':
      return binding.access === 'storage' ? 'read-write buffer' : 'buffer';
    case 'storageTexture':
    case 'texture':
      return `${binding.viewDimension} texture`;
    case 'sampler':
      return 'SamplerState';
  }
}

function uniformEntry(
  block: UniformBlock,
  descriptor: RunDescriptor,
  types: ParameterTypes | null,
): ResourceEntry {
  const { name, slot, size } = block;
  return {
    name,
    kind: 'uniforms',
    typeName: 'uniforms',
    format: null,
    size: [1],
    bytes: size,
    readBy: slot ? usersOfSlot(slot, descriptor) : [],
    writtenBy: [],
    origin: '',
    layout: types?.block(name, size) ?? uniformLayout(block),
    debuggedBy: null,
    isArray: false,
    is3d: false,
  };
}

type Users = Pick<ResourceEntry, 'readBy' | 'writtenBy'>;

function usersOf(binding: ResourceBinding, descriptor: RunDescriptor, name: string): Users {
  const users = usersOfSlot(binding, descriptor);
  const dispatchedFrom = descriptor.callCommands.flatMap((call) =>
    call.type === 'INDIRECT' && call.bufferName === name ? [call.fnName] : [],
  );
  const { isRead, isWritten } = accessOf(binding);
  return {
    readBy: [...new Set([...(isRead ? users : []), ...dispatchedFrom])],
    writtenBy: isWritten ? users : [],
  };
}

function usersOfSlot(slot: BindingSlot, { shader }: RunDescriptor): string[] {
  return Object.entries(shader.slots).flatMap(([fnName, slots]) =>
    slots.some((each) => isSameSlot(each, slot)) ? [fnName] : [],
  );
}

function accessOf(binding: ResourceBinding): { isRead: boolean; isWritten: boolean } {
  switch (binding.kind) {
    case 'buffer':
      return { isRead: true, isWritten: binding.access === 'storage' };
    case 'storageTexture':
      return {
        isRead: binding.access !== 'write-only',
        isWritten: binding.access !== 'read-only',
      };
    case 'texture':
    case 'sampler':
      return { isRead: true, isWritten: false };
  }
}

/** The entry point that runs with a thread for each element; null if none does. */
function threadsOver(name: string, { callCommands }: RunDescriptor): string | null {
  const call = callCommands.find(
    (each) => each.type === 'RESOURCE_BASED' && each.resourceName === name,
  );
  return call?.fnName ?? null;
}
