/** A part of a text that is laid out by itself. */
export interface TextBlock {
  readonly text: string;
  /** Lines in it, counting one that goes on in the next block. */
  readonly lines: number;
}

/** Limits of a block. A line that is longer goes on in the next one. */
export interface BlockLimits {
  readonly lines: number;
  /** UTF-16 units. */
  readonly length: number;
}

/**
 * Cuts a text into blocks, at line breaks where it can. Together they are the text, line breaks and
 * all: the browser lays out those in sight only.
 */
export function textBlocks(text: string, limits: BlockLimits): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (let start = 0; start < text.length; ) {
    const end = start + limits.length;
    const block = firstBlock(text.slice(start, end), limits.lines, end >= text.length);
    blocks.push(block);
    start += block.text.length;
  }
  return blocks;
}

/** @param isRest nothing comes after the text, so that its last line is whole */
function firstBlock(text: string, maxLines: number, isRest: boolean): TextBlock {
  let lines = 0;
  let end = 0;
  while (lines < maxLines && end < text.length) {
    const lineBreak = text.indexOf('\n', end);
    if (lineBreak < 0 && !isRest) break;
    end = lineBreak < 0 ? text.length : lineBreak + 1;
    lines += 1;
  }
  if (lines > 0) return { text: text.slice(0, end), lines };
  const endsInHalf = /[\uD800-\uDBFF]$/.test(text);
  return { text: endsInHalf ? text.slice(0, -1) : text, lines: 1 };
}
