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
  { resourceName, contents }: FilledResource,
  seed: number,
): Promise<readonly [name: string, data: ResourceData] | null> {
  if (contents.kind === 'image') {
    return [
      resourceName,
      { kind: 'images', images: await loadLayers(resourceName, contents.urls) },
    ];
  }
  if (contents.kind !== 'bytes') return null;
  const bytes =
    contents.from === 'file'
      ? await decoded(resourceName, async () => (await contentAt(contents.url)).arrayBuffer())
      : Float32Array.from({ length: contents.count }, createRandomFloats(seed, resourceName))
          .buffer;
  return [resourceName, { kind: 'bytes', bytes }];
}

async function loadLayers(
  name: string,
  urls: readonly string[],
): Promise<readonly [ImageBitmap, ...ImageBitmap[]]> {
  const [first, ...others] = await decoded(name, () => Promise.all(urls.map(imageAt)));
  if (!first) throw new Error(`No image is there for ${name}.`);
  const { width, height } = first;
  if (others.some((image) => image.width !== width || image.height !== height)) {
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
    // Not fetched: policies of pages may forbid that.
    return new Blob([bytesOf(url.slice(start.length))], { type });
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be fetched: ${response.status}`);
  return response.blob();
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64(base64);
  if (!bytes.ok) throw new Error(bytes.error);
  return bytes.value;
}
