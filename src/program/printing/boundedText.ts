import { head } from '#shared/text.ts';

/** Text that grows piece by piece up to a limit, whatever the pieces are. */
export interface BoundedText {
  /** Takes a piece, or what fits of it. Returns whether it has taken all of it. */
  add(piece: string): boolean;
  /** Pieces that it still takes. */
  readonly piecesLeft: number;
  /** Something was left out; nothing more is taken. */
  readonly isCut: boolean;
  text(): string;
}

/**
 * @param maxLength in UTF-16 units; a character of two units is never cut in half
 * @param maxPieces limits the work where pieces are short or empty
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
