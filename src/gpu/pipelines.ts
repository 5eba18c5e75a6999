import type { ResourceBinding, RunDescriptor } from '#program/runDescriptor.ts';
import { assertNever } from '#shared/assertNever.ts';
import { messageOf } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';

export interface Pipelines {
  readonly bindGroupLayout: GPUBindGroupLayout;
  /** One for each call command, in the same order. */
  readonly pipelines: readonly GPUComputePipeline[];
}

/**
 * Compiles the shader and builds the pipelines of all entry points that are called, in parallel.
 * They share one explicit bind-group layout, so that an unused resource is no obstacle.
 */
export async function createPipelines(
  device: GPUDevice,
  { shader, callCommands, layout, uniformBinding }: RunDescriptor,
): Promise<Result<Pipelines>> {
  device.pushErrorScope('validation');
  const module = device.createShaderModule({ label: 'user shader', code: shader.code });
  const bindGroupLayout = device.createBindGroupLayout({
    label: 'bind group 0',
    entries: layoutEntries(layout, uniformBinding),
  });
  const pipelineLayout = device.createPipelineLayout({
    label: 'bind group 0 only',
    bindGroupLayouts: [bindGroupLayout],
  });
  const pending = callCommands.map(({ fnName }) =>
    createPipeline(device, module, pipelineLayout, fnName),
  );
  const scope = device.popErrorScope();
  const compilation = await compilationErrors(module);
  const results = await Promise.all(pending);
  const scopeError = await scope;

  const failed = results.find((result) => !result.ok);
  if (compilation !== '') {
    return fail(
      `Failed to create pipeline for entry point ${callCommands[0]?.fnName}: the browser rejects the generated WGSL.\n${compilation}`,
    );
  }
  if (failed) return failed;
  if (scopeError) return fail(`The shader's resources do not fit WebGPU: ${scopeError.message}`);
  return ok({
    bindGroupLayout,
    pipelines: results.flatMap((result) => (result.ok ? [result.value] : [])),
  });
}

async function createPipeline(
  device: GPUDevice,
  module: GPUShaderModule,
  layout: GPUPipelineLayout,
  entryPoint: string,
): Promise<Result<GPUComputePipeline>> {
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
