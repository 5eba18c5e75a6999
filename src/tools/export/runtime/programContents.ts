import type { FilledResource } from '#core/plan/contents.ts';
import { decodeBase64 } from '#core/util/base64.ts';
import { messageOf } from '#core/util/errors.ts';
import { decodeImage } from '#engine/gpu/resources/decodeImage.ts';
import { createRandomFloats } from '#engine/gpu/resources/randomFloats.ts';
import type { LoadedData, ResourceData } from '#engine/gpu/resources/resourceData.ts';
import type { ProgramData } from './programData.ts';

/** Decodes data and images, and makes random numbers. Rejects with the resource's name. */
export async function loadContents({
  resources,
  seed,
}: Pick<ProgramData, 'resources' | 'seed'>): Promise<LoadedData> {
  const loaded = await Promise.all(resources.map((resource) => loadContent(resource, seed)));
  return new Map(loaded.flatMap((each) => (each ? [each] : [])));
}

/** Frees the memory of decoded images, once textures have them. */
export function releaseContents(data: LoadedData): void {
  for (const each of data.values()) {
    if (each.kind === 'images') for (const image of each.images) image.close();
  }
}

async function loadContent(
  { resourceName: name, contents }: FilledResource,
  seed: number,
): Promise<readonly [name: string, data: ResourceData] | null> {
  if (contents.kind === 'image') {
    const images = await decoded(name, () => Promise.all(contents.urls.map(imageAt)));
    return [name, { kind: 'images', images: layersOf(name, images) }];
  }
  if (contents.kind !== 'bytes') return null;
  const bytes =
    contents.from === 'file'
      ? await decoded(name, async () => (await contentAt(contents.url)).arrayBuffer())
      : Float32Array.from({ length: contents.count }, createRandomFloats(seed, name)).buffer;
  return [name, { kind: 'bytes', bytes }];
}

function layersOf(
  name: string,
  [first, ...others]: readonly ImageBitmap[],
): readonly [ImageBitmap, ...ImageBitmap[]] {
  if (!first) throw new Error(`No image is there for ${name}.`);
  if (others.some(({ width, height }) => width !== first.width || height !== first.height)) {
    throw new Error(`The images of ${name} are layers, which must have one size.`);
  }
  return [first, ...others];
}

async function decoded<Value>(name: string, decode: () => Promise<Value>): Promise<Value> {
  try {
    return await decode();
  } catch (thrown) {
    throw new Error(`The content of ${name} cannot be decoded: ${messageOf(thrown)}`);
  }
}

async function imageAt(url: string): Promise<ImageBitmap> {
  return decodeImage(await contentAt(url));
}

const DATA_ADDRESS = /^data:([^,]*);base64,/;

async function contentAt(url: string): Promise<Blob> {
  const [start, type] = DATA_ADDRESS.exec(url) ?? [];
  if (start !== undefined && type !== undefined) {
    const bytes = decodeBase64(url.slice(start.length));
    if (!bytes.ok) throw new Error(bytes.error);
    // Not fetched: policies of pages may forbid that.
    return new Blob([bytes.value], { type });
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be fetched: ${response.status}`);
  return response.blob();
}
