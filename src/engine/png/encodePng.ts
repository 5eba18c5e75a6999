import type { Size } from '#engine/gpu/screen.ts';
import { createPngEncoder } from './pngEncoder.ts';

/** An image as RGBA bytes, with rows from the top. */
export interface Image extends Size {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Encodes an image in its own worker, to which it transfers the image's bytes. The file has exactly
 * these colours; a canvas would lose those of transparent pixels. Rejects with a sentence.
 */
export async function encodePng(
  { width, height, bytes }: Image,
  open?: Parameters<typeof createPngEncoder>[0],
): Promise<Blob> {
  const encoder = createPngEncoder(open);
  try {
    const file = encoder.begin({ width, height, keepsAlpha: true, text: null });
    await file.rows(bytes);
    return await file.end();
  } finally {
    encoder.dispose();
  }
}
