import type { FunctionCost } from '#core/output/countCosts.ts';
import styles from './CostBar.module.css';
import { costText, segmentsOf, totalText } from './costs.ts';

interface CostBarProps {
  readonly of: FunctionCost;
  /** The cost before the newest edit; null if there is nothing to compare with. */
  readonly before: FunctionCost | null;
  /** Number of instructions in a full bar. */
  readonly full: number;
  /**
   * What the numbers cover, such as `Including all that it calls`. Precedes them in the tooltip.
   */
  readonly scope?: string;
}

/** A small bar that shows a function's instructions by kind. The tooltip has the numbers. */
export function CostBar({ of, before, full, scope }: CostBarProps) {
  const text = costText(of, before);
  const label = scope === undefined ? text : `${scope}: ${text}`;
  return (
    <span className={styles['cost']} role="img" aria-label={label} title={label}>
      <span className={styles['bar']}>
        {segmentsOf(of, full).map(({ kind, width }) => (
          <span key={kind} data-kind={kind} style={{ width: `${width}%` }} />
        ))}
      </span>
      <span className={styles['total']}>{totalText(of, before)}</span>
      <span className={styles['loops']}>{of.loops > 0 && '↻'}</span>
    </span>
  );
}
