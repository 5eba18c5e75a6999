import styles from './DebuggerPictures.module.css';

interface Line {
  readonly number: number;
  readonly code: string;
  readonly values?: string;
  readonly kind?: 'breakpoint' | 'current' | 'not executed';
  readonly count?: number;
}

const LINES: readonly Line[] = [
  { number: 31, code: 'for (int i = 0; i < 4; i++)', values: 'i = 4', count: 4 },
  { number: 32, code: '    height += layer(place, i);', values: 'height = 0.62', count: 4 },
  {
    number: 33,
    code: 'let steepness = length(slope);',
    values: 'steepness = 0',
    kind: 'breakpoint',
  },
  {
    number: 34,
    code: 'let uphill = slope / steepness;',
    values: 'uphill = (NaN, NaN)',
    kind: 'current',
  },
  { number: 35, code: 'if (height > 0.8)' },
  { number: 36, code: '    color = snow;', kind: 'not executed' },
];

/** Part of the source editor with the debugger open, in the page's own colours. */
export function DebuggerPicture() {
  return (
    <figure
      className={styles['picture']}
      role="img"
      aria-label="Six lines of a shader. After each is its value: i = 4, executed 4 times; steepness = 0, with a breakpoint; uphill = (NaN, NaN), which is the current line. A line that was not executed is dimmed."
    >
      {LINES.map(({ number, code, values, kind, count }) => (
        <div key={number} className={styles['line']} data-kind={kind}>
          <span className={styles['number']}>
            <span>{number}</span>
          </span>
          <span className={styles['code']}>{code}</span>
          {values && (
            <span className={styles['shown']}>
              <span
                className={styles['values']}
                data-non-finite={values.includes('NaN') || undefined}
              >
                {values}
              </span>
              {count && <span className={styles['count']}>×{count}</span>}
            </span>
          )}
        </div>
      ))}
    </figure>
  );
}

/** The colours of viridis at its quarters. */
const VIRIDIS = ['#440154', '#3b528b', '#21918c', '#5ec962', '#fde725'] as const;

/** A painted picture with its legend. */
export function PaintPicture() {
  const stops = VIRIDIS.map((color, index) => (
    <stop key={color} offset={index / (VIRIDIS.length - 1)} stopColor={color} />
  ));
  return (
    <figure
      className={styles['picture']}
      role="img"
      aria-label="A picture that shows the value distance: dark in the middle, bright at the edges, magenta in one spot where it is NaN, and hatched at the right, where threads did not come there. The legend says that colours go from 0 to 1.25, and that the value under the pointer, at x 120, y 33, is 0.25."
    >
      <svg className={styles['painted']} viewBox="0 0 320 120" aria-hidden="true">
        <defs>
          <radialGradient id="help-painted" cx="0.44" cy="0.5" r="0.6">
            {stops}
          </radialGradient>
          <linearGradient id="help-legend">{stops}</linearGradient>
          <pattern id="help-hatched" width="8" height="8" patternUnits="userSpaceOnUse">
            <path d="M-2 10 10-2M-2 2 2-2M6 10l4-4" stroke="var(--text-faint)" />
          </pattern>
        </defs>
        <rect width="250" height="100" fill="url(#help-painted)" />
        <rect x="250" width="70" height="100" fill="url(#help-hatched)" />
        <circle cx="66" cy="30" r="5" fill="#ff00ff" />
        <path d="M158 62v-9m0 22v-9m-4.5-2h-9m22 0h-9" stroke="#ffffff" strokeWidth="1.5" />
        <rect y="108" x="30" width="200" height="8" fill="url(#help-legend)" />
        <text x="26" y="116" textAnchor="end">
          0
        </text>
        <text x="234" y="116">
          1.25
        </text>
      </svg>
      <div className={styles['line']}>
        <span className={styles['number']} />
        <span className={styles['code']}>let distance = length(offset);</span>
        <span className={styles['shown']}>
          <span className={styles['values']}>x 120, y 33: 0.25</span>
        </span>
      </div>
    </figure>
  );
}

const WRITTEN: readonly { readonly element: string; readonly writer: string }[] = [
  { element: 'sums[30]', writer: 'Written by add, thread (6, 3, 0), in this frame' },
  { element: 'table[5]', writer: 'Written by fill, thread (5, 0, 0), in frame 0' },
];

/** What a step loads, and a race. */
export function MemoryPicture() {
  return (
    <figure
      className={styles['picture']}
      role="img"
      aria-label="Two lists of the debugger. Loaded values: sums[30], written by add, thread (6, 3, 0), in this frame; table[5], written by fill, thread (5, 0, 0), in frame 0. Races: line[1], threads (0, 0, 0) and (1, 0, 0) of swing, lines 22 and 24, 4 elements."
    >
      <p className={styles['heading']}>Loaded values</p>
      {WRITTEN.map(({ element, writer }) => (
        <p key={element} className={styles['item']}>
          {element} <span className={styles['link']}>{writer}</span>
        </p>
      ))}
      <p className={styles['heading']}>Races</p>
      <p className={styles['item']}>
        line[1]: swing, threads <span className={styles['link']}>(0, 0, 0)</span> and{' '}
        <span className={styles['link']}>(1, 0, 0)</span>, lines 22 and 24, 4 elements
      </p>
    </figure>
  );
}
