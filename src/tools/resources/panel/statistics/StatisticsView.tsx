import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import type { Statistics } from '#engine/gpu/read/statistics.ts';
import type { ResourceProps } from '#tools/resources/kinds/kind.ts';
import styles from './StatisticsView.module.css';

/** Milliseconds between computations while playback runs. */
const INTERVAL = 500;

/**
 * Statistics and histograms of the open resource, by column or channel. They update with the
 * frames.
 */
export function StatisticsView({ store, commands, entry }: ResourceProps) {
  const statistics = useStore(store, (state) => state.statistics);
  const compute = useEffectEvent(commands.computeStatistics);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another resource has other statistics
  useEffect(() => {
    let computed = store.getState().frame;
    compute();
    const timer = setInterval(() => {
      const { frame } = store.getState();
      if (frame === computed) return;
      computed = frame;
      compute();
    }, INTERVAL);
    return () => clearInterval(timer);
  }, [store, entry]);
  if (!statistics) return <p className={styles['wait']}>Computing statistics…</p>;
  return <StatisticsTable name={entry.name} statistics={statistics} />;
}

interface StatisticsTableProps {
  readonly name: string;
  readonly statistics: readonly Statistics[];
}

function StatisticsTable({ name, statistics }: StatisticsTableProps) {
  if (statistics.length === 0) return <p className={styles['wait']}>There are no numbers here.</p>;
  return (
    <section
      className={styles['scroller']}
      aria-label={`Statistics and histograms of ${name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region
      tabIndex={0}
    >
      <table className={styles['table']} aria-label={`Statistics of ${name}`}>
        <thead>
          <tr>
            <td />
            {statistics.map((each) => (
              <th key={each.name} scope="col">
                {each.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {statisticsRows(statistics).map(({ title, texts }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {statistics.map((each, index) => (
                <td key={each.name}>{texts[index]}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">histogram</th>
            {statistics.map((each) => (
              <td key={each.name}>
                <Histogram {...each} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** In units of the drawing; a bin is one unit wide. */
const HEIGHT = 32;

/** Minimum height of a non-empty bin, since rare values are often the important ones. */
const LEAST = 1;

function Histogram({ name, minimum, maximum, histogram }: Statistics) {
  const most = Math.max(...histogram, 0);
  if (most === 0) return '–';
  const bars = histogram.map((count, index) => {
    const height = count === 0 ? 0 : Math.max(LEAST, (count / most) * HEIGHT);
    return `M${index} ${HEIGHT}v${-height}h1v${height}z`;
  });
  const from = numberText(minimum);
  const to = numberText(maximum);
  return (
    <>
      <svg
        className={styles['histogram']}
        viewBox={`0 0 ${histogram.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Histogram of ${name} from ${from} to ${to}, at most ${most.toLocaleString('en')} in a bin`}
      >
        <path d={bars.join('')} fill="currentColor" />
      </svg>
      <span className={styles['range']} aria-hidden="true">
        <span>{from}</span>
        <span>{to}</span>
      </span>
    </>
  );
}

/** A row of the statistics table, with one text per column or channel. */
interface StatisticsRow {
  readonly title: string;
  readonly texts: readonly string[];
}

export function statisticsRows(statistics: readonly Statistics[]): StatisticsRow[] {
  const row = (title: string, textOf: (each: Statistics) => string) => ({
    title,
    texts: statistics.map(textOf),
  });
  return [
    row('count', ({ count }) => count.toLocaleString('en')),
    row('minimum', ({ minimum }) => numberText(minimum)),
    row('maximum', ({ maximum }) => numberText(maximum)),
    row('mean', ({ mean }) => numberText(mean)),
    row('standard deviation', ({ standardDeviation }) => numberText(standardDeviation)),
    row('NaN', ({ nan }) => nan.toLocaleString('en')),
    row('infinite', ({ infinite }) => infinite.toLocaleString('en')),
  ];
}

/** Digits to show: the precision of a 32-bit float. */
const DIGITS = 7;

/** A dash if there is no value, such as for the minimum of nothing. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(DIGITS)));
}
