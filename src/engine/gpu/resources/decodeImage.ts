export const SVG_TYPE = 'image/svg+xml';

/** Decodes an image. An SVG gets its own size; its scripts do not run, and it loads nothing. */
export function decodeImage(content: Blob): Promise<ImageBitmap> {
  return content.type === SVG_TYPE ? decodeSvg(content) : createImageBitmap(content);
}

/** Browsers decode SVG only through elements. */
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
