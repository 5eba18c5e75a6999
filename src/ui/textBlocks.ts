/** A part of a text that the browser lays out separately. */
export interface TextBlock {
  readonly text: string;
  /** Number of lines, including one that continues in the next block. */
  readonly lines: number;
}

/** Size limits of a block. A longer line continues in the next block. */
export interface BlockLimits {
  readonly lines: number;
  /** UTF-16 units. */
  readonly length: number;
}

/**
 * Splits a text into blocks, at line breaks where possible, so that the browser lays out only the
 * visible ones. The joined blocks are the text.
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

/** @param isRest whether the text ends here, so that its last line is complete */
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
