import { useState } from 'react';

/** Sizes in CSS pixels, which follow the browser's font size. */
export interface RowMetrics {
  readonly rowHeight: number;
  readonly headHeight: number;
  /** The width of a character of the table's font. */
  readonly character: number;
}

/** In rem, as DataGrid.module.css has them. */
const ROW = 1.125;
const HEAD = 2.25;
const FONT = 0.75;

/** Fixed-width fonts are about 0.6 em wide; measured where that is possible. */
export function useRowMetrics(): RowMetrics {
  const [metrics] = useState(() => {
    const { fontSize } = getComputedStyle(document.documentElement);
    const rem = Number.parseFloat(fontSize);
    const context = document.createElement('canvas').getContext('2d');
    const family = getComputedStyle(document.documentElement).getPropertyValue('--font-code');
    if (context) context.font = `${FONT * rem}px ${family}`;
    const character = context?.measureText('0').width || FONT * rem * 0.6;
    return { rowHeight: Math.round(ROW * rem), headHeight: Math.round(HEAD * rem), character };
  });
  return metrics;
}
