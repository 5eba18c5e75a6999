/** The filters of the PNG format that are tried; their numbers are the format’s. */
const NONE = 0;
const SUB = 1;
const UP = 2;
const PAETH = 4;
const TRIED = [NONE, SUB, UP, PAETH] as const;

/**
 * Filters the rows of an image one after the other, each by the filter whose output has the smallest
 * bytes, since that is what compresses best.
 *
 * @param rowBytes of each row
 * @param pixelBytes how far left the neighbour of a byte is
 */
export function createRowFilter(rowBytes: number, pixelBytes: number) {
  const before = new Uint8Array(rowBytes);
  const candidates = TRIED.map((filter) => ({ filter, bytes: new Uint8Array(rowBytes) }));
  return {
    /** Writes the filter’s number and the filtered row, which has one byte more, to `into`. */
    filter(row: Uint8Array, into: Uint8Array): void {
      let best = candidates[0];
      let smallest = Number.POSITIVE_INFINITY;
      for (const candidate of candidates) {
        const sum = apply(candidate, row, before, pixelBytes, smallest);
        if (sum >= smallest) continue;
        smallest = sum;
        best = candidate;
      }
      if (!best) return;
      into[0] = best.filter;
      into.set(best.bytes, 1);
      before.set(row);
    },
  };
}

interface Candidate {
  readonly filter: (typeof TRIED)[number];
  readonly bytes: Uint8Array;
}

/** Gives the sum of the filtered bytes, taken as signed, without their signs; ends early at `limit`. */
function apply(
  { filter, bytes }: Candidate,
  row: Uint8Array,
  before: Uint8Array,
  pixelBytes: number,
  limit: number,
): number {
  let sum = 0;
  for (let index = 0; index < row.length && sum < limit; index += 1) {
    const left = index < pixelBytes ? 0 : (row[index - pixelBytes] ?? 0);
    const up = before[index] ?? 0;
    const upLeft = index < pixelBytes ? 0 : (before[index - pixelBytes] ?? 0);
    const filtered = ((row[index] ?? 0) - predict(filter, left, up, upLeft)) & 0xff;
    bytes[index] = filtered;
    sum += filtered < 128 ? filtered : 256 - filtered;
  }
  return sum;
}

function predict(filter: Candidate['filter'], left: number, up: number, upLeft: number): number {
  if (filter === NONE) return 0;
  if (filter === SUB) return left;
  if (filter === UP) return up;
  const fromLeft = Math.abs(up - upLeft);
  const fromUp = Math.abs(left - upLeft);
  const fromUpLeft = Math.abs(left + up - 2 * upLeft);
  if (fromLeft <= fromUp && fromLeft <= fromUpLeft) return left;
  return fromUp <= fromUpLeft ? up : upLeft;
}
