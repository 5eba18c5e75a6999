import { type FindTest, findInBytes } from '#core/data/search.ts';
import { readTexel, texelFormat } from '#core/data/texelFormat.ts';
import { OUTPUT_TEXTURE } from '#core/plan/runDescriptor.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { readRanges, readTexels } from '#engine/gpu/read/readResource.ts';
import { KINDS } from '#tools/resources/kinds/kinds.ts';
import type { ResourceEntry, TexelReading } from '#tools/resources/state.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import type { GpuToolbox } from './gpuTools.ts';

/** Bytes that a search reads at once. */
const SEARCHED_BYTES = 4 << 20;

const NOTHING_RUNS = 'Nothing runs that could be read. Run the shader, then try again.';

/** Reads resources once, as they are now. */
export interface Readings {
  /** Null if there is no such texel, or while another is being read. */
  texel(name: string, x: number, y: number, z: number): Promise<TexelReading | null>;
  picture(x: number, y: number): Promise<TexelReading | null>;
  /** A texel of the picture, even while another is being read. Null if there is none. */
  color(x: number, y: number): Promise<TexelReading | null>;
  whole(name: string): Promise<Result<Uint8Array>>;
  /** Index of an element; null if there is none, or if the signal was aborted. */
  find(entry: ResourceEntry, wanted: Wanted, signal: AbortSignal): Promise<Result<number | null>>;
}

export interface Wanted {
  readonly column: string;
  readonly test: FindTest;
  readonly value: number;
  /** The index where the search begins. */
  readonly from: number;
}

interface ReadingsParts {
  readonly context: Pick<ToolContext, 'observers'>;
  readonly toolbox: GpuToolbox;
}

export function createReadings(parts: ReadingsParts): Readings {
  let isReading = false;
  const texel = async (name: string, x: number, y: number, z: number) => {
    if (isReading) return null;
    isReading = true;
    try {
      return await readOne(parts, name, [x, y, z]);
    } finally {
      isReading = false;
    }
  };
  return {
    texel,
    picture: (x, y) => texel(OUTPUT_TEXTURE, x, y, 0),
    color: (x, y) => readOne(parts, OUTPUT_TEXTURE, [x, y, 0]),
    whole: (name) => readWhole(parts, name),
    find: (entry, wanted, signal) => find(parts, entry, wanted, signal),
  };
}

async function readOne(
  { context, toolbox }: ReadingsParts,
  name: string,
  origin: readonly [x: number, y: number, z: number],
): Promise<TexelReading | null> {
  const frame = context.observers.newest();
  const resource = frame?.resources.get(name);
  if (!frame || resource?.kind !== 'texture') return null;
  const { width, height, depthOrArrayLayers, format: formatName } = resource.texture;
  const format = texelFormat(formatName);
  const [x, y, z] = origin;
  const isInside = (place: number, extent: number) => place >= 0 && place < extent;
  if (!format || !isInside(x, width)) return null;
  if (!isInside(y, height) || !isInside(z, depthOrArrayLayers)) return null;
  const { staging } = toolbox.on(frame.device);
  const read = await readTexels(staging, name, resource.texture, { origin, size: [1, 1, 1] });
  if (!read.ok) return null;
  return { x, y, z, value: readTexel(format, new DataView(read.value.buffer), 0) };
}

async function readWhole(
  { context, toolbox }: ReadingsParts,
  name: string,
): Promise<Result<Uint8Array>> {
  const frame = context.observers.newest();
  if (!frame) return fail(NOTHING_RUNS);
  const tools = toolbox.on(frame.device);
  for (const kind of KINDS.values()) {
    const read = kind.readWhole(tools, frame, name);
    if (read) return read;
  }
  return fail(`The shader has no ${name} any more. Choose another resource.`);
}

async function find(
  { context, toolbox }: ReadingsParts,
  { name, layout, size: [elements = 0] }: ResourceEntry,
  { column, test, value, from }: Wanted,
  signal: AbortSignal,
): Promise<Result<number | null>> {
  const frame = context.observers.newest();
  const resource = frame?.resources.get(name);
  if (!frame || resource?.kind !== 'buffer' || !layout) return ok(null);
  const { staging } = toolbox.on(frame.device);
  const { stride } = layout;
  const count = Math.max(1, Math.floor(SEARCHED_BYTES / stride));
  for (let first = Math.max(0, Math.floor(from)); first < elements; first += count) {
    const bytes = Math.min(count, elements - first) * stride;
    const range = { first: first * stride, bytes };
    const read = await readRanges(staging, name, [{ buffer: resource.buffer, range }]);
    if (signal.aborted) return ok(null);
    if (!read.ok) return read;
    const [part] = read.value;
    const found = part ? findInBytes(part, layout, column, test, value, 0) : null;
    if (found !== null) return ok(first + found);
  }
  return ok(null);
}
