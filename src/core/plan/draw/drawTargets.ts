import { isCalled } from '#core/plan/attributes/calls.ts';
import type { BoundParameter } from '#core/plan/boundParameter.ts';
import { DEPTH_FORMAT } from '#core/plan/contents.ts';
import type { ResourceLayout } from '#core/plan/plannedDraws.ts';
import type { EntryPointReflection } from '#core/plan/reflection/reflection.ts';
import { kindInSlang } from '#core/plan/resourceKinds.ts';
import {
  type DrawCommand,
  NO_SLOT,
  namedResources,
  OUTPUT_TEXTURE,
  type ResourceBinding,
  type ResourceCommand,
  slotKey,
  type TargetUse,
} from '#core/plan/runDescriptor.ts';
import { webgpuFormat } from '#core/plan/textureFormats.ts';
import { type WgslUse, withoutNumber } from '#core/plan/wgsl/wgslUse.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { DrawSettings } from './drawAttributes.ts';
import { INDICES, meshResource } from './meshParts.ts';

export interface PlannedTarget extends Omit<TargetUse, 'format'> {
  readonly isDepth: boolean;
}

export interface PlannedDraw {
  readonly draw: DrawCommand;
  readonly settings: DrawSettings;
}

function meshesOf(draws: readonly DrawCommand[]): ResourceCommand[] {
  const commands = draws.flatMap(({ vertices, inputs }) => {
    if (vertices.kind !== 'mesh') return [];
    const { mesh } = vertices;
    return [...inputs.map(({ semantic }) => semantic), INDICES].map(
      (part): ResourceCommand => ({
        resourceName: meshResource(mesh, part),
        parsedCommand: { type: 'MESH', mesh, part },
      }),
    );
  });
  return [...new Map(commands.map((command) => [command.resourceName, command])).values()];
}

/** Whether a called kernel writes a texture; only kernels before the entry point, if one is given. */
export type KernelWrites = (texture: string, before?: string) => boolean;

export function readKernelWrites(
  entryPoints: readonly EntryPointReflection[],
  { usedBy }: WgslUse,
): KernelWrites {
  const names = entryPoints.map(({ name }) => name);
  const writes = (kernel: string, texture: string) =>
    [...(usedBy(kernel) ?? [])].some(
      ({ name, type }) => withoutNumber(name) === texture && type.startsWith('texture_storage'),
    );
  return (texture, before) =>
    entryPoints
      .slice(0, before === undefined ? names.length : names.indexOf(before))
      .some((each) => each.stage === 'compute' && isCalled(each) && writes(each.name, texture));
}

/** Four samples by default for geometry in the picture, unless kernels draw in it too. */
export function planTargets(
  planned: readonly PlannedDraw[],
  isWrittenByKernel: KernelWrites,
): Result<ReadonlyMap<string, PlannedTarget>> {
  const targets = new Map<string, PlannedTarget>();
  for (const name of new Set(planned.flatMap(({ draw }) => draw.targets))) {
    const sharing = planned.filter(({ draw }) => draw.targets.includes(name));
    const asked = new Set(sharing.flatMap(({ settings }) => settings.samples ?? []));
    if (asked.size > 1) {
      return fail(
        `Draws to ${name} ask for 1 and for 4 samples. Give all of them the same [playground::SAMPLES(…)].`,
      );
    }
    const isShaped = sharing.some(({ draw }) => draw.vertex !== null);
    const isAlone = sharing.every(
      ({ draw }) => draw.targets.length === 1 && draw.depthTexture === null,
    );
    const isSmooth = name === OUTPUT_TEXTURE && isShaped && isAlone && !isWrittenByKernel(name);
    const [samples = isSmooth ? 4 : 1] = asked;
    if (samples === 4 && isWrittenByKernel(name)) {
      return fail(
        `SAMPLES attribute: ${name} cannot have 4 samples, because a compute entry point writes it too.`,
      );
    }
    const hasDepth = sharing.some(
      ({ draw }) => draw.targets[0] === name && draw.depth && draw.depthTexture === null,
    );
    targets.set(name, { samples, hasDepth, isDepth: false });
  }
  for (const { draw } of planned) {
    const { depthTexture } = draw;
    if (depthTexture === null) continue;
    targets.set(depthTexture, { samples: 1, hasDepth: false, isDepth: true });
  }
  return ok(targets);
}

/** Formats that WebGPU draws to on every device, and samples in shaders with a filter. */
const COLOR_FORMATS: ReadonlySet<GPUTextureFormat> = new Set<GPUTextureFormat>([
  ...(['r8unorm', 'rg8unorm', 'rgba8unorm', 'bgra8unorm', 'rgb10a2unorm'] as const),
  ...(['r16float', 'rg16float', 'rgba16float'] as const),
]);
/** Formats that it draws to without blending and several samples, and samples without a filter. */
const EXACT_FORMATS: ReadonlySet<GPUTextureFormat> = new Set<GPUTextureFormat>([
  ...(['r32float', 'rg32float', 'rgba32float'] as const),
]);

const DEFAULT_FORMAT = 'rgba16float';
const PICTURE_FORMAT = 'rgba8unorm';

export function bindTarget(
  { name, type, format: written }: BoundParameter,
  bound: ResourceBinding,
  targets: ReadonlyMap<string, PlannedTarget>,
): Result<ResourceBinding> {
  const target = targets.get(name);
  if (!target) return ok(bound);
  const { isDepth, ...use } = target;
  const isPlain = 'viewDimension' in bound && bound.viewDimension === '2d';
  if (!isPlain || (isDepth && bound.kind !== 'texture')) {
    return fail(
      `${name} cannot be drawn to: it is a ${kindInSlang(type)}, but has to be ${isDepth ? 'Texture2D<float>' : 'Texture2D<float4> or WTexture2D<float4>'}.`,
    );
  }
  if (bound.kind === 'storageTexture') {
    const refused = refusedFormat(name, bound.format, use);
    return refused ?? ok({ ...bound, target: { ...use, format: bound.format } });
  }
  if (bound.kind !== 'texture') return ok(bound);
  if (isDepth) {
    const depth = { ...use, format: DEPTH_FORMAT } as const;
    return ok({ ...bound, sampleType: 'unfilterable-float', target: depth });
  }
  const found =
    written === undefined ? ok<GPUTextureFormat>(DEFAULT_FORMAT) : webgpuFormat(written);
  if (!found.ok) return found;
  const format = found.value;
  const sampleType = EXACT_FORMATS.has(format) ? 'unfilterable-float' : 'float';
  return (
    refusedFormat(name, format, use) ?? ok({ ...bound, sampleType, target: { ...use, format } })
  );
}

function refusedFormat(
  name: string,
  format: GPUTextureFormat,
  { samples }: Pick<TargetUse, 'samples'>,
): Result<never> | undefined {
  if (COLOR_FORMATS.has(format) || (samples === 1 && EXACT_FORMATS.has(format))) return undefined;
  const formats = [...COLOR_FORMATS, ...(samples === 1 ? EXACT_FORMATS : [])].join(', ');
  const how = samples === 1 ? 'drawn to' : `drawn to with ${samples} samples`;
  return fail(
    `${name} cannot be ${how}: its format is ${format}, but has to be one of ${formats}.`,
  );
}

export function addResources(
  { layout, resourceCommands }: ResourceLayout,
  draws: readonly DrawCommand[],
  targets: ReadonlyMap<string, PlannedTarget>,
): Result<ResourceLayout> {
  const missing = [...targets.keys()].filter((name) => !ownValue(layout, name));
  const unknown = missing.find((name) => name !== OUTPUT_TEXTURE);
  if (unknown !== undefined) {
    const owner = draws.find((draw) => namedResources(draw).includes(unknown));
    const type = targets.get(unknown)?.isDepth ? 'Texture2D<float>' : 'Texture2D<float4>';
    return fail(
      `${owner?.entryPoint} draws to ${unknown}, which is not declared. Add ${type} ${unknown};`,
    );
  }
  for (const draw of draws) {
    const own = namedTargets(draw).find((name) => reads(draw, ownValue(layout, name)));
    if (own !== undefined) return fail(readsOwnTarget(draw, own));
  }
  const picture = missing.length > 0 ? targets.get(OUTPUT_TEXTURE) : undefined;
  const meshes = meshesOf(draws);
  return ok({
    layout: {
      ...layout,
      ...(picture && { [OUTPUT_TEXTURE]: pictureBinding(picture) }),
      ...Object.fromEntries(meshes.map(({ resourceName }) => [resourceName, VERTICES])),
    },
    resourceCommands: [...resourceCommands, ...(picture ? [PICTURE] : []), ...meshes],
  });
}

function namedTargets({ targets, depthTexture }: DrawCommand): readonly string[] {
  return depthTexture === null ? targets : [...targets, depthTexture];
}

function reads({ visibility }: DrawCommand, bound: ResourceBinding | undefined): boolean {
  return bound !== undefined && ownValue(visibility, slotKey(bound)) !== undefined;
}

function readsOwnTarget({ fragment, entryPoint }: DrawCommand, name: string): string {
  return `${fragment ?? entryPoint} uses ${name}, which it also draws to. WebGPU forbids both in one draw: draw to another texture first.`;
}

const VERTICES: ResourceBinding = { ...NO_SLOT, kind: 'vertices' };
const PICTURE: ResourceCommand = {
  resourceName: OUTPUT_TEXTURE,
  parsedCommand: { type: 'BLACK_SCREEN', widthScale: 1, heightScale: 1 },
};

function pictureBinding({ samples, hasDepth }: PlannedTarget): ResourceBinding {
  const target = { format: PICTURE_FORMAT, samples, hasDepth } as const;
  return { ...NO_SLOT, kind: 'target', viewDimension: '2d', target };
}

/**
 * The first draw of a frame to a target clears it, unless something else has written it before: the
 * picture to black, other targets to zeros, depth to the farthest.
 */
export function withClears(
  planned: readonly PlannedDraw[],
  isWrittenByKernel: KernelWrites,
): DrawCommand[] {
  const drawn = new Set<string>();
  const deep = new Set<string>();
  return planned.map(({ draw }) => {
    const { targets, depthTexture, depth } = draw;
    const [first = ''] = targets;
    const isFresh = !drawn.has(first) && !isWrittenByKernel(first, draw.entryPoint);
    const clear = draw.clear ?? (isFresh ? [0, 0, 0, first === OUTPUT_TEXTURE ? 1 : 0] : null);
    for (const target of targets) drawn.add(target);
    const deepest = depthTexture ?? first;
    const isNewDepth = !deep.has(deepest) && (depth !== null || depthTexture !== null);
    if (isNewDepth) deep.add(deepest);
    const farthest = depth?.compare.startsWith('greater') ? 0 : 1;
    return { ...draw, clear, clearDepth: isNewDepth ? farthest : null };
  });
}
