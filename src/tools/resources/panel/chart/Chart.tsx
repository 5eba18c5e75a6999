import { useMemo, useState } from 'react';
import { numberColumns } from '#core/data/components.ts';
import { downsample } from '#core/data/downsample.ts';
import type { ResourceProps } from '#tools/resources/kinds/kind.ts';
import { numberText } from '#tools/resources/panel/statistics/statisticsRows.ts';
import { Select } from '#ui/Select.tsx';
import styles from './Chart.module.css';
import { CHART_HEIGHT, type ChartKind, chartPaths } from './chartPaths.ts';
import { useColumnValues } from './useColumnValues.ts';

const KINDS: readonly { readonly value: ChartKind; readonly text: string }[] = [
  { value: 'line', text: 'Line' },
  { value: 'bars', text: 'Bars' },
];

/** Places of a chart: about as many as a wide panel has pixels. */
const PLACES = 900;

/** A column of the open buffer over its index, which follows the frames. */
export function Chart(props: ResourceProps) {
  const { entry } = props;
  const columns = useMemo(() => (entry.layout ? numberColumns(entry.layout) : []), [entry.layout]);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<ChartKind>('line');
  const column = columns.find((each) => each.name === name) ?? columns[0];
  const values = useColumnValues(props, column ?? null);
  const title = column && column.name !== 'value' ? `${entry.name}.${column.name}` : entry.name;
  return (
    <section className={styles['chart']} aria-label="Chart">
      <div className={styles['bar']}>
        <Select
          label="Charted column"
          value={column?.name ?? null}
          options={columns.map((each) => ({ value: each.name, text: each.name }))}
          onChange={setName}
        />
        <Select
          label="Chart type"
          value={kind}
          options={KINDS}
          onChange={(value) => setKind(value === 'bars' ? 'bars' : 'line')}
        />
      </div>
      {values.kind === 'values' && <Drawing title={title} kind={kind} values={values.values} />}
      {values.kind === 'waiting' && <p className={styles['note']}>Reading…</p>}
      {values.kind === 'refused' && <p className={styles['note']}>{values.reason}</p>}
    </section>
  );
}

interface DrawingProps {
  /** What the values are. */
  readonly title: string;
  readonly kind: ChartKind;
  readonly values: Parameters<typeof downsample>[0];
}

function Drawing({ title, kind, values }: DrawingProps) {
  const extremes = useMemo(() => downsample(values, PLACES), [values]);
  const paths = useMemo(() => chartPaths(extremes, kind), [extremes, kind]);
  const [place, setPlace] = useState<number | null>(null);
  const places = extremes.minimum.length;
  if (!paths) return <p className={styles['note']}>There is no finite value to draw.</p>;
  const least = numberText(paths.least);
  const most = numberText(paths.most);
  return (
    <figure className={styles['figure']}>
      <span className={styles['most']} aria-hidden="true">
        {most}
      </span>
      <span className={styles['least']} aria-hidden="true">
        {least}
      </span>
      <svg
        className={styles['drawing']}
        viewBox={`0 0 ${places} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Chart of ${title}: ${values.length.toLocaleString('en')} values from ${least} to ${most}`}
        onPointerMove={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          const at = Math.floor(((clientX - left) / Math.max(1, width)) * places);
          setPlace(Math.min(places - 1, Math.max(0, at)));
        }}
        onPointerLeave={() => setPlace(null)}
      >
        {paths.zero !== null && (
          <path className={styles['zero']} d={`M0 ${paths.zero}H${places}`} />
        )}
        <path className={styles[kind]} d={paths.values} />
        <path className={styles['nonFinite']} d={paths.nonFinite} />
      </svg>
      <figcaption className={styles['caption']}>
        {place === null || place >= places
          ? `index 0 to ${values.length - 1}`
          : placeText(place, places, values.length, extremes)}
      </figcaption>
    </figure>
  );
}

function placeText(
  place: number,
  places: number,
  count: number,
  { minimum, maximum }: ReturnType<typeof downsample>,
): string {
  const first = Math.floor((place * count) / places);
  const last = Math.floor(((place + 1) * count) / places) - 1;
  const low = numberText(minimum[place] ?? Number.NaN);
  const high = numberText(maximum[place] ?? Number.NaN);
  const index = first >= last ? `index ${first}` : `index ${first} to ${last}`;
  return low === high ? `${index}: ${low}` : `${index}: ${low} to ${high}`;
}
