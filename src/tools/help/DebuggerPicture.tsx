import styles from './DebuggerPicture.module.css';

interface Line {
  readonly number: number;
  readonly code: string;
  readonly values?: string;
  readonly kind?: 'breakpoint' | 'current' | 'not executed';
  readonly count?: number;
}

const LINES: readonly Line[] = [
  { number: 31, code: 'for (int i = 0; i < 4; i++)', values: 'i = 3', count: 4 },
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

/** A part of the source editor while the debugger is open, in the page's own colours. */
export function DebuggerPicture() {
  return (
    <figure
      className={styles['picture']}
      role="img"
      aria-label="Six lines of a shader. Behind each is its value: i = 3, executed 4 times; steepness = 0, with a breakpoint; uphill = (NaN, NaN), which is the current line. A line that was not executed is dimmed."
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
