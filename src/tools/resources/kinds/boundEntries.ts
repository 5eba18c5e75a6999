import type { ParameterLayouts } from '#core/data/parameterLayouts.ts';
import { playgroundAttributes } from '#core/plan/attributes/attributeUse.ts';
import type { BoundParameter } from '#core/plan/boundParameter.ts';
import { typeNameOf } from '#core/plan/reflection/typeName.ts';
import {
  type BindingSlot,
  isSameSlot,
  type ResourceBinding,
  type RunDescriptor,
} from '#core/plan/runDescriptor.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import type { ResourceEntry } from '#tools/resources/state.ts';
import type { ListedFrame } from './kind.ts';

/** A bound resource, with the part of its entry that is common to all kinds. */
interface Bound<Kind extends Resource['kind']> {
  readonly name: string;
  readonly resource: Extract<Resource, { readonly kind: Kind }>;
  readonly binding: ResourceBinding;
  readonly common: Omit<ResourceEntry, 'kind' | 'size' | 'bytes'>;
}

export function boundEntries<Kind extends Resource['kind']>(
  { descriptor, resources }: ListedFrame,
  types: ParameterLayouts | null,
  kind: Kind,
  entryOf: (bound: Bound<Kind>) => ResourceEntry,
): ResourceEntry[] {
  return Object.entries(descriptor.layout).flatMap(([name, binding]) => {
    const resource = resources.get(name);
    if (!resource || !isOf(kind, resource)) return [];
    const parameter = types?.parameters.get(name);
    const common = {
      name,
      typeName: parameter ? typeNameOf(parameter.type) : kindName(binding),
      ...usersOf(binding, descriptor, name),
      origin: parameter ? originOf(parameter) : '',
      debuggedBy: null,
      isArray: false,
      is3d: false,
      layout: null,
      format: null,
    };
    return [entryOf({ name, resource, binding, common })];
  });
}

function isOf<Kind extends Resource['kind']>(
  kind: Kind,
  resource: Resource,
): resource is Extract<Resource, { readonly kind: Kind }> {
  return resource.kind === kind;
}

/** Describes the type of a resource when its reflection is unknown. */
function kindName(binding: ResourceBinding): string {
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

type Users = Pick<ResourceEntry, 'readBy' | 'writtenBy'>;

function usersOf(binding: ResourceBinding, descriptor: RunDescriptor, name: string): Users {
  const users = usersOfSlot(binding, descriptor);
  const dispatchedFrom = descriptor.callCommands.flatMap((call) =>
    call.type === 'INDIRECT' && call.bufferName === name ? [call.entryPoint] : [],
  );
  const { isRead, isWritten } = accessOf(binding);
  return {
    readBy: [...new Set([...(isRead ? users : []), ...dispatchedFrom])],
    writtenBy: isWritten ? users : [],
  };
}

export function usersOfSlot(slot: BindingSlot, { shader }: RunDescriptor): string[] {
  return Object.entries(shader.slots).flatMap(([entryPoint, slots]) =>
    slots.some((each) => isSameSlot(each, slot)) ? [entryPoint] : [],
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

/** The attribute that fills a resource, as written in the source; empty if there is none. */
function originOf({ attributes }: BoundParameter): string {
  return playgroundAttributes(attributes)
    .map(({ name, arguments: given }) => {
      const values = given.map((value) =>
        typeof value === 'object' ? value.expression : JSON.stringify(value),
      );
      const path = `playground::${name}`;
      return values.length > 0 ? `[${path}(${values.join(', ')})]` : `[${path}]`;
    })
    .join(' ');
}
