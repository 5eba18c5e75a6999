import { fitBytes, fitNpy } from '#core/data/npy/fitNpy.ts';
import { readNpy } from '#core/data/npy/readNpy.ts';
import { texelFormat } from '#core/data/texelFormat.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { encodePixels } from '#engine/gpu/read/encodePixels.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import { texelBytes } from '#engine/gpu/resources/textureSize.ts';
import { kindOf } from '#tools/resources/kinds/kinds.ts';
import type { ResourceEntry } from '#tools/resources/state.ts';

/** The bytes that a file gives a resource, or why it does not fit. */
export async function contentOf(file: File, entry: ResourceEntry): Promise<Result<Uint8Array>> {
  if (kindOf(entry).accepts === null) {
    return fail(
      `${entry.name} holds no data of its own. Drop the file on a buffer or on a texture.`,
    );
  }
  try {
    if (/\.npy$/i.test(file.name)) {
      const read = readNpy(new Uint8Array(await file.arrayBuffer()));
      return read.ok ? fitNpy(read.value, entry) : read;
    }
    if (file.type.startsWith('image/')) return await imageContent(file, entry);
    // The file is not read if it cannot fit.
    if (file.size !== entry.bytes) {
      return fail(
        `${entry.name} takes ${entry.bytes} bytes, but the file has ${file.size}. Choose a file of that size.`,
      );
    }
    return fitBytes(new Uint8Array(await file.arrayBuffer()), entry);
  } catch (thrown) {
    return fail(`${file.name} cannot be read: ${messageOf(thrown)}`);
  }
}

async function imageContent(file: File, entry: ResourceEntry): Promise<Result<Uint8Array>> {
  const { name, format: formatName, size, origin } = entry;
  const [width = 0, height = 0, slices = 1] = size;
  const format = formatName && texelFormat(formatName);
  if (!format) return fail(`${name} is a buffer. Drop an image on a texture.`);
  if (slices > 1) {
    return fail(`${name} has ${slices} slices, but an image is one. Drop a .npy or a .bin file.`);
  }
  const image = await createImageBitmap(file, { colorSpaceConversion: 'none' });
  if (image.width !== width || image.height !== height) {
    return fail(
      `${name} has ${width} × ${height} texels, but the image has ${image.width} × ${image.height}. Choose an image of that size.`,
    );
  }
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) return fail(`${file.name} cannot be read: the page has no memory for it.`);
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  // The first row of the picture is its lowest; that of a loaded image is its highest.
  const isYUp = !origin.includes('URL');
  const encoded = encodePixels(data, format, { width, height, isYUp });
  return encoded
    ? ok(encoded)
    : fail(`${name} holds whole numbers, but an image has colours. Drop a .npy or a .bin file.`);
}

/** Replaces all of a resource's content. */
export function writeContent(device: GPUDevice, resource: Resource, bytes: Uint8Array): void {
  // Typed arrays of the page are never shared between threads.
  const content = bytes as Uint8Array<ArrayBuffer>;
  if (resource.kind === 'buffer') device.queue.writeBuffer(resource.buffer, 0, content);
  if (resource.kind !== 'texture') return;
  const { texture } = resource;
  const { width, height, depthOrArrayLayers } = texture;
  const bytesPerRow = width * texelBytes(texture.format);
  device.queue.writeTexture({ texture }, content, { bytesPerRow, rowsPerImage: height }, [
    width,
    height,
    depthOrArrayLayers,
  ]);
}
