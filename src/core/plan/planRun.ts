import type { CompiledProgram } from '#core/output/compileResult.ts';
import { type CallTarget, callTargets, isCalled, planCall } from '#core/plan/attributes/calls.ts';
import { planParameter } from '#core/plan/attributes/planParameter.ts';
import { contentsOf } from '#core/plan/attributes/resources.ts';
import {
  type EntryPointReflection,
  type Parameter,
  readReflection,
} from '#core/plan/reflection/reflection.ts';
import { readWgslUse } from '#core/plan/wgsl/wgslUse.ts';
import { usedAssets } from '#core/project/assetPaths.ts';
import type { Asset } from '#core/project/project.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { bindParameters } from './bindParameters.ts';
import type { BoundParameter } from './boundParameter.ts';
import { knownBytes } from './contents.ts';
import { checkCalls, checkOutputs } from './planChecks.ts';
import { type ProgramUse, readProgramUse } from './programUse.ts';
import { planResources } from './resourceLayout.ts';
import {
  type CallCommand,
  OUTPUT_TEXTURE,
  type OutputType,
  type ParsedResourceCommand,
  PRINT_BUFFER,
  type RunDescriptor,
  type RunShader,
  type UniformComponent,
} from './runDescriptor.ts';
import { planUniformBlocks } from './uniformBlock.ts';

/** The reason why nothing runs if no parameter asks for a picture or for printing. */
export const NOT_RUNNABLE =
  'The shader compiled, but there is nothing to run: it has no parameter named ' +
  `${OUTPUT_TEXTURE} or ${PRINT_BUFFER}. Add "import rendering;" to draw an image or ` +
  '"import printing;" to print text.';

const ONLY_COMPILED = 'This program is for compiling, not for running: ';

/** Whether a plan was refused because the program has entry points for graphics only. */
export function isOnlyCompiled(refusal: string): boolean {
  return refusal.startsWith(ONLY_COMPILED);
}

function refusalWithoutOutputs(entryPoints: readonly EntryPointReflection[]): string {
  const isGraphics = entryPoints.every(({ stage }) => stage !== 'compute');
  if (entryPoints.length === 0 || !isGraphics) return NOT_RUNNABLE;
  const names = new Intl.ListFormat('en').format(entryPoints.map(({ name }) => name));
  const are = entryPoints.length === 1 ? 'is an entry point' : 'are entry points';
  return `${ONLY_COMPILED}${names} ${are} for graphics, and the playground runs compute shaders. Choose a target and compile to see the code.`;
}

/** The outputs that a program requests by the names of its parameters. */
export function outputTypesOf(parameters: readonly Parameter[]): OutputType[] {
  const names = new Set(parameters.map(({ name }) => name));
  const types: OutputType[] = [];
  if (names.has(OUTPUT_TEXTURE)) types.push('image');
  if (names.has(PRINT_BUFFER)) types.push('printing');
  return types;
}

/**
 * Plans the execution of a compiled program from its reflection. Pure. It makes every
 * message about attributes and resources. It reads from the program's WGSL what is used and where the
 * uniform block is, because reflection omits both.
 *
 * @param uri the base of relative addresses in the shader
 * @param assets the project's own images and data, which addresses may name
 */
export function planRun(
  program: CompiledProgram,
  uri: string,
  assets: readonly Asset[] = [],
): Result<RunDescriptor> {
  const { parameters, entryPoints } = readReflection(program.reflection);
  const outputTypes = outputTypesOf(parameters);
  if (outputTypes.length === 0) return fail(refusalWithoutOutputs(entryPoints));

  const wgsl = readWgslUse(program.code);
  const called = entryPoints.filter(isCalled);
  const { members, blocks } = bindParameters(parameters, called, wgsl, program.strides);
  const attributes = planAttributes(members);
  if (!attributes.ok) return attributes;
  const { commands, components } = attributes.value;
  const calls = planCalls(entryPoints, members, commands);
  if (!calls.ok) return calls;
  const callCommands = calls.value;

  const use = readProgramUse(wgsl, callCommands);
  const resources = planResources(members, { commands, calls: callCommands, use });
  if (!resources.ok) return resources;
  const { layout } = resources.value;
  const planned = planUniformBlocks(blocks, components, use);
  if (!planned.ok) return planned;
  const uniformBlocks = planned.value;
  const bound = { layout, uniformBlocks };
  const wrong = checkOutputs(outputTypes, layout) ?? checkCalls(callCommands, use, bound);
  if (wrong !== undefined) return fail(wrong);
  return ok({
    uri,
    shader: {
      code: program.code,
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

/** What each call uses; every bound resource if its code cannot be read. */
function slotsOfCalls(
  calls: readonly CallCommand[],
  use: ProgramUse,
  { layout, uniformBlocks }: Pick<RunDescriptor, 'layout' | 'uniformBlocks'>,
): RunShader['slots'] {
  const everything = [...Object.values(layout), ...uniformBlocks.flatMap(({ slot }) => slot ?? [])];
  const slots = calls.map((call) => {
    const used = [...(use.usedBy(call) ?? everything)];
    return [call.entryPoint, used.map(({ group, binding }) => ({ group, binding }))] as const;
  });
  return Object.fromEntries(slots);
}

interface AttributePlan {
  /** The initial contents of resources, by name. */
  readonly commands: ReadonlyMap<string, ParsedResourceCommand>;
  /** The components of uniform blocks, by the block's name. */
  readonly components: ReadonlyMap<string, readonly UniformComponent[]>;
}

function planAttributes(members: readonly BoundParameter[]): Result<AttributePlan> {
  const commands = new Map<string, ParsedResourceCommand>();
  const components = new Map<string, UniformComponent[]>();
  for (const member of members) {
    const planned = planParameter(member);
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
): Result<CallCommand[]> {
  const targets = callTargets(members, (name) => {
    const command = commands.get(name);
    return command && knownBytes(contentsOf(command));
  });
  const calls: CallCommand[] = [];
  for (const entryPoint of entryPoints) {
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
