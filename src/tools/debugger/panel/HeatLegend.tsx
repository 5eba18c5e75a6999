import { useMemo } from 'react';
import type { HeatMap } from '#core/source/instrument/search.ts';
import { Button } from '#ui/Button.tsx';
import styles from './Heat.module.css';
import { heatGradient, rangeOf } from './heat.ts';

interface HeatLegendProps {
  readonly heat: HeatMap;
  readonly onHide: () => void;
}

/** What the colours over the picture mean. */
export function HeatLegend({ heat, onHide }: HeatLegendProps) {
  const range = useMemo(() => rangeOf(heat), [heat]);
  return (
    <figure className={styles['legend']} aria-label="Heat map legend">
      <figcaption>
        Statements that each thread of <code>{heat.entryPoint}</code> executed. Click a pixel to
        trace its thread.
      </figcaption>
      {range ? (
        <>
          <div className={styles['gradient']} style={{ background: heatGradient() }} />
          <dl className={styles['marks']}>
            <div>
              <dt>least</dt>
              <dd>{range.least.toLocaleString('en')}</dd>
            </div>
            <div>
              <dt>median</dt>
              <dd>{range.median.toLocaleString('en')}</dd>
            </div>
            <div>
              <dt>most</dt>
              <dd>{range.most.toLocaleString('en')}</dd>
            </div>
          </dl>
        </>
      ) : (
        <p>No thread executed a statement.</p>
      )}
      <Button kind="small" onClick={onHide}>
        Hide heat map
      </Button>
    </figure>
  );
}
