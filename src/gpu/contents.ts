import type { ParsedResourceCommand, RunDescriptor } from '#program/runDescriptor.ts';
import { messageOf } from '#shared/errors.ts';
import { fetchRemote } from './remote.ts';

/** What has to be there before resources can be made: fetched or computed, by resource name. */
export type Contents = ReadonlyMap<string, Content>;

export type Content =
  | { readonly kind: 'bytes'; readonly bytes: ArrayBuffer }
  | { readonly kind: 'image'; readonly image: ImageBitmap };

/**
 * Fetches and decodes what URL and DATA commands name, all at once, and makes the numbers of RAND.
 *
 * @throws with the resource's name and the reason
 */
export async function loadContents(
  { resourceCommands, uri }: RunDescriptor,
  signal: AbortSignal,
): Promise<Contents> {
  const loaded = await Promise.all(
    resourceCommands.map(async ({ resourceName, parsedCommand }) => {
      const content = await loadContent(resourceName, parsedCommand, uri, signal);
      return [resourceName, content] as const;
    }),
  );
  return new Map(loaded.flatMap(([name, content]) => (content ? [[name, content] as const] : [])));
}

async function loadContent(
  name: string,
  command: ParsedResourceCommand,
  uri: string,
  signal: AbortSignal,
): Promise<Content | null> {
  switch (command.type) {
    case 'URL':
      return loadImage(name, command.url, uri, signal);
    case 'DATA':
      return loadData(name, command.url, command.elementSize, uri, signal);
    case 'RAND':
      return { kind: 'bytes', bytes: await randomFloats(command.count, signal) };
    default:
      return null;
  }
}

async function loadImage(
  name: string,
  url: string,
  uri: string,
  signal: AbortSignal,
): Promise<Content> {
  try {
    const blob = await fetchRemote(url, uri, signal);
    return {
      kind: 'image',
      image: await createImageBitmap(blob, { colorSpaceConversion: 'none' }),
    };
  } catch (thrown) {
    signal.throwIfAborted();
    throw new Error(`Failed to load & decode image from URL for ${name}: ${messageOf(thrown)}`);
  }
}

async function loadData(
  name: string,
  url: string,
  elementSize: number,
  uri: string,
  signal: AbortSignal,
): Promise<Content> {
  try {
    const bytes = await (await fetchRemote(url, uri, signal)).arrayBuffer();
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

/** So many numbers are made before the page gets its turn. */
const RANDOM_CHUNK = 1 << 19;
const FLOAT_STEPS = 2 ** 24;

async function randomFloats(count: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const floats = new Float32Array(count);
  for (let index = 0; index < count; index += 1) {
    // As many steps as a float has below 1, so that no number is rounded up to it.
    floats[index] = Math.floor(Math.random() * FLOAT_STEPS) / FLOAT_STEPS;
    if (index % RANDOM_CHUNK === RANDOM_CHUNK - 1) {
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
    }
  }
  return floats.buffer;
}
