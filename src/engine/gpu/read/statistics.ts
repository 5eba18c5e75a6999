import type { Column, ElementLayout } from '#core/data/columns.ts';
import { allOk, fail, ok, type Result } from '#core/util/result.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import {
  BINS,
  type BufferScalar,
  PARTIAL_BYTES,
  RANGE_BYTES,
  type Reducer,
  type Reduction,
  type ReductionRequest,
  type ReductionSource,
  valueType,
} from './reducer.ts';
import type { Staging } from './staging.ts';
import { channelsOf, sampleOf } from './textureImage.ts';

export interface Statistics {
  readonly name: string;
  readonly count: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly mean: number;
  readonly standardDeviation: number;
  readonly nan: number;
  readonly infinite: number;
  /** Counts in bins of equal width from minimum to maximum. */
  readonly histogram: readonly number[];
}

/** Maximum number of columns with statistics; a longer table would be unreadable. */
const MAX_STATISTICS = 64;
const MAX_OFFSETS = 16;

export interface NamedReduction {
  readonly name: string;
  readonly request: ReductionRequest;
}

const VECTOR_NAMES = 'xyzw';
const CHANNEL_NAMES = 'rgba';

/** One for each number of a column, or for a matrix as a whole. */
export function reductionsOfBuffer(
  buffer: GPUBuffer,
  { stride, columns }: ElementLayout,
): NamedReduction[] {
  const size = [Math.floor(buffer.size / stride), 1, 1] as const;
  const reductions = columns.flatMap((column) => {
    const scalar = scalarOf(column);
    if (!scalar) return [];
    const source: ReductionSource = { kind: 'buffer', scalar };
    return partsOf(column).map(({ name, offsets }) => ({
      name,
      request: { source, bound: [{ buffer }], size, stride, offsets },
    }));
  });
  return reductions.slice(0, MAX_STATISTICS);
}

function partsOf({ name, offset, components, shape: [rows] }: Column) {
  const offsets = components.map((component) => offset + component);
  if (rows > 1) return [{ name, offsets: offsets.slice(0, MAX_OFFSETS) }];
  if (offsets.length === 1) return [{ name, offsets }];
  return offsets.map((each, index) => ({
    name: `${name}.${VECTOR_NAMES[index] ?? index}`,
    offsets: [each],
  }));
}

function scalarOf({ scalar }: Column): BufferScalar | null {
  switch (scalar) {
    case 'float32':
      return 'f32';
    case 'float16':
      return 'f16';
    case 'int32':
      return 'i32';
    case 'uint32':
    case 'bool':
      return 'u32';
    default:
      return null;
  }
}

export function reductionsOfTexture(
  { texture, view }: Extract<Resource, { kind: 'texture' }>,
  dimension: '2d' | '2d-array' | '3d',
): NamedReduction[] {
  const { format, width, height, depthOrArrayLayers } = texture;
  const sample = sampleOf(format);
  const source: ReductionSource = {
    ...{ kind: 'texture', sample, dimension },
    ...{ isDifference: false, asFloats: false },
  };
  const size = [width, height, depthOrArrayLayers] as const;
  return Array.from({ length: channelsOf(format) }, (_, channel) => ({
    name: CHANNEL_NAMES[channel] ?? '',
    request: { source, bound: [view], size, stride: 0, offsets: [channel] },
  }));
}

export async function computeStatistics(
  { reducer, staging }: { readonly reducer: Reducer; readonly staging: Staging },
  name: string,
  reductions: readonly NamedReduction[],
): Promise<Result<Statistics[]>> {
  if (reductions.length === 0) return ok([]);
  try {
    await Promise.all(reductions.map(({ request }) => reducer.ready(request.source)));
  } catch {
    return fail(`The device cannot compute the statistics of ${name}.`);
  }
  const results = await Promise.all(
    reductions.map((reduction) => computeOne({ reducer, staging }, name, reduction)),
  );
  return allOk(results);
}

async function computeOne(
  { reducer, staging }: { readonly reducer: Reducer; readonly staging: Staging },
  resource: string,
  { name, request }: NamedReduction,
): Promise<Result<Statistics>> {
  const encoder = staging.device.createCommandEncoder({ label: 'statistics' });
  const reduction = reducer.encode(encoder, request, true);
  if (!reduction) return fail(`The device cannot compute the statistics of ${resource}.`);
  const bytes = RANGE_BYTES + BINS * 4 + reduction.groups * PARTIAL_BYTES;
  const read = await staging.read(`statistics of ${resource}`, bytes, (copying, into) => {
    staging.device.queue.submit([encoder.finish()]);
    copyResults(copying, reduction, into);
  });
  reduction.dispose();
  return read.ok ? ok(statisticsOf(name, request.source, read.value)) : read;
}

function copyResults(
  encoder: GPUCommandEncoder,
  { range, bins, partials, groups }: Reduction,
  into: GPUBuffer,
): void {
  encoder.copyBufferToBuffer(range, 0, into, 0, RANGE_BYTES);
  encoder.copyBufferToBuffer(bins, 0, into, RANGE_BYTES, BINS * 4);
  encoder.copyBufferToBuffer(partials, 0, into, RANGE_BYTES + BINS * 4, groups * PARTIAL_BYTES);
}

/** Combines the GPU's partial results with 64-bit floats. */
export function statisticsOf(
  name: string,
  source: ReductionSource,
  bytes: Uint8Array<ArrayBuffer>,
): Statistics {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = numberReader(view, source);
  const center = view.getFloat32(8, true);
  const totals = { count: 0, nan: 0, infinite: 0, deviation: 0, square: 0 };
  const start = RANGE_BYTES + BINS * 4;
  for (let at = start; at < bytes.byteLength; at += PARTIAL_BYTES) {
    totals.count += view.getUint32(at + 12, true);
    totals.nan += view.getUint32(at + 16, true);
    totals.infinite += view.getUint32(at + 20, true);
    totals.deviation += view.getFloat32(at + 24, true);
    totals.square += view.getFloat32(at + 28, true);
  }
  const { count, nan, infinite } = totals;
  const shift = totals.deviation / count;
  const isEmpty = count === 0;
  return {
    name,
    count: count + nan + infinite,
    minimum: isEmpty ? NaN : read(0),
    maximum: isEmpty ? NaN : read(4),
    mean: isEmpty ? NaN : center + shift,
    standardDeviation: isEmpty ? NaN : Math.sqrt(Math.max(0, totals.square / count - shift ** 2)),
    nan,
    infinite,
    histogram: Array.from({ length: BINS }, (_, bin) =>
      view.getUint32(RANGE_BYTES + bin * 4, true),
    ),
  };
}

function numberReader(view: DataView, source: ReductionSource): (offset: number) => number {
  switch (valueType(source)) {
    case 'f32':
      return (offset) => view.getFloat32(offset, true);
    case 'i32':
      return (offset) => view.getInt32(offset, true);
    case 'u32':
      return (offset) => view.getUint32(offset, true);
  }
}
