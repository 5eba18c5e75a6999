/** A source in Slang, and what of the original is not in it. */
export interface Conversion {
  readonly text: string;
  /** In the order of the text. A comment above each place says the same. */
  readonly notConverted: readonly NotConverted[];
}

export interface NotConverted {
  /** The line of the comment in the new text; counts from 1. */
  readonly line: number;
  /** What it is and what stands in for it, as a sentence. */
  readonly reason: string;
}

const MARK = '// Not converted: ';

export function markOf(reason: string): string {
  return `${MARK}${reason}`;
}

/** Lists the marks that a conversion has left in its text. */
export function conversionOf(text: string): Conversion {
  const notConverted = text.split('\n').flatMap((line, index) => {
    const found = line.trimStart();
    return found.startsWith(MARK) ? [{ line: index + 1, reason: found.slice(MARK.length) }] : [];
  });
  return { text, notConverted };
}
