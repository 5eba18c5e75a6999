import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { createPictureReader } from '#engine/gpu/replay/pictureReader.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import { saveFile } from '#ui/saveFile.ts';

/**
 * Saves the newest picture with the painted values over it as PNG. Resolves to why it cannot, as a
 * sentence, or to null.
 *
 * @param painted shows the values
 * @param draw shows the newest values again: what a canvas shows can be read in the same task only
 */
export async function savePainted(
  { device, resources }: ObservedFrame,
  painted: HTMLCanvasElement,
  draw: () => void,
): Promise<string | null> {
  try {
    const { width, height } = painted;
    const both = document.createElement('canvas');
    both.width = width;
    both.height = height;
    const context = both.getContext('2d');
    const picture = pictureOf(resources);
    if (picture) {
      const { bytes } = await createPictureReader(device).read(picture, false, { width, height });
      context?.putImageData(new ImageData(bytes, width, height), 0, 0);
    }
    draw();
    context?.drawImage(painted, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => both.toBlob(resolve, 'image/png'));
    if (!blob) return FAILED;
    saveFile(new File([blob], 'painted-value.png', { type: blob.type }));
    return null;
  } catch {
    return FAILED;
  }
}

const FAILED = 'The painted picture could not be saved. Run the shader again, then save.';
