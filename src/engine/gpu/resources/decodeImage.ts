/** The MIME type of SVG images. */
export const SVG_TYPE = 'image/svg+xml';

/** Decodes an image. A drawing gets its own size; its scripts do not run, and it loads nothing. */
export function decodeImage(content: Blob): Promise<ImageBitmap> {
  return content.type === SVG_TYPE ? decodeSvg(content) : createImageBitmap(content);
}

/** Browsers decode drawings only as elements. */
async function decodeSvg(content: Blob): Promise<ImageBitmap> {
  const element = new Image();
  element.src = URL.createObjectURL(content);
  try {
    await element.decode();
    return await createImageBitmap(element);
  } finally {
    URL.revokeObjectURL(element.src);
  }
}
