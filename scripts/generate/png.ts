import { crc32, deflateSync } from 'node:zlib';

/** Three bytes per pixel, rows from the top. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CHANNELS = 3;

/** A PNG file with 8 bits per channel (ISO/IEC 15948). */
export function encodePng(image: RgbImage): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(image.width, 0);
  header.writeUInt32BE(image.height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filteredRows(image), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Predicts a byte from its neighbours to the left, above, and above left. */
type Prediction = (left: number, above: number, corner: number) => number;

/** By the number of the filter type (ISO/IEC 15948, clause 9). */
const PREDICTIONS: readonly Prediction[] = [
  () => 0,
  (left) => left,
  (_left, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
];

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) =>
    Math.abs(estimate - value),
  ) as [number, number, number];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Filters each row with the filter that gives the smallest values, which compress best. */
function filteredRows({ width, height, data }: RgbImage): Buffer {
  const stride = width * CHANNELS;
  const rows: Uint8Array[] = [];
  for (let y = 0; y < height; y += 1) {
    const row = data.subarray(y * stride, (y + 1) * stride);
    const above = y > 0 ? data.subarray((y - 1) * stride, y * stride) : new Uint8Array(stride);
    const candidates = PREDICTIONS.map((predict, type) => filterRow(row, above, type, predict));
    rows.push(candidates.reduce((best, next) => (weight(next) < weight(best) ? next : best)));
  }
  return Buffer.concat(rows);
}

function filterRow(
  row: Uint8Array,
  above: Uint8Array,
  type: number,
  predict: Prediction,
): Uint8Array {
  const filtered = new Uint8Array(row.length + 1);
  filtered[0] = type;
  for (let x = 0; x < row.length; x += 1) {
    const predicted = predict(row[x - CHANNELS] ?? 0, above[x] ?? 0, above[x - CHANNELS] ?? 0);
    filtered[x + 1] = (row[x] ?? 0) - predicted;
  }
  return filtered;
}

/** The sum of the absolute values of a row's bytes, read as signed. */
function weight(filtered: Uint8Array): number {
  return filtered.reduce((sum, byte) => sum + Math.min(byte, 256 - byte), 0);
}
