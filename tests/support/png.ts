import { inflateSync } from 'node:zlib';
import { encodePng, type RgbImage } from '../../scripts/generate/png.ts';

/** A PNG image as a data address; rows from the top, three bytes per pixel. */
export function pngDataUrl(width: number, rows: readonly (readonly number[])[]): string {
  const file = encodePng({ width, height: rows.length, data: Uint8Array.from(rows.flat()) });
  return `data:image/png;base64,${file.toString('base64')}`;
}

/** Decodes what `encodePng` can write: three channels of 8 bits, any filter. */
export function decodePng(file: Buffer): RgbImage {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
    const type = file.toString('latin1', at + 4, at + 8);
    chunks.set(type, file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(8);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const stride = width * 3;
  const data = new Uint8Array(stride * height);
  const decoded = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (data[y * stride + x] ?? 0));
  for (let index = 0; index < data.length; index += 1) {
    const [x, y] = [index % stride, Math.floor(index / stride)];
    const [a, b, c] = [decoded(x - 3, y), decoded(x, y - 1), x < 3 ? 0 : decoded(x - 3, y - 1)];
    const p = a + b - c;
    const nearest = [a, b, c].sort((m, n) => Math.abs(p - m) - Math.abs(p - n))[0] ?? 0;
    const filter = rows[y * (stride + 1)] ?? 0;
    const predicted = [0, a, b, Math.floor((a + b) / 2), nearest][filter] ?? 0;
    data[index] = (rows[y * (stride + 1) + 1 + x] ?? 0) + predicted;
  }
  return { width, height, data };
}
