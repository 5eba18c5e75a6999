import { DEFAULT_LIMITS } from '#core/plan/deviceLimits.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';

/** Features that shaders may use, requested if the adapter has them. */
const OPTIONAL_FEATURES: readonly GPUFeatureName[] = [
  'bgra8unorm-storage',
  'clip-distances',
  'dual-source-blending',
  'float32-blendable',
  'float32-filterable',
  'indirect-first-instance',
  'rg11b10ufloat-renderable',
  'shader-f16',
  'texture-compression-astc',
  'texture-compression-bc',
  'texture-compression-etc2',
  'timestamp-query',
  'subgroups',
];

/** The debugger draws to more targets than the shader. */
const DRAWN_BYTES = 'maxColorAttachmentBytesPerSample' as const;

/** A device for running shaders, or a sentence that says why there is none. */
export async function requestGpuDevice(
  gpu: GPU | undefined = globalThis.navigator?.gpu,
): Promise<Result<GPUDevice>> {
  if (!gpu) return fail('The browser has no navigator.gpu.');
  try {
    const adapter = await gpu.requestAdapter();
    if (!adapter) return fail('The browser found no graphics adapter that WebGPU can use.');
    const device = await adapter.requestDevice({
      label: 'playground device',
      requiredFeatures: OPTIONAL_FEATURES.filter((feature) => adapter.features.has(feature)),
      // Shaders run into these limits, so request the adapter's maximum.
      requiredLimits: Object.fromEntries(
        [...limitNames(DEFAULT_LIMITS), DRAWN_BYTES].map((limit) => [limit, adapter.limits[limit]]),
      ),
    });
    return ok(device);
  } catch (thrown) {
    return fail(`The graphics adapter gave no device: ${messageOf(thrown)}`);
  }
}

function limitNames<Name extends string>(limits: Readonly<Record<Name, number>>): Name[] {
  return Object.keys(limits) as Name[];
}
