import { decodeBase64 } from '#core/util/base64.ts';
import { messageOf } from '#core/util/errors.ts';
import { decodeImage } from '#engine/gpu/resources/decodeImage.ts';
import { createRandomFloats } from '#engine/gpu/resources/randomFloats.ts';
import type { BufferContent, ResourceData, TextureContent } from './programData.ts';

/** What resources hold at first, if it is not zeros, by their names. */
export type LoadedContents = ReadonlyMap<string, LoadedContent>;

type LoadedContent =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'images'; readonly images: readonly ImageBitmap[] };

/** Decodes data and images, and makes random numbers. Rejects with the resource's name. */
export async function loadContents(resources: readonly ResourceData[]): Promise<LoadedContents> {
  const loaded = await Promise.all(
    resources.map(async (resource) => {
      if (resource.kind === 'sampler') return [];
      const content = await loadContent(resource.name, resource.content);
      return content ? [[resource.name, content] as const] : [];
    }),
  );
  return new Map(loaded.flat());
}

/** Frees the memory of decoded images, once textures have them. */
export function releaseContents(contents: LoadedContents): void {
  for (const content of contents.values()) {
    if (content.kind === 'images') for (const image of content.images) image.close();
  }
}

async function loadContent(
  name: string,
  content: BufferContent | TextureContent,
): Promise<LoadedContent | null> {
  try {
    switch (content.kind) {
      case 'random':
        return { kind: 'bytes', bytes: randomBytes(name, content.count, content.seed) };
      case 'bytes':
        return { kind: 'bytes', bytes: bytesOf(content.base64) };
      case 'images': {
        const images = await Promise.all(content.urls.map(imageAt));
        return { kind: 'images', images };
      }
      default:
        return null;
    }
  } catch (thrown) {
    throw new Error(`The content of ${name} cannot be decoded: ${messageOf(thrown)}`);
  }
}

function randomBytes(name: string, count: number, seed: number): Uint8Array<ArrayBuffer> {
  const random = createRandomFloats(seed, name);
  return new Uint8Array(Float32Array.from({ length: count }, random).buffer);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64(base64);
  if (!bytes.ok) throw new Error(bytes.error);
  return bytes.value;
}

const DATA_ADDRESS = /^data:([^,]*);base64,/;

async function imageAt(url: string): Promise<ImageBitmap> {
  const [start, type] = DATA_ADDRESS.exec(url) ?? [];
  if (start !== undefined && type !== undefined) {
    // Not fetched: policies of pages may forbid that.
    return decodeImage(new Blob([bytesOf(url.slice(start.length))], { type }));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be fetched: ${response.status}`);
  return decodeImage(await response.blob());
}
