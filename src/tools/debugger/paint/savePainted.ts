import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import { createPictureReader } from '#engine/gpu/replay/pictureReader.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import type { Size } from '#engine/gpu/screen.ts';
import { saveFile } from '#ui/saveFile.ts';

/**
 * Saves the newest picture with the painted values over it as PNG. Resolves to why it cannot, as a
 * sentence, or to null.
 */
export async function savePainted(
  { newest, meter }: FrameObservers,
  { width, height }: Size,
): Promise<string | null> {
  const frame = newest();
  if (!frame) return FAILED;
  const { device, resources } = frame;
  const blank = device.createTexture({
    ...{ label: 'no picture', size: [1, 1], format: 'rgba8unorm' },
    usage: GPUTextureUsage.TEXTURE_BINDING,
  });
  try {
    const reader = createPictureReader(device, meter?.drawOver);
    const size = { width, height };
    const { bytes } = await reader.read(pictureOf(resources) ?? blank, false, size);
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')?.putImageData(new ImageData(bytes, width, height), 0, 0);
    const type = 'image/png';
    saveFile(new File([await canvas.convertToBlob({ type })], 'painted-value.png', { type }));
    return null;
  } catch {
    return FAILED;
  } finally {
    blank.destroy();
  }
}

const FAILED = 'The painted picture could not be saved. Run the shader again, then save.';
