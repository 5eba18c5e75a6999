import { useMemo } from 'react';
import styles from './LongText.module.css';
import { type BlockLimits, textBlocks } from './textBlocks.ts';

/** A block is laid out at once when it comes into sight: what takes a few milliseconds. */
const LIMITS: BlockLimits = { lines: 200, length: 4000 };

interface LongTextProps {
  /** Of any length up to a few MB; line breaks are kept. */
  readonly text: string;
  /** Whether lines that are wider than the element go on in the next line. */
  readonly wraps?: boolean;
  readonly className: string | undefined;
}

/**
 * Text that scrolls. It is the element's whole text content, cut into blocks of which the browser
 * lays out those in sight only. A line that is longer than a block goes on in the next line.
 */
export function LongText({ text, wraps = false, className = '' }: LongTextProps) {
  const blocks = useMemo(() => textBlocks(text, LIMITS), [text]);
  const classes = [styles['text'], wraps && styles['wrapped'], className].filter(Boolean).join(' ');
  return (
    // The text scrolls, so the keyboard has to reach it.
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
