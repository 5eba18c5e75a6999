import { contentsOf } from '#core/plan/attributes/resources.ts';
import { workgroupBytes } from '#core/plan/wgsl/wgslLayout.ts';
import { readWgslUse } from '#core/plan/wgsl/wgslUse.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { type Contents, knownBytes } from './contents.ts';
import {
  bufferTooLarge,
  type DeviceLimits,
  type LimitName,
  textureTooLarge,
  tooManyLayers,
} from './deviceLimits.ts';
import {
  entryPointsOf,
  isSameSlot,
  type ResourceBinding,
  type RunDescriptor,
} from './runDescriptor.ts';

export interface Excess extends Need {
  readonly allowed: number;
}

/** The amounts of a run that exceed a limit, as far as they are known before resources exist. */
export function findExcess(descriptor: RunDescriptor, limits: DeviceLimits): Excess[] {
  return limitedNeeds(descriptor).flatMap((need) => {
    const allowed = limits[need.limit];
    return need.used > allowed ? [{ ...need, allowed }] : [];
  });
}

export const COUNTED: Readonly<Record<LimitName, string>> = {
  maxBindGroups: 'bind groups',
  maxBindingsPerBindGroup: 'bindings in a bind group',
  maxStorageBuffersPerShaderStage: 'storage buffers',
  maxStorageTexturesPerShaderStage: 'textures that it writes',
  maxSampledTexturesPerShaderStage: 'textures that it samples',
  maxSamplersPerShaderStage: 'samplers',
  maxUniformBuffersPerShaderStage: 'uniform buffers',
  maxUniformBufferBindingSize: 'bytes of uniforms',
  maxStorageBufferBindingSize: 'bytes in a buffer',
  maxBufferSize: 'bytes in a buffer',
  maxTextureDimension2D: 'texels on a side',
  maxTextureDimension3D: 'texels on a side',
  maxTextureArrayLayers: 'layers',
  maxComputeWorkgroupStorageSize: 'bytes of groupshared memory',
  maxComputeInvocationsPerWorkgroup: 'threads in a group',
  maxComputeWorkgroupSizeX: 'threads in a group along x',
  maxComputeWorkgroupSizeY: 'threads in a group along y',
  maxComputeWorkgroupSizeZ: 'threads in a group along z',
  maxComputeWorkgroupsPerDimension: 'thread groups along an axis',
};

export function describeExcess(excess: Excess): string {
  const { limit, used, allowed, owner } = excess;
  const { kind, name } = owner;
  switch (kind) {
    case 'entry point':
      return (
        `Failed to create pipeline for entry point ${name}: it has ${used} ${COUNTED[limit]}, ` +
        `but this device allows ${allowed} (${limit}). ${adviceOn(limit)}`
      );
    case 'buffer':
      return bufferTooLarge(name, used, allowed);
    case 'uniforms':
      return `${bufferTooLarge(name, used, allowed)} Use a StructuredBuffer for large arrays.`;
    case 'texture':
      return limit === 'maxTextureArrayLayers'
        ? tooManyLayers(name, used, allowed)
        : textureTooLarge(name, owner.sides, allowed);
    default:
      return assertNever(kind);
  }
}

function adviceOn(limit: LimitName): string {
  if (limit.startsWith('maxComputeWorkgroupSize') || limit.endsWith('InvocationsPerWorkgroup')) {
    return 'Make the group smaller in [numthreads(…)].';
  }
  return limit === 'maxComputeWorkgroupStorageSize'
    ? 'Share less memory in a group.'
    : 'Split the work over several entry points, or put more into fewer resources.';
}

/** An amount that a limit applies to. */
interface Need {
  readonly limit: LimitName;
  readonly used: number;
  readonly owner: NeedOwner;
}

type NeedOwner = { readonly name: string } & (
  | { readonly kind: 'entry point' | 'buffer' | 'uniforms' }
  /** Width, height, and depth of a 3D texture. */
  | { readonly kind: 'texture'; readonly sides: readonly number[] }
);

type Amount = readonly [limit: LimitName, used: number];

/** The amounts that WebGPU limits and that are known before the run creates its resources. */
function limitedNeeds(descriptor: RunDescriptor): Need[] {
  return [...needsOfEntryPoints(descriptor), ...needsOfResources(descriptor)];
}

function needsOfEntryPoints({
  shader,
  layout,
  uniformBlocks,
  callCommands,
}: RunDescriptor): Need[] {
  const { namesIn } = readWgslUse(shader.code);
  const kinds = [
    ...Object.values(layout).flatMap((bound) => {
      const kind = kindOf(bound);
      return kind ? [{ slot: bound, limit: LIMIT_OF[kind] }] : [];
    }),
    ...uniformBlocks.flatMap(({ slot }) =>
      slot ? { slot, limit: 'maxUniformBuffersPerShaderStage' as const } : [],
    ),
  ];
  return callCommands.flatMap(entryPointsOf).flatMap((entryPoint) => {
    const slots = ownValue(shader.slots, entryPoint) ?? [];
    const counts = new Map<LimitName, number>();
    for (const { slot, limit } of kinds) {
      if (!slots.some((each) => isSameSlot(each, slot))) continue;
      counts.set(limit, (counts.get(limit) ?? 0) + 1);
    }
    const [x = 1, y = 1, z = 1] = ownValue(shader.threadGroupSizes, entryPoint) ?? [];
    const figures: readonly Amount[] = [
      ['maxBindGroups', 1 + Math.max(-1, ...slots.map(({ group }) => group))],
      ['maxBindingsPerBindGroup', 1 + Math.max(-1, ...slots.map(({ binding }) => binding))],
      ...counts,
      ['maxComputeWorkgroupSizeX', x],
      ['maxComputeWorkgroupSizeY', y],
      ['maxComputeWorkgroupSizeZ', z],
      ['maxComputeInvocationsPerWorkgroup', x * y * z],
      ['maxComputeWorkgroupStorageSize', workgroupBytes(shader.code, namesIn(entryPoint))],
    ];
    const owner = { kind: 'entry point', name: entryPoint } as const;
    return figures.map(([limit, used]) => ({ limit, used, owner }));
  });
}

type BoundKind = 'storage buffer' | 'storage texture' | 'texture' | 'sampler';

const LIMIT_OF: Readonly<Record<BoundKind, LimitName>> = {
  'storage buffer': 'maxStorageBuffersPerShaderStage',
  'storage texture': 'maxStorageTexturesPerShaderStage',
  texture: 'maxSampledTexturesPerShaderStage',
  sampler: 'maxSamplersPerShaderStage',
};

/** Null if no code uses it. */
function kindOf(bound: ResourceBinding): BoundKind | null {
  switch (bound.kind) {
    case 'buffer':
      return 'storage buffer';
    case 'storageTexture':
      return 'storage texture';
    case 'texture':
    case 'sampler':
      return bound.kind;
    case 'target':
    case 'vertices':
      return null;
    default:
      return assertNever(bound);
  }
}

function needsOfResources({ resourceCommands, layout, uniformBlocks }: RunDescriptor): Need[] {
  const resources = resourceCommands.flatMap(({ resourceName, parsedCommand }) => {
    const bound = ownValue(layout, resourceName);
    return bound ? needsOfContents(resourceName, contentsOf(parsedCommand), bound) : [];
  });
  const blocks = uniformBlocks.flatMap(({ name, slot, size }): Need[] =>
    slot
      ? [{ limit: 'maxUniformBufferBindingSize', used: size, owner: { kind: 'uniforms', name } }]
      : [],
  );
  return [...resources, ...blocks];
}

function needsOfContents(name: string, contents: Contents, bound: ResourceBinding): Need[] {
  switch (contents.kind) {
    case 'zeros':
    case 'bytes': {
      if (contents.kind === 'zeros' && contents.of === 'texels') {
        const { width, height, depth = 1 } = contents;
        const is3D = 'viewDimension' in bound && bound.viewDimension === '3d';
        return is3D
          ? needsOfTexture(name, [width, height, depth], 1)
          : needsOfTexture(name, [width, height], depth);
      }
      const bytes = knownBytes(contents);
      return bytes === undefined ? [] : needsOfBuffer(name, bytes);
    }
    case 'image':
      return needsOfTexture(name, [1, 1], contents.urls.length);
    case 'screen':
    case 'sampler':
      return [];
    default:
      return assertNever(contents);
  }
}

function needsOfBuffer(name: string, bytes: number): Need[] {
  const owner = { kind: 'buffer', name } as const;
  return [
    { limit: 'maxStorageBufferBindingSize', used: bytes, owner },
    { limit: 'maxBufferSize', used: bytes, owner },
  ];
}

function needsOfTexture(name: string, sides: readonly number[], layers: number): Need[] {
  const owner = { kind: 'texture', name, sides } as const;
  const limit = sides.length === 3 ? 'maxTextureDimension3D' : 'maxTextureDimension2D';
  return [
    { limit, used: Math.max(...sides), owner },
    { limit: 'maxTextureArrayLayers', used: layers, owner },
  ];
}
