import type { CompiledProgram } from '#core/output/compileResult.ts';
import { type CallTarget, callTargets, isCalled, planCall } from '#core/plan/attributes/calls.ts';
import { planParameter } from '#core/plan/attributes/planParameter.ts';
import { contentsOf, usedAssets } from '#core/plan/attributes/resources.ts';
import { roundUp } from '#core/plan/reflection/memoryLayout.ts';
import {
  type EntryPointReflection,
  type Parameter,
  type ReflectedType,
  readReflection,
} from '#core/plan/reflection/reflection.ts';
import {
  readWgslUse,
  type WgslBinding,
  type WgslUse,
  withoutNumber,
} from '#core/plan/wgsl/wgslUse.ts';
import type { Asset } from '#core/project/project.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { bindParameters } from './bindParameters.ts';
import { type BoundParameter, defaultResource, type UniformBlockPlace } from './boundParameter.ts';
import { knownBytes } from './contents.ts';
import {
  NO_DRAWS,
  type PlanDraws,
  type PlannedDraws,
  type ResourceLayout,
} from './plannedDraws.ts';
import { notStorable, resourceBinding, unstorableType } from './resourceBinding.ts';
import {
  is2DTexture,
  isBuffer,
  isParameterGroup,
  isStorageTexture,
  kindInSlang,
} from './resourceKinds.ts';
import {
  type BindingSlot,
  type CallCommand,
  entryPointsOf,
  isSameSlot,
  namedResources,
  OUTPUT_TEXTURE,
  type OutputType,
  type ParsedResourceCommand,
  PRINT_BUFFER,
  type ResourceBinding,
  type ResourceCommand,
  type RunDescriptor,
  type RunShader,
  type UniformBlock,
  type UniformComponent,
} from './runDescriptor.ts';

/** The reason nothing runs if no parameter requests a picture or printing. */
export const NOT_RUNNABLE =
  'The shader compiled, but there is nothing to run: it has no parameter named ' +
  `${OUTPUT_TEXTURE} or ${PRINT_BUFFER}. Add "import rendering;" to draw an image or ` +
  '"import printing;" to print text.';

const ONLY_COMPILED = 'This program is for compiling, not for running: ';

/** Whether a run was refused because all entry points are for graphics, and none of them draws. */
export function isOnlyCompiled(refusal: string): boolean {
  return refusal.startsWith(ONLY_COMPILED);
}

function isGraphics({ stage }: EntryPointReflection): boolean {
  return stage !== 'compute';
}

function refusalWithoutOutputs(entryPoints: readonly EntryPointReflection[]): string {
  if (entryPoints.length === 0 || !entryPoints.every(isGraphics)) return NOT_RUNNABLE;
  const stages = entryPoints.map(({ name, stage }) => `${name} is a ${stage} entry point`);
  return `${ONLY_COMPILED}${new Intl.ListFormat('en').format(stages)}, and nothing says what to draw. Add, for example, [playground::DRAW(3)] to a vertex entry point, or choose a target and compile to see the code.`;
}

export function outputTypesOf(
  parameters: readonly Parameter[],
  { targets }: Pick<PlannedDraws, 'targets'> = NO_DRAWS,
): OutputType[] {
  const names = new Set([...parameters.map(({ name }) => name), ...targets]);
  const types: OutputType[] = [];
  if (names.has(OUTPUT_TEXTURE)) types.push('image');
  if (names.has(PRINT_BUFFER)) types.push('printing');
  return types;
}

/** Plans a run; loads what is needed for programs with a fragment stage. See {@link planRun}. */
export async function planProgram(
  program: CompiledProgram,
  uri: string,
  assets: readonly Asset[] = [],
): Promise<Result<RunDescriptor>> {
  const drawing = program.stages && (await import('./draw/planDraws.ts'));
  return planRun(program, uri, assets, drawing?.planDraws);
}

/**
 * Plans the execution of a compiled program from its reflection. A pure function, and the source of
 * all messages about attributes and resources. Resource use and the uniform block's place come from
 * the program's WGSL, because reflection omits both.
 *
 * @param uri the base of relative addresses in the shader
 * @param assets the project's own images and data, which addresses may name
 * @param planDraws required for programs with graphics stages only; see `planProgram`
 */
export function planRun(
  program: CompiledProgram,
  uri: string,
  assets: readonly Asset[] = [],
  planDraws?: PlanDraws,
): Result<RunDescriptor> {
  const { parameters, entryPoints } = readReflection(program.reflection);
  const planned = planDraws ? planDraws(program, entryPoints) : ok(NO_DRAWS);
  if (!planned.ok) return planned;
  const drawn = planned.value;
  const outputTypes = outputTypesOf(parameters, drawn);
  if (outputTypes.length === 0) return fail(refusalWithoutOutputs(entryPoints));

  const wgsl = drawn.wgsl ?? readWgslUse(program.code);
  const drawing = [...drawn.draws.values()].flatMap(entryPointsOf);
  const called = entryPoints.filter((each) => isCalled(each) || drawing.includes(each.name));
  const { members, blocks } = bindParameters(parameters, called, wgsl, program.strides);
  const attributes = planAttributes(members, drawn);
  if (!attributes.ok) return attributes;
  const { commands, components } = attributes.value;
  const calls = planCalls(entryPoints, members, commands, drawn);
  if (!calls.ok) return calls;
  const callCommands = calls.value;

  const use = readProgramUse(wgsl, callCommands);
  const resources = planResources(members, { commands, calls: callCommands, use, drawn });
  if (!resources.ok) return resources;
  const { layout } = resources.value;
  const uniforms = planUniformBlocks(blocks, components, use);
  if (!uniforms.ok) return uniforms;
  const uniformBlocks = uniforms.value;
  const bound = { layout, uniformBlocks };
  const wrong = checkOutputs(outputTypes, layout) ?? checkCalls(callCommands, use, bound);
  if (wrong !== undefined) return fail(wrong);
  return ok({
    uri,
    shader: {
      code: program.code,
      ...(drawing.length > 0 && program.stages && { stages: program.stages }),
      threadGroupSizes: program.threadGroupSizes,
      hashedStrings: program.hashedStrings,
      slots: slotsOfCalls(callCommands, use, bound),
    },
    ...resources.value,
    assets: usedAssets(resources.value.resourceCommands, assets),
    callCommands,
    uniformBlocks,
    outputTypes,
  });
}

/** The slots that each call uses; every bound resource if the code cannot be read. */
function slotsOfCalls(
  calls: readonly CallCommand[],
  use: ProgramUse,
  { layout, uniformBlocks }: Pick<RunDescriptor, 'layout' | 'uniformBlocks'>,
): RunShader['slots'] {
  const everything = [...Object.values(layout), ...uniformBlocks.flatMap(({ slot }) => slot ?? [])];
  const slots = calls.flatMap(entryPointsOf).map((entryPoint) => {
    const used = [...(use.wgsl.usedBy(entryPoint) ?? everything)];
    return [entryPoint, used.map(({ group, binding }) => ({ group, binding }))] as const;
  });
  return Object.fromEntries(slots);
}

interface AttributePlan {
  /** By the resource's name. */
  readonly commands: ReadonlyMap<string, ParsedResourceCommand>;
  /** By the uniform block's name. */
  readonly components: ReadonlyMap<string, readonly UniformComponent[]>;
}

function planAttributes(
  members: readonly BoundParameter[],
  { targets }: PlannedDraws,
): Result<AttributePlan> {
  const commands = new Map<string, ParsedResourceCommand>();
  const components = new Map<string, UniformComponent[]>();
  for (const member of members) {
    const planned = planParameter(member, targets.has(member.name));
    if (!planned.ok) return planned;
    const { value } = planned;
    if (value.kind === 'resource') commands.set(member.name, value.command);
    if (value.kind !== 'uniform' || member.place.kind !== 'uniform') continue;
    const { block } = member.place;
    components.set(block, [...(components.get(block) ?? []), value.component]);
  }
  return ok({ commands, components });
}

/** At least one call, in the order of declaration. */
function planCalls(
  entryPoints: readonly EntryPointReflection[],
  members: readonly BoundParameter[],
  commands: ReadonlyMap<string, ParsedResourceCommand>,
  { draws }: PlannedDraws,
): Result<CallCommand[]> {
  const targets = callTargets(members, (name) => {
    const command = commands.get(name);
    return command && knownBytes(contentsOf(command));
  });
  const calls: CallCommand[] = [];
  for (const entryPoint of entryPoints) {
    const draw = draws.get(entryPoint.name);
    if (draw) calls.push(draw);
    if (draws.size > 0 && isGraphics(entryPoint)) continue;
    const call = planCall(entryPoint, targets);
    if (!call.ok) return call;
    if (call.value) calls.push(call.value);
  }
  return calls.length > 0 ? ok(calls) : fail(nothingCalled(entryPoints, targets));
}

function nothingCalled(
  entryPoints: readonly EntryPointReflection[],
  targets: ReadonlyMap<string, CallTarget>,
): string {
  const calls = targets.has(OUTPUT_TEXTURE)
    ? `[playground::CALL::SIZE_OF("${OUTPUT_TEXTURE}")] or [playground::CALL(1, 1, 1)]`
    : '[playground::CALL(1, 1, 1)]';
  const compute = entryPoints.find(({ stage }) => stage === 'compute');
  const where = compute
    ? `to ${compute.name}`
    : 'to a compute entry point, a function with [shader("compute")] and [numthreads(8, 8, 1)]';
  return `The shader compiled, but none of its entry points is called. Add, for example, ${calls} ${where}.`;
}

const ALIGNMENT = 16;

/**
 * The buffers of the uniforms. A block that no called code uses is not bound, but its controls
 * still appear.
 *
 * @param components the components of each block, by the block's name
 */
function planUniformBlocks(
  places: readonly UniformBlockPlace[],
  components: ReadonlyMap<string, readonly UniformComponent[]>,
  use: ProgramUse,
): Result<UniformBlock[]> {
  const blocks: UniformBlock[] = [];
  for (const { name, slot, size, contents } of places) {
    const bound = slot && use.isUsed(slot) ? slot : null;
    for (const { name: member, type } of bound ? contents : []) {
      // `storeBools` has already replaced bools by numbers in the code.
      const unstorable = unstorableType(type, 'bool');
      if (unstorable !== undefined) return fail(notStorable(member, unstorable));
    }
    const written = components.get(name) ?? [];
    if (!bound && written.length === 0) continue;
    blocks.push({ name, slot: bound, size: roundUp(size, ALIGNMENT), components: written });
  }
  return ok(blocks);
}

type Layout = RunDescriptor['layout'];

/** The reason the shader's outputs cannot be shown; undefined if they can. */
function checkOutputs(outputs: readonly OutputType[], layout: Layout): string | undefined {
  if (outputs.includes('image') && !isPicture(layout[OUTPUT_TEXTURE])) {
    return (
      `${OUTPUT_TEXTURE} cannot be shown: it has to be a 2D texture of colours, such as ` +
      `[format("rgba8")] WTexture2D<float4> ${OUTPUT_TEXTURE}. Give another resource another name.`
    );
  }
  if (outputs.includes('printing') && !isWrittenBuffer(layout[PRINT_BUFFER])) {
    return (
      `${PRINT_BUFFER} cannot be printed: it has to be a RWStructuredBuffer. ` +
      'Add "import printing;" instead of declaring it.'
    );
  }
  return undefined;
}

function isWrittenBuffer(bound: ResourceBinding | undefined): boolean {
  return bound?.kind === 'buffer' && bound.access === 'storage';
}

function isPicture(bound: ResourceBinding | undefined): boolean {
  switch (bound?.kind) {
    case 'texture':
    case 'target':
      return true;
    case 'storageTexture':
      return bound.viewDimension === '2d' && !/[us]int$/.test(bound.format);
    default:
      return false;
  }
}

type Bound = Pick<RunDescriptor, 'layout' | 'uniformBlocks'>;

/** The reason a resource that called code uses is unavailable; undefined if all are available. */
function checkCalls(
  calls: readonly CallCommand[],
  use: ProgramUse,
  { layout, uniformBlocks }: Bound,
): string | undefined {
  const { unboundTexture } = use.wgsl;
  if (unboundTexture !== undefined) {
    const name = unboundTexture.replace(/(?:_texture|_sampler)?_\d+$/, '');
    return `Could not generate binding for ${name}: the compiler gives this texture-sampler no place in WGSL. Use a Texture2D and a SamplerState instead.`;
  }
  const bound: readonly BindingSlot[] = [
    ...Object.values(layout),
    ...uniformBlocks.flatMap(({ slot }) => slot ?? []),
  ];
  for (const call of calls) {
    const used = use.usedBy(call);
    const missing = used.find((slot) => !bound.some((each) => isSameSlot(each, slot)));
    if (missing) {
      const name = withoutNumber(missing.name);
      return `Could not generate binding for ${name}: the compiled shader uses it, but no parameter declares it.`;
    }
    const own = call.type === 'INDIRECT' ? ownValue(layout, call.bufferName) : undefined;
    if (call.type === 'INDIRECT' && own && used.some((slot) => isSameSlot(slot, own))) {
      return usesOwnBuffer(call);
    }
  }
  return undefined;
}

function usesOwnBuffer({
  entryPoint,
  bufferName,
}: CallCommand & { readonly type: 'INDIRECT' }): string {
  return (
    `CALL_INDIRECT attribute of ${entryPoint}: ${entryPoint} itself uses ${bufferName}, but a buffer cannot ` +
    'be used and say the number of groups at once. Copy what it needs into another buffer.'
  );
}

interface ResourceNeeds {
  /** By the resource's name. */
  readonly commands: ReadonlyMap<string, ParsedResourceCommand>;
  readonly calls: readonly CallCommand[];
  readonly use: ProgramUse;
  readonly drawn: PlannedDraws;
}

/**
 * Binds and fills the resources that called code uses, an attribute fills, a call names or the
 * playground reads. Ignores all others.
 */
function planResources(
  parameters: readonly BoundParameter[],
  needs: ResourceNeeds,
): Result<ResourceLayout> {
  const layout = new Map<string, ResourceBinding>();
  const resourceCommands: ResourceCommand[] = [];
  const unbound: BoundParameter[] = [];
  for (const parameter of parameters) {
    if (!isNeeded(parameter, needs)) continue;
    const { name: resourceName } = parameter;
    const declared = bind(parameter, needs.use, layout);
    if (!declared.ok) return declared;
    const bound = needs.drawn.bindTarget(parameter, declared.value);
    if (!bound.ok) return bound;
    layout.set(resourceName, bound.value);
    const isTarget = needs.drawn.targets.has(resourceName);
    const parsedCommand = needs.commands.get(resourceName) ?? defaultResource(parameter, isTarget);
    if (parsedCommand) resourceCommands.push({ resourceName, parsedCommand });
    else unbound.push(parameter);
  }
  if (unbound.length > 0) return fail(notBound(unbound));
  return needs.drawn.addResources({ layout: Object.fromEntries(layout), resourceCommands });
}

function notBound(parameters: readonly BoundParameter[]): string {
  const names = parameters.map(({ name }) => name).join(', ');
  const hints = parameters.map(({ name, type }) => `${exampleAttribute(type)} to ${name}`);
  return (
    `Cannot create bind-group. The following resources are not bound: ${names}. ` +
    `Say what each starts with: add, for example, ${hints.join(', ')}.`
  );
}

function exampleAttribute(type: ReflectedType): string {
  if (!isStorageTexture(type)) {
    return isBuffer(type) ? '[playground::ZEROS(1024)]' : '[playground::URL("image.png")]';
  }
  return is2DTexture(type) ? '[playground::BLACK(512, 512)]' : '[playground::BLACK_3D(64, 64, 64)]';
}

function isNeeded(parameter: BoundParameter, { commands, calls, use }: ResourceNeeds): boolean {
  const { name, type, place } = parameter;
  switch (place.kind) {
    case 'uniform':
      return false;
    case 'slot':
      // The group's plain data is bound as a uniform block.
      if (isParameterGroup(type)) return false;
      return (
        commands.has(name) ||
        name === OUTPUT_TEXTURE ||
        name === PRINT_BUFFER ||
        calls.some((call) => namedResources(call).includes(name)) ||
        use.isUsed(place) ||
        // WGSL that declares arrays of resources is invalid even if nothing uses them.
        (type.kind === 'array' && isDeclared(use, place))
      );
    case 'unreachable':
      return (
        commands.has(name) || (place.name === 'pushConstantBuffer' && use.wgsl.hasUnboundUniform)
      );
    default:
      return assertNever(place);
  }
}

function isDeclared({ wgsl }: ProgramUse, slot: BindingSlot): boolean {
  return wgsl.bindings.some((each) => isSameSlot(each, slot));
}

function bind(
  parameter: BoundParameter,
  { wgsl }: ProgramUse,
  layout: ReadonlyMap<string, ResourceBinding>,
): Result<ResourceBinding> {
  const { name, type, place } = parameter;
  const noBinding = (why: string) => fail(`Could not generate binding for ${name}: ${why}`);
  if (place.kind !== 'slot') {
    return noBinding(
      `WebGPU has no push constants. Declare the ${kindInSlang(type)} without [vk::push_constant].`,
    );
  }
  const slot = { group: place.group, binding: place.binding };
  const declared = wgsl.bindings.find((each) => isSameSlot(each, slot));
  const bound = resourceBinding(parameter, slot, declared?.type);
  if (!bound.ok) return bound;
  if (layout.has(name)) {
    return noBinding('another resource has the same name. Give one of them another name.');
  }
  for (const [other, taken] of layout) {
    if (isSameSlot(taken, slot)) {
      return noBinding(`${other} has the same binding, ${slot.binding}.`);
    }
  }
  const wrong = declared && disagreement(declared, bound.value);
  return wrong === undefined ? bound : noBinding(wrong);
}

/**
 * Why a binding differs from the compiled shader's declaration, in which case WebGPU would refuse
 * the pipeline; undefined if they agree.
 */
function disagreement(declared: WgslBinding, bound: ResourceBinding): string | undefined {
  const { space, type } = declared;
  if (type === 'sampler_comparison') {
    return 'comparison samplers need a depth texture, which the playground cannot make; use SamplerState and compare in the shader.';
  }
  const expected = expectedDeclaration(bound);
  if (expected.space === space && (expected.type === undefined || expected.type === type)) {
    return undefined;
  }
  const wanted = declaration(expected.space, expected.type ?? 'a buffer');
  return `the compiled shader declares it as ${declaration(space, type)}, but the playground can only bind ${wanted}.`;
}

function declaration(space: string, type: string): string {
  return space === '' ? type : `var<${space}> of ${type}`;
}

const VIEWS = { '2d': '2d', '2d-array': '2d_array', '3d': '3d' } as const;
const TEXTURE_ACCESS = {
  'write-only': 'write',
  'read-only': 'read',
  'read-write': 'read_write',
} as const;
const BUFFER_SPACES = {
  storage: 'storage, read_write',
  'read-only-storage': 'storage, read',
} as const;

/** An undefined type matches any type. */
function expectedDeclaration(bound: ResourceBinding): {
  readonly space: string;
  readonly type: string | undefined;
} {
  switch (bound.kind) {
    case 'buffer':
      return { space: BUFFER_SPACES[bound.access], type: undefined };
    case 'sampler':
      return { space: '', type: 'sampler' };
    case 'target':
    case 'vertices':
      return { space: '', type: undefined };
    case 'texture':
      return { space: '', type: `texture_${VIEWS[bound.viewDimension]}<f32>` };
    case 'storageTexture': {
      const { viewDimension, format, access } = bound;
      const type = `texture_storage_${VIEWS[viewDimension]}<${format}, ${TEXTURE_ACCESS[access]}>`;
      return { space: '', type };
    }
    default:
      return assertNever(bound);
  }
}

type ProgramUse = ReturnType<typeof readProgramUse>;

/**
 * Reads what the called entry points use. If the code lacks one of them, assumes that they use
 * everything.
 */
function readProgramUse(wgsl: WgslUse, calls: readonly CallCommand[]) {
  const used = calls.flatMap(entryPointsOf).map(wgsl.usedBy);
  const isKnown = used.every((bindings) => bindings !== undefined);
  const all = used.flatMap((bindings) => [...(bindings ?? [])]);
  return {
    wgsl,
    /** Whether the code has all called entry points; if not, it may use anything. */
    isKnown,
    /** Whether called code uses the slot, so that a bind group must have it. */
    isUsed: (slot: BindingSlot): boolean => !isKnown || all.some((each) => isSameSlot(each, slot)),
    /** The bindings that a call uses; none if the code lacks its entry points. */
    usedBy: (call: CallCommand): readonly WgslBinding[] =>
      entryPointsOf(call).flatMap((entryPoint) => [...(wgsl.usedBy(entryPoint) ?? [])]),
  };
}
