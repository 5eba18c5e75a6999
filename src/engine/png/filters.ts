/** A filter of the PNG format, by its number there. */
interface Candidate {
  readonly filter: number;
  readonly apply: ApplyFilter;
  readonly bytes: Uint8Array;
}

/**
 * Writes the differences between a row and its prediction. Gives the sum of these bytes, taken as
 * signed, without their signs.
 *
 * @param row and `above` begin with a pixel of zeros, which is left of the first one
 */
type ApplyFilter = (
  row: Uint8Array,
  above: Uint8Array,
  pixelBytes: number,
  into: Uint8Array,
) => number;

const FILTERS: readonly (readonly [number, ApplyFilter])[] = [
  [0, none],
  [1, sub],
  [2, up],
  [4, paeth],
];

/**
 * Filters the rows of an image one after the other, each by the filter whose output has the smallest
 * bytes, since that is what compresses best.
 *
 * @param rowBytes of each row
 * @param pixelBytes how far left the neighbour of a byte is
 */
export function createRowFilter(rowBytes: number, pixelBytes: number) {
  let above = new Uint8Array(pixelBytes + rowBytes);
  let row = new Uint8Array(pixelBytes + rowBytes);
  const candidates = FILTERS.map(
    ([filter, apply]): Candidate => ({ filter, apply, bytes: new Uint8Array(rowBytes) }),
  );
  return {
    /** Writes the filter’s number and the filtered row, which has one byte more, to `into`. */
    filter(pixels: Uint8Array, into: Uint8Array): void {
      row.set(pixels, pixelBytes);
      let best = candidates[0];
      let smallest = Number.POSITIVE_INFINITY;
      for (const candidate of candidates) {
        const sum = candidate.apply(row, above, pixelBytes, candidate.bytes);
        if (sum >= smallest) continue;
        smallest = sum;
        best = candidate;
      }
      if (!best) return;
      into[0] = best.filter;
      into.set(best.bytes, 1);
      [row, above] = [above, row];
    },
  };
}

// A function for each, since one for all would take twice the time.

function none(row: Uint8Array, _: Uint8Array, pixelBytes: number, into: Uint8Array): number {
  let sum = 0;
  for (let at = pixelBytes; at < row.length; at += 1) {
    const byte = row[at] ?? 0;
    into[at - pixelBytes] = byte;
    sum += byte < 128 ? byte : 256 - byte;
  }
  return sum;
}

function sub(row: Uint8Array, _: Uint8Array, pixelBytes: number, into: Uint8Array): number {
  let sum = 0;
  for (let at = pixelBytes; at < row.length; at += 1) {
    const byte = ((row[at] ?? 0) - (row[at - pixelBytes] ?? 0)) & 0xff;
    into[at - pixelBytes] = byte;
    sum += byte < 128 ? byte : 256 - byte;
  }
  return sum;
}

function up(row: Uint8Array, above: Uint8Array, pixelBytes: number, into: Uint8Array): number {
  let sum = 0;
  for (let at = pixelBytes; at < row.length; at += 1) {
    const byte = ((row[at] ?? 0) - (above[at] ?? 0)) & 0xff;
    into[at - pixelBytes] = byte;
    sum += byte < 128 ? byte : 256 - byte;
  }
  return sum;
}

function paeth(row: Uint8Array, above: Uint8Array, pixelBytes: number, into: Uint8Array): number {
  let sum = 0;
  for (let at = pixelBytes; at < row.length; at += 1) {
    const left = row[at - pixelBytes] ?? 0;
    const over = above[at] ?? 0;
    const corner = above[at - pixelBytes] ?? 0;
    const fromLeft = Math.abs(over - corner);
    const fromOver = Math.abs(left - corner);
    const fromCorner = Math.abs(left + over - 2 * corner);
    let predicted = corner;
    if (fromLeft <= fromOver && fromLeft <= fromCorner) predicted = left;
    else if (fromOver <= fromCorner) predicted = over;
    const byte = ((row[at] ?? 0) - predicted) & 0xff;
    into[at - pixelBytes] = byte;
    sum += byte < 128 ? byte : 256 - byte;
  }
  return sum;
}
