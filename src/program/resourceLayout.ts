import { fail, ok, type Result } from '#shared/result.ts';
import type { BoundParameter } from './boundParameter.ts';
import { defaultResource } from './defaultResource.ts';
import type { ProgramUse } from './programUse.ts';
import type { ReflectedType } from './reflection.ts';
import { resourceBinding } from './resourceBinding.ts';
import { is2DTexture, isBuffer, isStorageTexture, kindInSlang } from './resourceKinds.ts';
import {
  type CallCommand,
  OUTPUT_TEXTURE,
  type ParsedResourceCommand,
  PRINT_BUFFER,
  type ResourceBinding,
  type ResourceCommand,
} from './runDescriptor.ts';
import { disagreement } from './wgslAgreement.ts';

export interface ResourceLayout {
  readonly layout: Readonly<Record<string, ResourceBinding>>;
  readonly resourceCommands: readonly ResourceCommand[];
}

/** What decides which resources a run needs. */
export interface ResourceNeeds {
  /** What attributes fill resources with, by their names. */
  readonly commands: ReadonlyMap<string, ParsedResourceCommand>;
  readonly calls: readonly CallCommand[];
  readonly use: ProgramUse;
}

/**
 * Binds and fills the resources that are needed: those that called code uses, an attribute fills, a
 * call names or the playground itself looks at. All others are left out, whatever they are.
 */
export function planResources(
  parameters: readonly BoundParameter[],
  needs: ResourceNeeds,
): Result<ResourceLayout> {
  const layout = new Map<string, ResourceBinding>();
  const resourceCommands: ResourceCommand[] = [];
  const unbound: BoundParameter[] = [];
  for (const parameter of parameters) {
    if (!isNeeded(parameter, needs)) continue;
    const { name: resourceName } = parameter;
    const bound = bind(parameter, needs.use, layout);
    if (!bound.ok) return bound;
    layout.set(resourceName, bound.value);
    const parsedCommand = needs.commands.get(resourceName) ?? defaultResource(parameter);
    if (parsedCommand) resourceCommands.push({ resourceName, parsedCommand });
    else unbound.push(parameter);
  }
  if (unbound.length > 0) return fail(notBound(unbound));
  return ok({ layout: Object.fromEntries(layout), resourceCommands });
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
  const { name, type, binding } = parameter;
  switch (binding.kind) {
    case 'uniform':
      return false;
    case 'descriptorTableSlot':
      return (
        commands.has(name) ||
        name === OUTPUT_TEXTURE ||
        name === PRINT_BUFFER ||
        calls.some((call) => namedResource(call) === name) ||
        use.isUsed(binding.space, binding.index) ||
        // WGSL that declares arrays of resources is not valid, whoever uses them.
        (type.kind === 'array' && isDeclared(use, binding.space, binding.index))
      );
    default:
      if (commands.has(name)) return true;
      if (binding.name === 'pushConstantBuffer') return use.wgsl.hasUnboundUniform;
      return type.kind === 'parameterBlock' && use.isGroupUsed(binding.index);
  }
}

function namedResource(call: CallCommand): string | undefined {
  switch (call.type) {
    case 'FIXED_SIZE':
      return undefined;
    case 'RESOURCE_BASED':
      return call.resourceName;
    default:
      return call.bufferName;
  }
}

function isDeclared({ wgsl }: ProgramUse, group: number, binding: number): boolean {
  return wgsl.bindings.some((each) => each.group === group && each.binding === binding);
}

function bind(
  parameter: BoundParameter,
  { wgsl }: ProgramUse,
  layout: ReadonlyMap<string, ResourceBinding>,
): Result<ResourceBinding> {
  const { name, type, binding: place } = parameter;
  const noBinding = (why: string) => fail(`Could not generate binding for ${name}: ${why}`);
  if (place.kind !== 'descriptorTableSlot') {
    return noBinding(
      `${kindInSlang(type)} outside of bind group 0 is not supported; use ConstantBuffer instead of ParameterBlock or push constants.`,
    );
  }
  if (place.space !== 0) {
    return noBinding(
      `${kindInSlang(type)} in bind group ${place.space} is not supported; only bind group 0 is.`,
    );
  }
  const bound = resourceBinding(parameter, place.index);
  if (!bound.ok) return bound;
  if (layout.has(name)) return noBinding('another resource has the same name.');
  for (const [other, { binding }] of layout) {
    if (binding === place.index) return noBinding(`${other} has the same binding, ${binding}.`);
  }
  const declared = wgsl.bindings.find(
    ({ group, binding }) => group === 0 && binding === place.index,
  );
  const wrong = declared && disagreement(declared, bound.value);
  return wrong === undefined ? bound : noBinding(wrong);
}
