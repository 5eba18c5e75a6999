import type { Page } from '@playwright/test';

/** In pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Converts a PNG screenshot to WebP with the browser's own encoder. With a size, the image is
 * scaled to fill it, and cropped evenly at the sides and at the bottom.
 *
 * @param page any page
 */
export async function toWebp(page: Page, png: Buffer, size?: ImageSize): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([data, wanted]) => {
      const blob = await (await fetch(`data:image/png;base64,${data}`)).blob();
      const image = await createImageBitmap(blob);
      const { width, height } = wanted ?? image;
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('There is no 2D context.');
      context.imageSmoothingQuality = 'high';
      const scale = Math.max(width / image.width, height / image.height);
      const scaled = { width: image.width * scale, height: image.height * scale };
      context.drawImage(image, (width - scaled.width) / 2, 0, scaled.width, scaled.height);
      const webp = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
      const bytes = new Uint8Array(await webp.arrayBuffer());
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      return btoa(text);
    },
    [png.toString('base64'), size ?? null] as const,
  );
  return Buffer.from(base64, 'base64');
}
