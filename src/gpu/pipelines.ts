import type { CallCommand, ResourceBinding, RunDescriptor } from '#program/runDescriptor.ts';
import { assertNever } from '#shared/assertNever.ts';
import { messageOf } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';

/** A call with what it is dispatched with. */
export interface CallPipeline {
  readonly call: CallCommand;
  readonly pipeline: GPUComputePipeline;
  readonly layout: CallLayout;
}

/** A layout of bind group 0, shared by all calls that may use the same resources. */
export interface CallLayout {
  readonly bindGroupLayout: GPUBindGroupLayout;
  /** A resource that is left out: WebGPU forbids a buffer to be both bound and indirect. */
  readonly without: string | null;
}

/**
 * Compiles the shader and builds the pipelines of all entry points that are called, in parallel.
 * They share explicit bind-group layouts, so that an unused resource is no obstacle.
 *
 * @param kept pipelines of another version, with the same resources, that this one can use
 */
export async function createPipelines(
  device: GPUDevice,
  descriptor: RunDescriptor,
  kept: readonly CallPipeline[] = [],
): Promise<Result<readonly CallPipeline[]>> {
  device.pushErrorScope('validation');
  const code = descriptor.shader.code;
  const module = device.createShaderModule({ label: 'user shader', code });
  const layouts = new Map(kept.map(({ layout }) => [layout.without, layout]));
  const pending = descriptor.callCommands.map(async (call) => {
    const without = call.type === 'INDIRECT' ? call.bufferName : null;
    const layout = layouts.get(without) ?? createLayout(device, descriptor, without);
    layouts.set(without, layout);
    const built = kept.find((each) => each.call.fnName === call.fnName && each.layout === layout);
    if (built) return ok({ ...built, call });
    const pipeline = await createPipeline(device, module, layout, call.fnName);
    return pipeline.ok ? ok({ call, layout, pipeline: pipeline.value }) : pipeline;
  });
  const scope = device.popErrorScope();
  const compilation = await compilationErrors(module);
  const results = await Promise.all(pending);
  const scopeError = await scope;

  if (compilation !== '') {
    const { fnName } = descriptor.callCommands[0] ?? { fnName: 'main' };
    return fail(
      `Failed to create pipeline for entry point ${fnName}: the browser rejects the generated WGSL.\n${compilation}`,
    );
  }
  const failed = results.find((result) => !result.ok);
  if (failed && !failed.ok) return failed;
  if (scopeError) return fail(`The shader's resources do not fit WebGPU: ${scopeError.message}`);
  return ok(results.flatMap((result) => (result.ok ? [result.value] : [])));
}

function createLayout(
  device: GPUDevice,
  { layout, uniformBinding }: RunDescriptor,
  without: string | null,
): CallLayout {
  const bound = Object.fromEntries(Object.entries(layout).filter(([name]) => name !== without));
  const bindGroupLayout = device.createBindGroupLayout({
    label: without === null ? 'bind group 0' : `bind group 0 without ${without}`,
    entries: layoutEntries(bound, uniformBinding),
  });
  return { bindGroupLayout, without };
}

async function createPipeline(
  device: GPUDevice,
  module: GPUShaderModule,
  { bindGroupLayout }: CallLayout,
  entryPoint: string,
): Promise<Result<GPUComputePipeline>> {
  const layout = device.createPipelineLayout({
    label: entryPoint,
    bindGroupLayouts: [bindGroupLayout],
  });
  try {
    const compute = { module, entryPoint };
    return ok(await device.createComputePipelineAsync({ label: entryPoint, layout, compute }));
  } catch (thrown) {
    return fail(`Failed to create pipeline for entry point ${entryPoint}: ${messageOf(thrown)}`);
  }
}

/** What the browser's own compiler says of the WGSL, a line each, with the place in the WGSL. */
async function compilationErrors(module: GPUShaderModule): Promise<string> {
  const { messages } = await module.getCompilationInfo();
  return messages
    .filter(({ type }) => type === 'error')
    .map(({ lineNum, linePos, message }) => `WGSL(${lineNum}:${linePos}): ${message}`)
    .join('\n');
}

function layoutEntries(
  layout: RunDescriptor['layout'],
  uniformBinding: number | null,
): GPUBindGroupLayoutEntry[] {
  const entries = Object.values(layout).map((binding) => ({
    binding: binding.binding,
    visibility: GPUShaderStage.COMPUTE,
    ...bindingLayout(binding),
  }));
  if (uniformBinding === null) return entries;
  return [
    { binding: uniformBinding, visibility: GPUShaderStage.COMPUTE, buffer: { type: 'uniform' } },
    ...entries,
  ];
}

function bindingLayout(
  binding: ResourceBinding,
): Omit<GPUBindGroupLayoutEntry, 'binding' | 'visibility'> {
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
