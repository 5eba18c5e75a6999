import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { type RunnableWgsl, runnableWgsl } from '#core/plan/wgsl/runnableWgsl.ts';
import { messageOf } from '#core/util/errors.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { allOk, fail, ok, type Result } from '#core/util/result.ts';
import { loadCamera } from '#engine/gpu/resources/uniforms.ts';
import { createCallPipeline, createGroupLayouts } from './callPipeline.ts';
import type { CallPipeline, GroupLayout } from './frame.ts';

/**
 * Compiles the shader and builds the pipelines of all called entry points in parallel. Each layout
 * contains only what its entry point uses, so that limits apply to each entry point separately.
 *
 * @param kept pipelines of another version whose entry points are unchanged in this one
 */
export async function createPipelines(
  device: GPUDevice,
  descriptor: RunDescriptor,
  kept: readonly CallPipeline[] = [],
): Promise<Result<readonly CallPipeline[]>> {
  const draws = descriptor.callCommands.some(({ type }) => type === 'DRAW');
  // Before the scope, which catches the errors of all modules.
  const drawing = draws ? await loadDrawing() : null;
  device.pushErrorScope('validation');
  const { code, stages = {} } = descriptor.shader;
  const modules = new Map<string, CheckedModule>();
  const moduleOf = (text: string): CheckedModule => {
    const known = modules.get(text);
    if (known) return known;
    const wgsl = runnableWgsl(text);
    const module = device.createShaderModule({ label: 'user shader', code: wgsl.code });
    const errors = compilationErrors({ module, wgsl });
    // If the device is lost, another promise rejects first.
    errors.catch(() => {});
    const named = { module, wgsl, errors };
    modules.set(text, named);
    return named;
  };
  const groupsOf = createGroupLayouts(device, descriptor, kept);
  const pending = descriptor.callCommands.map(async (call): Promise<Result<CallPipeline>> => {
    const groups = groupsOf(call);
    const built = kept.find(
      (each) => each.call.entryPoint === call.entryPoint && isSame(each, groups),
    );
    if (call.type === 'DRAW') {
      if (built) return ok(built);
      const request = { device, call, groups, layout: descriptor.layout, moduleOf };
      return drawing ? drawing.createDrawPipeline(request) : fail(NOT_LOADED);
    }
    if (built && !('prepare' in built)) return ok({ ...built, call });
    const named = moduleOf(ownValue(stages, call.entryPoint) ?? code);
    const pipeline = await createPipeline(device, named, groups, call.entryPoint);
    return pipeline.ok ? ok({ call, groups, pipeline: pipeline.value }) : pipeline;
  });
  const [scopeError, , ...results] = await Promise.all([
    device.popErrorScope(),
    loadCamera(descriptor),
    ...pending,
  ]);
  const compilations = await Promise.all([...modules.values()].map(({ errors }) => errors));
  const compilation = compilations.find((text) => text !== '') ?? '';

  const built = allOk(results);
  if (compilation === '' && !scopeError && built.ok) return built;
  const exceeded = await exceededLimit(descriptor, device.limits);
  if (exceeded !== null) return fail(exceeded);
  if (compilation !== '') {
    const { entryPoint } = descriptor.callCommands[0] ?? { entryPoint: 'main' };
    return fail(
      `Failed to create pipeline for entry point ${entryPoint}: the browser rejects the generated WGSL.\n${compilation}`,
    );
  }
  // Errors after the first one follow from it.
  if (scopeError) {
    return fail(
      `The shader's resources do not fit WebGPU: ${runnableWgsl(code).inUserNames(scopeError.message)}`,
    );
  }
  return built;
}

const NOT_LOADED = 'The part of the page that draws did not load. Press Run, or reload the page.';

function loadDrawing() {
  return import('./draw/drawPipeline.ts').catch(() => null);
}

/** The first limit that the run exceeds, as a sentence. Loads its code on demand. */
async function exceededLimit(
  descriptor: RunDescriptor,
  limits: GPUSupportedLimits,
): Promise<string | null> {
  try {
    const { describeExcess, findExcess } = await import('#core/plan/limitExcess.ts');
    const [excess] = findExcess(descriptor, limits);
    return excess ? describeExcess(excess) : null;
  } catch {
    // Offline: fall back to the browser's message.
    return null;
  }
}

function isSame({ groups }: CallPipeline, others: readonly GroupLayout[]): boolean {
  return groups.length === others.length && groups.every((group, i) => group === others[i]);
}

/** A shader module with the names of its entry points. */
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
  try {
    const compute = { module, entryPoint: wgsl.nameOf(entryPoint) };
    return ok(await createCallPipeline(device, entryPoint, compute, groups));
  } catch (thrown) {
    const reason = wgsl.inUserNames(messageOf(thrown));
    return fail(`Failed to create pipeline for entry point ${entryPoint}: ${reason}`);
  }
}

interface CheckedModule extends NamedModule {
  readonly errors: Promise<string>;
}

/** Why the browser rejects the WGSL; empty if it does not. */
async function compilationErrors({ module, wgsl }: NamedModule): Promise<string> {
  const { messages } = await module.getCompilationInfo();
  const errors = messages.filter(({ type }) => type === 'error');
  if (errors.length === 0) return '';
  try {
    const { reportWgslErrors } = await import('#core/plan/wgsl/wgslErrors.ts');
    return reportWgslErrors(wgsl, errors);
  } catch {
    // Offline: fall back to the browser's message.
    return errors.map(({ message }) => wgsl.inUserNames(message)).join('\n');
  }
}
