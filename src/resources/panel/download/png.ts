/** Colours of an image: red, green, blue and alpha a pixel, from the top left. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/**
 * A PNG file of exactly these colours. A canvas would multiply them by their alpha, and lose those of
 * transparent pixels.
 */
export async function encodePng({ width, height, data }: Pixels): Promise<Blob> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // 8 bits a channel, red, green, blue and alpha.
  header.set([8, 6], 8);
  const parts = [
    SIGNATURE,
    ...chunk('IHDR', header),
    ...chunk('IDAT', await compressed(filtered({ width, height, data }))),
    ...chunk('IEND', new Uint8Array()),
  ];
  return new Blob(parts, { type: 'image/png' });
}

/** Each row begins with its filter, which is none. */
function filtered({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> {
  const row = width * 4;
  const rows = new Uint8Array((row + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows.set(data.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
  }
  return rows;
}

async function compressed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function chunk(type: string, content: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, content.length);
  const name = new TextEncoder().encode(type);
  const sum = new Uint8Array(4);
  new DataView(sum.buffer).setUint32(0, crc([name, content]));
  return [length, name, content, sum];
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc(parts: readonly Uint8Array[]): number {
  let value = 0xffffffff;
  for (const part of parts) {
    for (const byte of part) value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  }
  return (value ^ 0xffffffff) >>> 0;
}
