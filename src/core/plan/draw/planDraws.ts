import type { CompiledProgram } from '#core/output/compileResult.ts';
import { playgroundAttributes, reflectedName } from '#core/plan/attributes/attributeUse.ts';
import { isCalled, ONCE_ATTRIBUTE } from '#core/plan/attributes/calls.ts';
import type { BoundParameter } from '#core/plan/boundParameter.ts';
import type { PlanDraws, ResourceLayout } from '#core/plan/plannedDraws.ts';
import { type EntryPointReflection, readReflection } from '#core/plan/reflection/reflection.ts';
import { kindInSlang } from '#core/plan/resourceKinds.ts';
import {
  type BindingSlot,
  type DrawCommand,
  isSameSlot,
  NO_SLOT,
  namedResources,
  OUTPUT_TEXTURE,
  PRINT_BUFFER,
  type ResourceBinding,
  type ResourceCommand,
  slotKey,
  type TargetUse,
  type VertexInput,
} from '#core/plan/runDescriptor.ts';
import { webgpuFormat } from '#core/plan/textureFormats.ts';
import { readWgslUse } from '#core/plan/wgsl/wgslUse.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { allOk, fail, ok, type Result } from '#core/util/result.ts';
import { DRAW_ATTRIBUTES, type DrawSettings } from './drawAttributes.ts';
import { INDICES, meshResource, meshSemantic } from './meshParts.ts';
import {
  fillingStage,
  type Moves,
  placesIn,
  readOnly,
  relocate,
  turnedOver,
  withDerivatives,
  writesBuffer,
} from './stageCode.ts';
import { isSystemValue, readStageIo, type StageIo, type StageValue } from './stageIo.ts';

interface PlannedTarget extends Omit<TargetUse, 'format'> {
  readonly isDepth: boolean;
}

/** Pairs the graphics stages of a program and plans how each pair draws. */
export const planDraws: PlanDraws = (program, entryPoints) => {
  const pairs = pairStages(entryPoints, program);
  if (!pairs.ok) return pairs;
  const planned = allOk(pairs.value.map((pair) => planDraw(pair, program)));
  if (!planned.ok) return planned;
  const targets = planTargets(planned.value, kernelsWriting(program, entryPoints));
  if (!targets.ok) return targets;
  const seen = allOk(
    withClears(planned.value, entryPoints, program).map((draw) => withVisibility(draw, program)),
  );
  if (!seen.ok) return seen;
  const draws = seen.value;
  if (draws.length > 0 && !isShown(program, targets.value)) return fail(NOTHING_SHOWN);
  return ok({
    draws: new Map(draws.map((draw) => [draw.entryPoint, draw])),
    targets: new Set(targets.value.keys()),
    bindTarget: (parameter, bound) => bindTarget(parameter, bound, targets.value),
    addResources: (declared) => addResources(declared, draws, targets.value),
  });
};

const NOTHING_SHOWN =
  'The shader compiled, but nothing that it draws is shown: all draws go to textures. Add a fragment ' +
  'entry point without [playground::TARGET("…")] that reads them.';

function isShown(program: CompiledProgram, targets: ReadonlyMap<string, PlannedTarget>): boolean {
  const { parameters } = readReflection(program.reflection);
  return (
    targets.has(OUTPUT_TEXTURE) ||
    parameters.some(({ name }) => name === OUTPUT_TEXTURE || name === PRINT_BUFFER)
  );
}

interface StagePair {
  /** Null if the fragment entry point fills its targets. */
  readonly vertex: string | null;
  /** Null if the draw writes depth only. */
  readonly fragment: string | null;
  readonly settings: DrawSettings;
  readonly once: boolean;
}

function pairStages(
  entryPoints: readonly EntryPointReflection[],
  program: CompiledProgram,
): Result<StagePair[]> {
  const stages = entryPoints.filter(({ stage }) => stage === 'vertex' || stage === 'fragment');
  const pairs: StagePair[] = [];
  const taken = new Set<string>();
  const fragments = new Map<string, EntryPointReflection | null>();
  for (const [index, entryPoint] of stages.entries()) {
    if (entryPoint.stage !== 'vertex') continue;
    const own = readSettings([entryPoint]);
    if (!own.ok) return own;
    const fragment = fragmentOf(entryPoint.name, own.value, { stages, index }, program);
    if (!fragment.ok) return fragment;
    if (fragment.value) taken.add(fragment.value.name);
    fragments.set(entryPoint.name, fragment.value);
  }
  for (const entryPoint of stages) {
    const { name } = entryPoint;
    const isVertex = entryPoint.stage === 'vertex';
    if (!isVertex && taken.has(name)) continue;
    const fragment = isVertex ? (fragments.get(name) ?? null) : entryPoint;
    const together = isVertex ? [entryPoint, ...(fragment ? [fragment] : [])] : [entryPoint];
    const read = readSettings(together);
    if (!read.ok) return read;
    const settings = read.value;
    if (isVertex && !settings.vertices && !settings.indirect) {
      if (Object.keys(settings).length === 0) continue;
      return fail(
        `${name} has attributes for drawing, but nothing says what it draws. Add, for example, ` +
          '[playground::DRAW(3)] or [playground::DRAW::MESH("cube")] to it.',
      );
    }
    if (isVertex && !fragment && settings.depthTexture === undefined) {
      return fail(
        `${name} has no fragment entry point: write one after it, a function with ` +
          '[shader("fragment")], or name one with [playground::DRAW::WITH("…")].',
      );
    }
    const once = together.some(({ attributes }) =>
      playgroundAttributes(attributes).some((attribute) => attribute.name === ONCE),
    );
    pairs.push({
      vertex: isVertex ? name : null,
      fragment: fragment?.name ?? null,
      settings,
      once,
    });
  }
  return ok(pairs);
}

/**
 * The fragment entry point that is named, or that follows in the source; null if there is none, or
 * if the draw needs none and the next one reads what this vertex entry point does not return.
 */
function fragmentOf(
  vertex: string,
  { fragment: wanted, depthTexture }: DrawSettings,
  { stages, index }: { readonly stages: readonly EntryPointReflection[]; readonly index: number },
  { reflection }: CompiledProgram,
): Result<EntryPointReflection | null> {
  if (wanted === undefined) {
    const next = stages[index + 1];
    if (next?.stage !== 'fragment') return ok(null);
    const returned = new Set(
      readStageIo(reflection, vertex).outputs.map(({ semantic }) => semantic),
    );
    const meets = readStageIo(reflection, next.name).inputs.every(
      (value) => isSystemValue(value) || returned.has(value.semantic),
    );
    return ok(meets || depthTexture === undefined ? next : null);
  }
  const named = stages.find(({ name, stage }) => name === wanted && stage === 'fragment');
  return named
    ? ok(named)
    : fail(`DRAW_WITH attribute of ${vertex}: there is no fragment entry point ${wanted}.`);
}

const ONCE = reflectedName(ONCE_ATTRIBUTE.name);
const ATTRIBUTES = new Map(
  DRAW_ATTRIBUTES.map((attribute) => [reflectedName(attribute.name), attribute]),
);

function readSettings(owners: readonly EntryPointReflection[]): Result<DrawSettings> {
  let settings: DrawSettings = {};
  const seen = new Map<string, string>();
  for (const { name: owner, attributes, stage } of owners) {
    for (const attribute of playgroundAttributes(attributes)) {
      const { name } = attribute;
      if (name === ONCE) continue;
      const found = ATTRIBUTES.get(name);
      if (!found) {
        return fail(
          isCalled({ attributes })
            ? `${name} attribute of ${owner}: it is a ${stage} entry point, but only compute ones can be called.`
            : `${name} attribute of ${owner} is unknown. Graphics entry points can have ${[...ATTRIBUTES.keys(), ONCE].join(', ')}.`,
        );
      }
      const other = seen.get(name);
      if (other !== undefined && !found.isRepeatable) {
        return fail(
          other === owner
            ? `${owner} has two ${name} attributes: remove one.`
            : `${other} and ${owner} both have a ${name} attribute: remove one.`,
        );
      }
      seen.set(name, owner);
      const planned = found.plan({ attribute, owner }, settings);
      if (!planned.ok) return planned;
      settings = { ...settings, ...planned.value };
    }
  }
  return ok(settings);
}

interface PlannedDraw {
  readonly draw: DrawCommand;
  readonly settings: DrawSettings;
}

function planDraw(pair: StagePair, program: CompiledProgram): Result<PlannedDraw> {
  const { vertex, fragment, settings, once } = pair;
  const codeOf = (name: string | null) => ownValue(program.stages ?? {}, name ?? '') ?? '';
  const ioOf = (name: string | null): StageIo =>
    name === null ? NO_IO : readStageIo(program.reflection, name);
  const vertexIo = ioOf(vertex);
  const fragmentIo = ioOf(fragment);
  for (const [name, io] of [
    [vertex, vertexIo],
    [fragment, fragmentIo],
  ] as const) {
    if (io.outParameter !== undefined) return fail(outParameter(name ?? '', io.outParameter));
  }
  const targets =
    settings.targets ??
    (settings.depthTexture === undefined || fragmentIo.outputs.some(isTarget)
      ? [OUTPUT_TEXTURE]
      : []);
  const wrongTarget = fragment === null ? undefined : checkOutputs(fragment, fragmentIo, targets);
  if (wrongTarget !== undefined) return fail(wrongTarget);
  const code = { vertex: codeOf(vertex), fragment: codeOf(fragment) };
  const varyings =
    vertex === null
      ? fill(fragment ?? '', code.fragment, fragmentIo)
      : join({ vertex, fragment: fragment ?? '' }, code, vertexIo, fragmentIo);
  if (!varyings.ok) return varyings;
  const inputs = vertex === null ? ok([]) : vertexInputs(vertex, code.vertex, vertexIo, settings);
  if (!inputs.ok) return inputs;
  const isMesh = settings.vertices?.kind === 'mesh';
  return ok({
    settings,
    draw: {
      type: 'DRAW',
      entryPoint: vertex ?? fragment ?? '',
      callOnce: once,
      ...{ vertex, fragment },
      code: {
        vertex: varyings.value.vertex,
        fragment: fragment === null ? null : withTargets(varyings.value.fragment, fragmentIo),
      },
      vertices: settings.vertices ?? { kind: 'count', count: vertex === null ? 3 : 0 },
      instanceCount: settings.instanceCount ?? 1,
      indirect: settings.indirect ?? null,
      inputs: inputs.value,
      visibility: {},
      targets,
      written: fragmentIo.outputs.filter(isTarget).map(targetIndex),
      depthTexture: settings.depthTexture ?? null,
      topology: settings.topology ?? 'triangle-list',
      cull: settings.cull ?? (isMesh ? 'back' : 'none'),
      blend: settings.blend ?? null,
      depth: settings.depth === undefined ? defaultDepth(isMesh, settings) : settings.depth,
      clear: settings.clear ?? null,
      clearDepth: null,
    },
  });
}

const NO_IO: StageIo = { inputs: [], outputs: [], outParameter: undefined };

function defaultDepth(isMesh: boolean, { depthTexture }: DrawSettings): DrawCommand['depth'] {
  return isMesh || depthTexture !== undefined ? { compare: 'less', write: true } : null;
}

function outParameter(entryPoint: string, name: string): string {
  return (
    `${entryPoint} has the out parameter ${name}, which the compiler cannot express in WGSL. ` +
    'Return a struct instead, with a semantic for each field.'
  );
}

const isTarget = (value: StageValue): boolean => !isSystemValue(value);

function targetIndex({ semantic }: StageValue, order: number): number {
  const [, index] = /^SV_TARGET(\d*)$/.exec(semantic) ?? [];
  return index === undefined ? order : Number(index);
}

function checkOutputs(
  fragment: string,
  { outputs }: StageIo,
  targets: readonly string[],
): string | undefined {
  for (const [order, value] of outputs.filter(isTarget).entries()) {
    const index = targetIndex(value, order);
    if (value.scalarType !== 'float32') {
      return `${fragment} returns ${typeOf(value)} as SV_Target${index}, but textures that are drawn to hold floats.`;
    }
    if (index < targets.length) continue;
    return (
      `${fragment} returns SV_Target${index}, but has ${countOf(targets)}. Name one texture for ` +
      'each, in their order, with [playground::TARGET("…")].'
    );
  }
  return undefined;
}

function countOf(targets: readonly string[]): string {
  return targets.length === 1 ? `only the target ${targets[0]}` : `only ${targets.length} targets`;
}

/** Moves the fragment's outputs to the locations that their semantics say. */
function withTargets(code: string, { outputs }: StageIo): string {
  const values = outputs.filter(isTarget);
  const moves: Moves = new Map(
    placesIn(code, { inputs: [], outputs: values }).outputs.map(({ value, location }) => [
      location,
      { location: targetIndex(value, values.indexOf(value)), interpolation: '' },
    ]),
  );
  return relocate(code, 'outputs', moves);
}

interface StageCodes {
  readonly vertex: string;
  readonly fragment: string;
}

const COORDINATES = /^(?:UV|TEXCOORD)$/;

function fill(fragment: string, code: string, { inputs }: StageIo): Result<StageCodes> {
  const values = inputs.filter((value) => !isSystemValue(value));
  const unknown = values.find(
    ({ semantic, scalarType }) => !COORDINATES.test(semantic) || scalarType !== 'float32',
  );
  if (unknown) {
    return fail(
      `${fragment} reads ${unknown.semantic} (${unknown.name}), but no vertex entry point comes before ` +
        'it. Without one, it fills the picture and can read SV_Position and UV.',
    );
  }
  const { inputs: places } = placesIn(code, { inputs: values, outputs: [] });
  return ok({ vertex: fillingStage(places), fragment: code });
}

/**
 * Gives values with one semantic one location and one interpolation in both stages, as WGSL demands.
 */
function join(
  names: StageCodes,
  code: StageCodes,
  vertexIo: StageIo,
  fragmentIo: StageIo,
): Result<StageCodes> {
  const outputs = vertexIo.outputs.filter((value) => !isSystemValue(value));
  const inputs = fragmentIo.inputs.filter((value) => !isSystemValue(value));
  if (!vertexIo.outputs.some(({ semantic }) => semantic === 'SV_POSITION')) {
    return fail(
      `${names.vertex} does not return SV_Position, so that nothing says where its vertices are.`,
    );
  }
  const before = {
    outputs: placesIn(code.vertex, { inputs: [], outputs }).outputs,
    inputs: placesIn(code.fragment, { inputs, outputs: [] }).inputs,
  };
  const vertexMoves = new Map<number, { location: number; interpolation: string }>();
  const fragmentMoves = new Map<number, { location: number; interpolation: string }>();
  for (const [location, output] of before.outputs.entries()) {
    const input = before.inputs.find(({ value }) => value.semantic === output.value.semantic);
    const isWhole = output.value.scalarType !== 'float32';
    const interpolation = (isWhole ? FLAT : '') || input?.interpolation || output.interpolation;
    vertexMoves.set(output.location, { location, interpolation });
    if (input) fragmentMoves.set(input.location, { location, interpolation });
  }
  const missing = inputs.find(
    ({ semantic }) => !outputs.some((output) => output.semantic === semantic),
  );
  if (missing) return fail(unmet(names, missing, outputs));
  for (const input of inputs) {
    const output = outputs.find(({ semantic }) => semantic === input.semantic);
    if (!output || typeOf(output) === typeOf(input)) continue;
    return fail(
      `${names.vertex} returns ${input.semantic} (${output.name}) as ${typeOf(output)}, but ` +
        `${names.fragment} reads it (${input.name}) as ${typeOf(input)}. Give both the same type.`,
    );
  }
  return ok({
    vertex: turnedOver(relocate(code.vertex, 'outputs', vertexMoves)),
    fragment: relocate(code.fragment, 'inputs', fragmentMoves),
  });
}

const FLAT = '@interpolate(flat) ';

function unmet(
  { vertex, fragment }: StageCodes,
  { semantic, name }: StageValue,
  outputs: readonly StageValue[],
): string {
  const returned = outputs.map((output) => `${output.semantic} (${output.name})`);
  const list = returned.length > 0 ? `only ${returned.join(', ')}` : 'nothing but its position';
  return `${fragment} reads ${semantic} (${name}), but ${vertex} returns ${list}. Give both the same semantic.`;
}

/** In Slang's notation, such as `float3`. */
function typeOf({ scalarType, components }: StageValue): string {
  const names = { float32: 'float', int32: 'int', uint32: 'uint' };
  const scalar = ownValue(names, scalarType) ?? scalarType;
  return components === 1 ? scalar : `${scalar}${components}`;
}

function vertexInputs(
  vertex: string,
  code: string,
  io: StageIo,
  { vertices }: DrawSettings,
): Result<VertexInput[]> {
  const values = io.inputs.filter((value) => !isSystemValue(value));
  const [first] = values;
  if (!first) return ok([]);
  if (vertices?.kind !== 'mesh') {
    return fail(
      `${vertex} reads ${first.semantic} (${first.name}), but draws no mesh. Add ` +
        '[playground::DRAW::MESH("cube")] instead of DRAW, or read from a buffer by SV_VertexID.',
    );
  }
  const misfit = values.find(({ scalarType }) => scalarType !== 'float32');
  if (misfit) {
    return fail(
      `${vertex} reads ${misfit.semantic} (${misfit.name}) as ${typeOf(misfit) || 'a matrix or an array'}, but meshes hold float vectors.`,
    );
  }
  const { inputs } = placesIn(code, { inputs: values, outputs: [] });
  return ok(
    inputs.map(({ value, location }) => ({ location, semantic: meshSemantic(value.semantic) })),
  );
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

type KernelWrites = (kernel: string, texture: string) => boolean;

/** Whether a kernel writes a texture, by the compiler's names in WGSL. */
function readKernelWrites({ code }: CompiledProgram): KernelWrites {
  const use = readWgslUse(code);
  return (kernel, texture) =>
    [...(use.usedBy(kernel) ?? [])].some(
      ({ name, type }) =>
        name.replace(/_\d+$/, '') === texture && type.startsWith('texture_storage'),
    );
}

/** The textures that called kernels write. */
function kernelsWriting(
  program: CompiledProgram,
  entryPoints: readonly EntryPointReflection[],
): (texture: string) => boolean {
  const writes = readKernelWrites(program);
  const kernels = entryPoints.filter((each) => each.stage === 'compute' && isCalled(each));
  return (texture) => kernels.some(({ name }) => writes(name, texture));
}

/** Four samples by default for geometry in the picture, unless kernels draw in it too. */
function planTargets(
  planned: readonly PlannedDraw[],
  isWrittenByKernel: (texture: string) => boolean,
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

/** The bits of `GPUShaderStage`. */
const VERTEX = 1;
const FRAGMENT = 2;

/**
 * Says which stages use each slot. Buffers that kernels write and both stages only read become
 * read-only; fails if the vertex stage writes one, which WebGPU forbids.
 */
function withVisibility(draw: DrawCommand, program: CompiledProgram): Result<DrawCommand> {
  const use = readWgslUse(program.code);
  const usedBy = (name: string | null) => [...(use.usedBy(name ?? '') ?? [])];
  const ofVertex = usedBy(draw.vertex);
  const ofFragment = usedBy(draw.fragment);
  const visibility = new Map<string, DrawCommand['visibility'][string]>();
  let { vertex, fragment } = draw.code;
  for (const binding of new Set([...ofVertex, ...ofFragment])) {
    const { name, space } = binding;
    const stages =
      (ofVertex.includes(binding) ? VERTEX : 0) | (ofFragment.includes(binding) ? FRAGMENT : 0);
    const local = { vertex: nameAt(vertex, binding), fragment: nameAt(fragment ?? '', binding) };
    const isWritable = space === 'storage, read_write';
    if (
      stages & VERTEX &&
      (binding.type.startsWith('texture_storage') || writesBuffer(vertex, local.vertex))
    ) {
      return fail(vertexWrites(draw.vertex ?? '', name.replace(/_\d+$/, '')));
    }
    const isRead =
      isWritable && !(stages & FRAGMENT && writesBuffer(fragment ?? '', local.fragment));
    if (isWritable && !isRead && stages & VERTEX) {
      return fail(
        `${draw.vertex} reads ${name.replace(/_\d+$/, '')} while ${draw.fragment} writes it, which WebGPU forbids in one draw.`,
      );
    }
    if (isRead) {
      vertex = readOnly(vertex, local.vertex);
      fragment = fragment === null ? null : readOnly(fragment, local.fragment);
    }
    visibility.set(slotKey(binding), {
      visibility: stages,
      ...(isRead && { buffer: { type: 'read-only-storage' } }),
    });
  }
  const code = { vertex, fragment: fragment === null ? null : withDerivatives(fragment) };
  return ok({ ...draw, code, visibility: Object.fromEntries(visibility) });
}

/** A binding's name in the code of one stage, where the compiler may number it otherwise. */
function nameAt(code: string, slot: BindingSlot): string {
  return readWgslUse(code).bindings.find((each) => isSameSlot(each, slot))?.name ?? '';
}

function vertexWrites(vertex: string, name: string): string {
  return name === PRINT_BUFFER
    ? `${vertex} prints, but WebGPU lets no vertex stage write. Print in the fragment entry point or in a compute one.`
    : `${vertex} writes ${name}, but WebGPU lets no vertex stage write. Write it in a compute entry point.`;
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
const DEPTH_FORMAT = 'depth32float';

function bindTarget(
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

function addResources(
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
function withClears(
  planned: readonly PlannedDraw[],
  entryPoints: readonly EntryPointReflection[],
  program: CompiledProgram,
): DrawCommand[] {
  const writes = readKernelWrites(program);
  const names = entryPoints.map(({ name }) => name);
  const kernels = entryPoints.filter((each) => each.stage === 'compute' && isCalled(each));
  const drawn = new Set<string>();
  const deep = new Set<string>();
  return planned.map(({ draw }) => {
    const { targets, depthTexture, depth } = draw;
    const [first = ''] = targets;
    const at = names.indexOf(draw.entryPoint);
    const isFresh = (texture: string) =>
      !drawn.has(texture) &&
      !kernels.some(({ name }) => names.indexOf(name) < at && writes(name, texture));
    const clear =
      draw.clear ?? (isFresh(first) ? [0, 0, 0, first === OUTPUT_TEXTURE ? 1 : 0] : null);
    for (const target of targets) drawn.add(target);
    const deepest = depthTexture ?? first;
    const isNewDepth = !deep.has(deepest) && (depth !== null || depthTexture !== null);
    if (isNewDepth) deep.add(deepest);
    const farthest = depth?.compare.startsWith('greater') ? 0 : 1;
    return { ...draw, clear, clearDepth: isNewDepth ? farthest : null };
  });
}
