import { useMemo } from 'react';
import styles from './LongText.module.css';

/** Laying out one block takes a few milliseconds. */
const LIMITS: BlockLimits = { lines: 200, length: 4000 };

interface LongTextProps {
  /** Up to a few MB; line breaks are kept. */
  readonly text: string;
  readonly wraps?: boolean;
  readonly className: string | undefined;
}

/**
 * Scrollable text. The element's text content is the whole text, split into blocks, and the browser
 * lays out only the visible ones. A line that is longer than a block continues on the next line.
 */
export function LongText({ text, wraps = false, className = '' }: LongTextProps) {
  const blocks = useMemo(() => textBlocks(text, LIMITS), [text]);
  const classes = [styles['text'], wraps && styles['wrapped'], className].filter(Boolean).join(' ');
  return (
    // Keyboard users must be able to focus the text to scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region
    <pre className={classes} tabIndex={0}>
      {blocks.map((block, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the text
          key={index}
          className={styles['block']}
          style={{ containIntrinsicHeight: `auto ${block.lines}lh` }}
        >
          {block.text}
        </span>
      ))}
    </pre>
  );
}

interface TextBlock {
  readonly text: string;
  readonly lines: number;
}

/** Size limits of a block. A longer line continues in the next block. */
interface BlockLimits {
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

/**
 * @param isRest whether `text` reaches the end of the whole text, so that its last line is complete
 */
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
