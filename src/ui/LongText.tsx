import { useMemo } from 'react';
import styles from './LongText.module.css';
import { type BlockLimits, textBlocks } from './textBlocks.ts';

/** Laying out one block takes a few milliseconds. */
const LIMITS: BlockLimits = { lines: 200, length: 4000 };

interface LongTextProps {
  /** Up to a few MB; line breaks are kept. */
  readonly text: string;
  /** Whether long lines wrap. */
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
    // The keyboard must reach the text to scroll it.
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
