import type { Dispose } from '#core/util/disposer.ts';
import {
  BINS,
  GROUP_SIZE,
  INPUT_BYTES,
  PARTIAL_BYTES,
  RANGE_BYTES,
  type ReductionSource,
  reductionCode,
} from './reductionCode.ts';

export interface ReductionRequest {
  readonly source: ReductionSource;
  /** The resources of binding 4 and, for differences, binding 5. */
  readonly bound: readonly GPUBindingResource[];
  /** Elements, or texels along each axis. */
  readonly size: readonly [x: number, y: number, z: number];
  /** Bytes from one element to the next; unused for textures. */
  readonly stride: number;
  /** Byte offsets in an element, or channels; at most 16. */
  readonly offsets: readonly number[];
}

/** A recorded reduction. It owns its buffers until it is disposed of. */
export interface Reduction {
  /** Contains a `Range` of the shader code. */
  readonly range: GPUBuffer;
  readonly partials: GPUBuffer;
  readonly bins: GPUBuffer;
  readonly groups: number;
  dispose: Dispose;
}

export type Reducer = ReturnType<typeof createReducer>;

const MAX_GROUPS = 1024;

export function createReducer(device: GPUDevice, onBuilt: () => void) {
  const ranges = createBuiltOnce((source: ReductionSource) => buildRange(device, source), onBuilt);
  // Images need no histograms, so they do not wait for this.
  const spreads = createBuiltOnce(async (source: ReductionSource) => {
    const { kernel } = await ranges.promise(source);
    return kernel('spread');
  }, onBuilt);
  return {
    /** Resolves when the pipelines for this source are built. */
    ready: async (source: ReductionSource) => void (await spreads.promise(source)),
    /**
     * Records a chain of dispatches. Null while its pipelines are being built.
     *
     * @param isWhole compute deviations and the histogram too, not only the range
     */
    encode(
      encoder: GPUCommandEncoder,
      request: ReductionRequest,
      isWhole: boolean,
    ): Reduction | null {
      const range = ranges.get(request.source);
      const spread = isWhole ? spreads.get(request.source) : null;
      if (!range || (isWhole && !spread)) return null;
      return encodeReduction(device, encoder, { ...range, spread }, request);
    },
  };
}

interface RangeKernels {
  readonly layout: GPUBindGroupLayout;
  readonly gather: GPUComputePipeline;
  readonly settle: GPUComputePipeline;
  kernel(entryPoint: string): Promise<GPUComputePipeline>;
}

async function buildRange(device: GPUDevice, source: ReductionSource): Promise<RangeKernels> {
  const label = 'statistics';
  const module = device.createShaderModule({ label, code: reductionCode(source) });
  const visibility = GPUShaderStage.COMPUTE;
  const layout = device.createBindGroupLayout({
    label,
    entries: [
      { binding: 0, visibility, buffer: { type: 'uniform' } },
      ...[1, 2, 3].map((binding) => ({
        binding,
        visibility,
        buffer: { type: 'storage' as const },
      })),
      ...sourceEntries(source),
    ],
  });
  const pipelineLayout = device.createPipelineLayout({ bindGroupLayouts: [layout] });
  const kernel = (entryPoint: string) =>
    device.createComputePipelineAsync({
      label: `${label}: ${entryPoint}`,
      layout: pipelineLayout,
      compute: { module, entryPoint },
    });
  const [gather, settle] = await Promise.all([kernel('gather'), kernel('settle')]);
  return { layout, gather, settle, kernel };
}

function sourceEntries(source: ReductionSource): GPUBindGroupLayoutEntry[] {
  const visibility = GPUShaderStage.COMPUTE;
  if (source.kind === 'buffer') {
    return [{ binding: 4, visibility, buffer: { type: 'read-only-storage' } }];
  }
  const texture = textureLayout(source);
  const entries = [{ binding: 4, visibility, texture }];
  return source.isDifference ? [...entries, { binding: 5, visibility, texture }] : entries;
}

const SAMPLE_TYPES = { f32: 'unfilterable-float', i32: 'sint', u32: 'uint' } as const;

export function textureLayout({
  sample,
  dimension,
}: Pick<
  Extract<ReductionSource, { kind: 'texture' }>,
  'sample' | 'dimension'
>): GPUTextureBindingLayout {
  return { sampleType: SAMPLE_TYPES[sample], viewDimension: dimension };
}

interface Kernels extends RangeKernels {
  /** Null if the range is enough. */
  readonly spread: GPUComputePipeline | null;
}

function encodeReduction(
  device: GPUDevice,
  encoder: GPUCommandEncoder,
  { layout, gather, settle, spread }: Kernels,
  request: ReductionRequest,
): Reduction {
  const total = request.size.reduce((product, side) => product * side, request.offsets.length);
  const groups = Math.max(1, Math.min(MAX_GROUPS, Math.ceil(total / GROUP_SIZE)));
  const buffers = createBuffers(device, request, total, groups);
  const { input, partials, range, bins } = buffers;
  const own = [input, partials, range, bins].map((buffer) => ({ buffer }));
  const bindGroup = device.createBindGroup({
    label: 'statistics',
    layout,
    entries: [...own, ...request.bound].map((resource, binding) => ({ binding, resource })),
  });
  const pass = encoder.beginComputePass({ label: 'statistics' });
  pass.setBindGroup(0, bindGroup);
  pass.setPipeline(gather);
  pass.dispatchWorkgroups(groups);
  pass.setPipeline(settle);
  pass.dispatchWorkgroups(1);
  if (spread) {
    pass.setPipeline(spread);
    pass.dispatchWorkgroups(groups);
  }
  pass.end();
  return {
    ...{ range, partials, bins, groups },
    dispose() {
      for (const buffer of [input, partials, range, bins]) buffer.destroy();
    },
  };
}

function createBuffers(
  device: GPUDevice,
  { size, stride, offsets }: ReductionRequest,
  total: number,
  groups: number,
) {
  const storage = (label: string, bytes: number) =>
    device.createBuffer({
      label,
      size: bytes,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.UNIFORM,
    });
  const input = device.createBuffer({
    label: 'what the statistics are of',
    size: INPUT_BYTES,
    usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
  });
  const words = new Uint32Array(INPUT_BYTES / 4);
  words.set([total, offsets.length, stride, groups, ...size]);
  words.set(offsets, 8);
  device.queue.writeBuffer(input, 0, words);
  return {
    input,
    partials: storage('partial statistics', groups * PARTIAL_BYTES),
    range: storage('range', RANGE_BYTES),
    bins: storage('histogram', BINS * 4),
  };
}

/** Caches objects that are built asynchronously, once per key. */
interface BuiltOnce<Key, Built> {
  /** Null while it is being built, or if building failed. */
  get(key: Key): Built | null;
  promise(key: Key): Promise<Built>;
}

/** @param onBuilt called when `get` has a new result */
export function createBuiltOnce<Key, Built>(
  build: (key: Key) => Promise<Built>,
  onBuilt: () => void,
): BuiltOnce<Key, Built> {
  const known = new Map<string, { built: Built | null; readonly promise: Promise<Built> }>();
  const ask = (key: Key) => {
    const text = JSON.stringify(key);
    const found = known.get(text);
    if (found) return found;
    const promise = build(key);
    const entry: { built: Built | null; readonly promise: Promise<Built> } = {
      built: null,
      promise,
    };
    promise.then(
      (built) => {
        entry.built = built;
        onBuilt();
      },
      // `promise` reports the error to its callers.
      () => {},
    );
    known.set(text, entry);
    return entry;
  };
  return { get: (key) => ask(key).built, promise: (key) => ask(key).promise };
}
