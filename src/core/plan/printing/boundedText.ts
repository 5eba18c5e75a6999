import { head } from '#core/util/text.ts';

/** Text that grows piece by piece up to a limit. */
export interface BoundedText {
  /** Appends a piece, or the part that fits. Returns whether all of it fit. */
  add(piece: string): boolean;
  /** The number of pieces that still fit. */
  readonly piecesLeft: number;
  /** Something did not fit; nothing more is appended. */
  readonly isCut: boolean;
  text(): string;
}

/**
 * @param maxLength in UTF-16 units; a character of two units is never cut in half
 * @param maxPieces limits the work for short or empty pieces
 */
export function createBoundedText(maxLength: number, maxPieces: number): BoundedText {
  const pieces: string[] = [];
  let length = 0;
  let isCut = false;
  return {
    add(piece) {
      if (isCut) return false;
      isCut = pieces.length === maxPieces || length + piece.length > maxLength;
      if (pieces.length < maxPieces) pieces.push(isCut ? head(piece, maxLength - length) : piece);
      length += piece.length;
      return !isCut;
    },
    get piecesLeft() {
      return maxPieces - pieces.length;
    },
    get isCut() {
      return isCut;
    },
    text: () => pieces.join(''),
  };
}
