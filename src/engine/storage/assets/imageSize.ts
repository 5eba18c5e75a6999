/** In pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The size in an image's header; null if the header cannot be read. Makes it possible to reject an
 * image that is too large without decoding it.
 */
export function imageSize(content: ArrayBuffer): ImageSize | null {
  const view = new DataView(content);
  try {
    if (startsWith(view, 0, '\x89PNG')) return sizeAt(16, (at) => view.getUint32(at), 4);
    if (startsWith(view, 0, 'RIFF') && startsWith(view, 8, 'WEBP')) return webpSize(view);
    if (view.getUint16(0) === 0xffd8) return jpegSize(view);
    if (startsWith(view, 4, 'ftyp')) return avifSize(view);
  } catch (thrown) {
    // The header ends too early.
    if (!(thrown instanceof RangeError)) throw thrown;
  }
  return null;
}

function startsWith(view: DataView, at: number, text: string): boolean {
  return [...text].every((letter, index) => view.getUint8(at + index) === letter.charCodeAt(0));
}

function sizeAt(at: number, read: (at: number) => number, step: number): ImageSize {
  return { width: read(at), height: read(at + step) };
}

function webpSize(view: DataView): ImageSize | null {
  if (startsWith(view, 12, 'VP8 ')) {
    return sizeAt(26, (at) => view.getUint16(at, true) & 0x3fff, 2);
  }
  if (startsWith(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (!startsWith(view, 12, 'VP8X')) return null;
  return sizeAt(24, (at) => (view.getUint32(at, true) & 0xffffff) + 1, 3);
}

/** Whether a marker starts a frame with the size. The excluded ones are in the same range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function jpegSize(view: DataView): ImageSize | null {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    // 0xff before a marker is a fill byte.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

/** The size of the largest image in the file. An `ispe` property gives the size of each image. */
function avifSize(view: DataView): ImageSize | null {
  let found: ImageSize | null = null;
  const end = Math.min(view.byteLength - 16, 65_536);
  for (let at = 0; at < end; at += 1) {
    if (view.getUint32(at) !== 0x69737065) continue;
    const size = sizeAt(at + 8, (place) => view.getUint32(place), 4);
    if (!found || size.width * size.height > found.width * found.height) found = size;
  }
  return found;
}
