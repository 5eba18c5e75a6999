import type { LoadProgress } from '#core/output/compilerState.ts';
import { contentsOf } from '#core/plan/attributes/resources.ts';
import type { Contents } from '#core/plan/contents.ts';
import type { LoadRules } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { messageOf } from '#core/util/errors.ts';
import { once } from '#core/util/once.ts';
import { type AssetReader, fetchRemote, readContent } from './contents.ts';
import { decodeImage } from './decodeImage.ts';
import { createRandomFloats } from './randomFloats.ts';
import { bufferSize } from './resource.ts';

/** Data fetched or computed before resources are created, by resource name. */
export type LoadedData = ReadonlyMap<string, ResourceData>;

export type ResourceData =
  | { readonly kind: 'bytes'; readonly bytes: ArrayBuffer }
  /** The layers of a texture, all of the same size. */
  | { readonly kind: 'images'; readonly images: readonly [ImageBitmap, ...ImageBitmap[]] };

interface LoadOptions {
  readonly rules: LoadRules;
  readonly assets: AssetReader;
  readonly signal: AbortSignal;
  /** Progress of all fetches together. */
  readonly onLoading: (progress: LoadProgress) => void;
  /** Names of resources that keep their contents. */
  readonly kept: ReadonlySet<string>;
  /** The device's maximum for a storage buffer. */
  readonly maxBufferBytes: number;
}

/**
 * Reads or fetches the contents that resources name, all at once, decodes them, and generates
 * random numbers.
 *
 * @throws with the resource's name and the reason
 */
export async function loadResourceData(
  { resourceCommands, assets: used, uri }: RunDescriptor,
  { rules, assets, signal, onLoading, kept, maxBufferBytes }: LoadOptions,
): Promise<LoadedData> {
  const tally = createLoadTally(onLoading);
  const fetch = (address: string) =>
    fetchRemote(address, uri, { ...rules, signal, onProgress: tally.add() });
  const read: ReadAddress = (address) => readContent(address, used, { assets, fetch });
  const meshReader = once(() => createMeshReader(read));
  const loadMeshPart = async (part: Extract<Contents, { from: 'mesh' }>): Promise<ResourceData> => {
    const readPart = await meshReader();
    return { kind: 'bytes', bytes: await readPart(part) };
  };
  const load = (name: string, contents: Contents): Promise<ResourceData> | null => {
    if (contents.kind === 'image') {
      return loadImages(name, contents.urls, (url) => loadImage(name, url, read, signal));
    }
    if (contents.kind !== 'bytes') return null;
    if (contents.from === 'file') return loadData(name, contents, read, signal);
    if (contents.from === 'mesh') return loadMeshPart(contents);
    // Checked first: the count may exceed the page's memory.
    bufferSize(name, contents.count * Float32Array.BYTES_PER_ELEMENT, maxBufferBytes);
    return randomFloats(contents.count, createRandomFloats(rules.seed, name), signal);
  };
  const loaded = await Promise.all(
    resourceCommands
      .filter(({ resourceName }) => !kept.has(resourceName))
      .map(
        async ({ resourceName, parsedCommand }) =>
          [resourceName, await load(resourceName, contentsOf(parsedCommand))] as const,
      ),
  );
  return new Map(loaded.flatMap(([name, data]) => (data ? [[name, data] as const] : [])));
}

type ReadAddress = (address: string) => Promise<Blob>;

async function createMeshReader(read: ReadAddress) {
  return (await import('#core/mesh/meshPart.ts')).createMeshReader(read);
}

async function loadImages(
  name: string,
  urls: readonly string[],
  load: (url: string) => Promise<ImageBitmap>,
): Promise<ResourceData> {
  const [first, ...others] = await Promise.all(urls.map(load));
  if (!first) throw new Error(`No address names the image of ${name}.`);
  const { width, height } = first;
  const other = others.findIndex((image) => image.width !== width || image.height !== height);
  const misfit = others[other];
  if (misfit) {
    throw new Error(
      `Failed to load & decode image from URL for ${name}: all layers must have one size, but ` +
        `${urls[0]} has ${width} × ${height} and ${urls[other + 1]} has ${misfit.width} × ${misfit.height}.`,
    );
  }
  return { kind: 'images', images: [first, ...others] };
}

async function loadImage(
  name: string,
  url: string,
  read: ReadAddress,
  signal: AbortSignal,
): Promise<ImageBitmap> {
  try {
    return await decodeImage(await read(url));
  } catch (thrown) {
    signal.throwIfAborted();
    throw new Error(`Failed to load & decode image from URL for ${name}: ${messageOf(thrown)}`);
  }
}

async function loadData(
  name: string,
  { url, elementSize }: Extract<Contents, { from: 'file' }>,
  read: ReadAddress,
  signal: AbortSignal,
): Promise<ResourceData> {
  try {
    const bytes = await (await read(url)).arrayBuffer();
    const whole = Math.floor(bytes.byteLength / elementSize) * elementSize;
    if (whole === 0) {
      throw new Error(
        `Data is too small: ${bytes.byteLength} bytes, but one element has ${elementSize}.`,
      );
    }
    return { kind: 'bytes', bytes: bytes.slice(0, whole) };
  } catch (thrown) {
    signal.throwIfAborted();
    throw new Error(`Failed to process DATA command for ${name}: ${messageOf(thrown)}`);
  }
}

/** How many numbers are generated before the page gets a turn. */
const RANDOM_CHUNK = 1 << 19;

async function randomFloats(
  count: number,
  random: () => number,
  signal: AbortSignal,
): Promise<ResourceData> {
  const floats = new Float32Array(count);
  for (let index = 0; index < count; index += 1) {
    floats[index] = random();
    if (index % RANDOM_CHUNK === RANDOM_CHUNK - 1) {
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
    }
  }
  return { kind: 'bytes', bytes: floats.buffer };
}

/** @param onProgress receives the sums; the total is null until every load's total is known */
export function createLoadTally(onProgress: (progress: LoadProgress) => void) {
  const loads: LoadProgress[] = [];
  return {
    /** Adds a load; the returned function takes its progress. */
    add(): (progress: LoadProgress) => void {
      const index = loads.push({ received: 0, total: null }) - 1;
      return (progress) => {
        loads[index] = progress;
        onProgress(loads.reduce(together));
      };
    },
  };
}

function together(sum: LoadProgress, load: LoadProgress): LoadProgress {
  const known = sum.total !== null && load.total !== null;
  return {
    received: sum.received + load.received,
    total: known ? (sum.total ?? 0) + (load.total ?? 0) : null,
  };
}
