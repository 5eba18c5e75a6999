import {
  type BindingSlot,
  type CallCommand,
  type ResourceBinding,
  type RunDescriptor,
  slotKey,
} from '#core/plan/runDescriptor.ts';
import { type RunnableWgsl, runnableWgsl } from '#core/plan/wgsl/runnableWgsl.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { messageOf } from '#core/util/errors.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { allOk, fail, ok, type Result } from '#core/util/result.ts';
import type { CallPipeline, GroupLayout } from './frame.ts';

/**
 * Compiles the shader and builds the pipelines of all entry points that are called, in parallel.
 * The layout of each has what the entry point uses and nothing else, so that limits count for each
 * alone.
 *
 * @param kept pipelines of another version whose entry points are the same in this one
 */
export async function createPipelines(
  device: GPUDevice,
  descriptor: RunDescriptor,
  kept: readonly CallPipeline[] = [],
): Promise<Result<readonly CallPipeline[]>> {
  device.pushErrorScope('validation');
  const wgsl = runnableWgsl(descriptor.shader.code);
  const module = device.createShaderModule({ label: 'user shader', code: wgsl.code });
  const groupsOf = createGroupLayouts(device, descriptor, kept);
  const pending = descriptor.callCommands.map(async (call) => {
    const groups = groupsOf(call);
    const built = kept.find((each) => each.call.fnName === call.fnName && isSame(each, groups));
    if (built) return ok({ ...built, call });
    const pipeline = await createPipeline(device, { module, wgsl }, groups, call.fnName);
    return pipeline.ok ? ok({ call, groups, pipeline: pipeline.value }) : pipeline;
  });
  const [scopeError, compilation, ...results] = await Promise.all([
    device.popErrorScope(),
    compilationErrors({ module, wgsl }),
    ...pending,
  ]);

  const built = allOk(results);
  if (compilation === '' && !scopeError && built.ok) return built;
  const exceeded = await exceededLimit(descriptor, device.limits);
  if (exceeded !== null) return fail(exceeded);
  if (compilation !== '') {
    const { fnName } = descriptor.callCommands[0] ?? { fnName: 'main' };
    return fail(
      `Failed to create pipeline for entry point ${fnName}: the browser rejects the generated WGSL.\n${compilation}`,
    );
  }
  // What fails behind the first error fails because of it.
  if (scopeError) {
    return fail(
      `The shader's resources do not fit WebGPU: ${wgsl.inUserNames(scopeError.message)}`,
    );
  }
  return built;
}

/** The first limit that the run exceeds, in a sentence; its code is loaded when something failed. */
async function exceededLimit(
  descriptor: RunDescriptor,
  limits: GPUSupportedLimits,
): Promise<string | null> {
  try {
    const { describeExcess, findExcess } = await import('#core/plan/limitExcess.ts');
    const [excess] = findExcess(descriptor, limits);
    return excess ? describeExcess(excess) : null;
  } catch {
    // Without a network, the browser's own words have to do.
    return null;
  }
}

function isSame({ groups }: CallPipeline, others: readonly GroupLayout[]): boolean {
  return groups.length === others.length && groups.every((group, i) => group === others[i]);
}

/** A function that gives the layouts of a call's bind groups, from those that are there already. */
function createGroupLayouts(
  device: GPUDevice,
  descriptor: RunDescriptor,
  kept: readonly CallPipeline[],
): (call: CallCommand) => readonly GroupLayout[] {
  const known = new Map(kept.flatMap(({ groups }) => groups).map((group) => [group.key, group]));
  const entryAt = createEntries(descriptor);
  return ({ fnName }) => {
    const used = ownValue(descriptor.shader.slots, fnName) ?? [];
    const count = 1 + Math.max(-1, ...used.map(({ group }) => group));
    return Array.from({ length: count }, (_, index) => {
      const slots = used.filter(({ group }) => group === index).toSorted(byBinding);
      const entries = slots.map(entryAt);
      const key = JSON.stringify([index, entries]);
      const group = known.get(key) ?? {
        key,
        slots,
        layout: device.createBindGroupLayout({ label: `bind group ${index}`, entries }),
      };
      known.set(key, group);
      return group;
    });
  };
}

function byBinding(one: BindingSlot, other: BindingSlot): number {
  return one.binding - other.binding;
}

/** A function that says what is bound at a slot. */
function createEntries({
  layout,
  uniformBlocks,
}: RunDescriptor): (slot: BindingSlot) => GPUBindGroupLayoutEntry {
  const kinds = new Map<string, BindingKind>();
  for (const bound of Object.values(layout)) kinds.set(slotKey(bound), bindingKind(bound));
  for (const { slot } of uniformBlocks) {
    if (slot) kinds.set(slotKey(slot), { buffer: { type: 'uniform' } });
  }
  return (slot) => ({
    binding: slot.binding,
    visibility: GPUShaderStage.COMPUTE,
    ...kinds.get(slotKey(slot)),
  });
}

/** A shader module, and the names that its entry points have in it. */
interface NamedModule {
  readonly module: GPUShaderModule;
  readonly wgsl: RunnableWgsl;
}

async function createPipeline(
  device: GPUDevice,
  { module, wgsl }: NamedModule,
  groups: readonly GroupLayout[],
  entryPoint: string,
): Promise<Result<GPUComputePipeline>> {
  const layout = device.createPipelineLayout({
    label: entryPoint,
    bindGroupLayouts: groups.map((group) => group.layout),
  });
  try {
    const compute = { module, entryPoint: wgsl.nameOf(entryPoint) };
    return ok(await device.createComputePipelineAsync({ label: entryPoint, layout, compute }));
  } catch (thrown) {
    const reason = wgsl.inUserNames(messageOf(thrown));
    return fail(`Failed to create pipeline for entry point ${entryPoint}: ${reason}`);
  }
}

/** Why the browser's own compiler refuses the WGSL; empty if it does not. */
async function compilationErrors({ module, wgsl }: NamedModule): Promise<string> {
  const { messages } = await module.getCompilationInfo();
  const errors = messages.filter(({ type }) => type === 'error');
  if (errors.length === 0) return '';
  try {
    const { reportWgslErrors } = await import('#core/plan/wgsl/wgslReports.ts');
    return reportWgslErrors(wgsl, errors);
  } catch {
    // Without a network, the browser's own words have to do.
    return errors.map(({ message }) => wgsl.inUserNames(message)).join('\n');
  }
}

type BindingKind = Omit<GPUBindGroupLayoutEntry, 'binding' | 'visibility'>;

function bindingKind(binding: ResourceBinding): BindingKind {
  switch (binding.kind) {
    case 'buffer':
      return { buffer: { type: binding.access } };
    case 'storageTexture': {
      const { access, format, viewDimension } = binding;
      return { storageTexture: { access, format, viewDimension } };
    }
    case 'texture': {
      const { sampleType, viewDimension } = binding;
      return { texture: { sampleType, viewDimension } };
    }
    case 'sampler':
      return { sampler: { type: 'filtering' } };
    default:
      return assertNever(binding);
  }
}
