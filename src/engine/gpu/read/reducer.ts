import type { Dispose } from '#core/util/disposer.ts';

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

export type ReductionSource =
  | { readonly kind: 'buffer'; readonly scalar: BufferScalar }
  | ({ readonly kind: 'texture' } & TextureSource);

/** The number types that WGSL allows in buffers. */
export type BufferScalar = 'f32' | 'i32' | 'u32' | 'f16';

export interface TextureSource {
  readonly sample: 'f32' | 'i32' | 'u32';
  readonly dimension: '2d' | '2d-array' | '3d';
  /** Subtracts another texture of the same kind; the numbers are then floats. */
  readonly isDifference: boolean;
  /** Treats integers as floats. */
  readonly asFloats: boolean;
}

const GROUP_SIZE = 256;
export const BINS = 64;

/** Bytes of the structs below. */
export const PARTIAL_BYTES = 32;
export const RANGE_BYTES = 16;
const INPUT_BYTES = 96;

/**
 * Reduces numbers in three dispatches: `gather` writes a partial result for each thread group,
 * `settle` combines their ranges, and `spread` adds the histogram and the deviations. Deviations
 * are from the mean, so that 32-bit sums stay accurate enough.
 */
function reductionCode(source: ReductionSource): string {
  const value = valueType(source);
  return /* wgsl */ `
alias Value = ${value};

struct Input {
  // All numbers, numbers in an element, bytes from an element to the next, partial results.
  total : u32, each : u32, stride : u32, groups : u32,
  // Of a texture.
  size : vec4u,
  // Of the numbers in an element: bytes from its start, or channels.
  offsets : array<vec4u, 4>,
}

struct Partial {
  low : Value, high : Value, sum : f32, count : u32,
  nan : u32, infinite : u32, deviation : f32, square : f32,
}

struct Range { low : Value, high : Value, center : f32, count : u32 }

struct Loaded { value : Value, nan : bool, infinite : bool }

@group(0) @binding(0) var<uniform> input : Input;
@group(0) @binding(1) var<storage, read_write> partials : array<Partial>;
@group(0) @binding(2) var<storage, read_write> range : Range;
@group(0) @binding(3) var<storage, read_write> bins : array<atomic<u32>, ${BINS}>;
${sourceCode(source)}

fn offsetOf(number : u32) -> u32 {
  let index = number % input.each;
  return input.offsets[index >> 2u][index & 3u];
}

const NOTHING = Partial(${LIMITS[value]}, 0.0, 0u, 0u, 0u, 0.0, 0.0);

var<workgroup> shared_partials : array<Partial, ${GROUP_SIZE}>;
var<workgroup> shared_bins : array<atomic<u32>, ${BINS}>;

fn merged(a : Partial, b : Partial) -> Partial {
  return Partial(
    min(a.low, b.low), max(a.high, b.high), a.sum + b.sum, a.count + b.count,
    a.nan + b.nan, a.infinite + b.infinite, a.deviation + b.deviation, a.square + b.square,
  );
}

fn ofGroup(index : u32, mine : Partial) -> Partial {
  shared_partials[index] = mine;
  workgroupBarrier();
  for (var step = ${GROUP_SIZE / 2}u; step > 0u; step >>= 1u) {
    if (index < step) {
      shared_partials[index] = merged(shared_partials[index], shared_partials[index + step]);
    }
    workgroupBarrier();
  }
  return shared_partials[0];
}

@compute @workgroup_size(${GROUP_SIZE})
fn gather(@builtin(local_invocation_index) index : u32, @builtin(workgroup_id) group : vec3u) {
  var found = NOTHING;
  for (var i = group.x * ${GROUP_SIZE}u + index; i < input.total; i += input.groups * ${GROUP_SIZE}u) {
    let loaded = load(i);
    if (loaded.nan) {
      found.nan += 1u;
    } else if (loaded.infinite) {
      found.infinite += 1u;
    } else {
      found.low = min(found.low, loaded.value);
      found.high = max(found.high, loaded.value);
      found.sum += f32(loaded.value);
      found.count += 1u;
    }
  }
  let all = ofGroup(index, found);
  if (index == 0u) {
    partials[group.x] = all;
  }
}

@compute @workgroup_size(${GROUP_SIZE})
fn settle(@builtin(local_invocation_index) index : u32) {
  var found = NOTHING;
  for (var i = index; i < input.groups; i += ${GROUP_SIZE}u) {
    found = merged(found, partials[i]);
  }
  let all = ofGroup(index, found);
  if (index == 0u) {
    range = Range(all.low, all.high, all.sum / max(f32(all.count), 1.0), all.count);
  }
}

fn binOf(value : Value) -> u32 {
  let place = ${value === 'f32' ? FLOAT_PLACE : INTEGER_PLACE};
  return min(u32(clamp(place, 0.0, 1.0) * ${BINS}.0), ${BINS - 1}u);
}

@compute @workgroup_size(${GROUP_SIZE})
fn spread(@builtin(local_invocation_index) index : u32, @builtin(workgroup_id) group : vec3u) {
  if (index < ${BINS}u) {
    atomicStore(&shared_bins[index], 0u);
  }
  workgroupBarrier();
  var found = NOTHING;
  for (var i = group.x * ${GROUP_SIZE}u + index; i < input.total; i += input.groups * ${GROUP_SIZE}u) {
    let loaded = load(i);
    if (!loaded.nan && !loaded.infinite) {
      let deviation = f32(loaded.value) - range.center;
      found.deviation += deviation;
      found.square += deviation * deviation;
      atomicAdd(&shared_bins[binOf(loaded.value)], 1u);
    }
  }
  let all = ofGroup(index, found);
  if (index == 0u) {
    partials[group.x].deviation = all.deviation;
    partials[group.x].square = all.square;
  }
  if (index < ${BINS}u) {
    atomicAdd(&bins[index], atomicLoad(&shared_bins[index]));
  }
}
`;
}

/** 0 at the minimum, 1 at the maximum. Halving keeps every difference finite. */
const FLOAT_PLACE =
  'select(0.0, (value * 0.5 - range.low * 0.5) / (range.high * 0.5 - range.low * 0.5), range.high > range.low)';
/** Differences of unsigned words are exact. */
const INTEGER_PLACE =
  'select(0.0, f32(bitcast<u32>(value) - bitcast<u32>(range.low)) / f32(bitcast<u32>(range.high) - bitcast<u32>(range.low)), range.high > range.low)';

/** The largest and the smallest number, as initial minimum and maximum. */
const LIMITS = {
  f32: '0x1.fffffep+127f, -0x1.fffffep+127f',
  i32: '2147483647i, i32(-2147483648)',
  u32: '4294967295u, 0u',
};

export function valueType(source: ReductionSource): 'f32' | 'i32' | 'u32' {
  if (source.kind === 'buffer') return source.scalar === 'f16' ? 'f32' : source.scalar;
  return source.asFloats || source.isDifference ? 'f32' : source.sample;
}

function sourceCode(source: ReductionSource): string {
  return source.kind === 'buffer' ? bufferCode(source.scalar) : textureCode(source);
}

function bufferCode(scalar: BufferScalar): string {
  const address = `let address = (i / input.each) * input.stride + offsetOf(i);
  let word = words[address >> 2u];`;
  return /* wgsl */ `
@group(0) @binding(4) var<storage, read> words : array<u32>;

fn load(i : u32) -> Loaded {
  ${address}
  ${LOADS[scalar]}
}`;
}

const LOADS: Readonly<Record<BufferScalar, string>> = {
  u32: 'return Loaded(word, false, false);',
  i32: 'return Loaded(bitcast<i32>(word), false, false);',
  f32: `let magnitude = word & 0x7fffffffu;
  return Loaded(bitcast<f32>(select(word, 0u, magnitude >= 0x7f800000u)), magnitude > 0x7f800000u, magnitude == 0x7f800000u);`,
  f16: `let bits = (word >> ((address & 2u) * 8u)) & 0xffffu;
  let magnitude = bits & 0x7fffu;
  let value = unpack2x16float(select(bits, 0u, magnitude >= 0x7c00u)).x;
  return Loaded(value, magnitude > 0x7c00u, magnitude == 0x7c00u);`,
};

function textureCode({ sample, dimension, isDifference, asFloats }: TextureSource): string {
  const isFloat = sample === 'f32';
  const read = (name: string) => {
    const place = dimension === '2d' ? 'at.xy' : dimension === '3d' ? 'at' : 'at.xy, at.z';
    return `f32(textureLoad(${name}, ${place}, 0)[channel])`;
  };
  const whole = read('image').slice('f32('.length, -1);
  const floats = isDifference ? `${read('image')} - ${read('pinned')}` : read('image');
  const found =
    isFloat || asFloats || isDifference
      ? `let value = ${floats};
  let magnitude = bitcast<u32>(value) & 0x7fffffffu;
  let finite = magnitude < 0x7f800000u;
  return Loaded(select(0.0, value, finite), magnitude > 0x7f800000u, magnitude == 0x7f800000u);`
      : `return Loaded(${whole}, false, false);`;
  return /* wgsl */ `
@group(0) @binding(4) var image : ${textureType(sample, dimension)};
${isDifference ? `@group(0) @binding(5) var pinned : ${textureType(sample, dimension)};` : ''}

fn load(i : u32) -> Loaded {
  let texel = i / input.each;
  let channel = offsetOf(i);
  let row = texel / input.size.x;
  let at = vec3u(texel % input.size.x, row % input.size.y, row / input.size.y);
  ${found}
}`;
}

export function textureType(
  sample: TextureSource['sample'],
  dimension: TextureSource['dimension'],
): string {
  return `texture_${dimension.replace('-', '_')}<${sample}>`;
}
