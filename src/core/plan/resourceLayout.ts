import type { ReflectedType } from '#core/plan/reflection/reflection.ts';
import type { WgslBinding } from '#core/plan/wgsl/wgslUse.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { BoundParameter } from './boundParameter.ts';
import { defaultResource } from './defaultResource.ts';
import type { ProgramUse } from './programUse.ts';
import { resourceBinding } from './resourceBinding.ts';
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
  isSameSlot,
  OUTPUT_TEXTURE,
  type ParsedResourceCommand,
  PRINT_BUFFER,
  type ResourceBinding,
  type ResourceCommand,
} from './runDescriptor.ts';

interface ResourceLayout {
  readonly layout: Readonly<Record<string, ResourceBinding>>;
  readonly resourceCommands: readonly ResourceCommand[];
}

/** The facts that decide which resources a run needs. */
interface ResourceNeeds {
  /** The contents that attributes give to resources, by name. */
  readonly commands: ReadonlyMap<string, ParsedResourceCommand>;
  readonly calls: readonly CallCommand[];
  readonly use: ProgramUse;
}

/**
 * Binds and fills the needed resources: those that called code uses, an attribute fills, a
 * call names or the playground itself reads. Omits all others, whatever they are.
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
  const { name, type, place } = parameter;
  switch (place.kind) {
    case 'uniform':
      return false;
    case 'slot':
      // The plain data of a group is a uniform block.
      if (isParameterGroup(type)) return false;
      return (
        commands.has(name) ||
        name === OUTPUT_TEXTURE ||
        name === PRINT_BUFFER ||
        calls.some((call) => namedResource(call) === name) ||
        use.isUsed(place) ||
        // WGSL that declares arrays of resources is not valid, even if nothing uses them.
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
 * The reason why a binding does not match the compiled shader's declaration; undefined if it does.
 * WebGPU refuses pipelines if the two differ.
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

/** An undefined type matches any. */
function expectedDeclaration(bound: ResourceBinding): {
  readonly space: string;
  readonly type: string | undefined;
} {
  switch (bound.kind) {
    case 'buffer':
      return { space: BUFFER_SPACES[bound.access], type: undefined };
    case 'sampler':
      return { space: '', type: 'sampler' };
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
