import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type Column, numberColumns } from '#core/data/columns.ts';
import {
  columnValues,
  downsample,
  type Extremes,
  type NumberArray,
} from '#core/data/downsample.ts';
import { bytesText } from '#core/util/countText.ts';
import type { ResourceProps } from '#tools/resources/kinds/kind.ts';
import { numberText } from '#tools/resources/panel/statistics/StatisticsView.tsx';
import { Select } from '#ui/Select.tsx';
import styles from './Chart.module.css';

const KINDS: readonly { readonly value: ChartKind; readonly text: string }[] = [
  { value: 'line', text: 'Line' },
  { value: 'bars', text: 'Bars' },
];

/** Horizontal positions of a chart: about the width of a wide panel in pixels. */
const PLACES = 900;

/** Charts a column of the open buffer by index. Updates as frames are drawn. */
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

type ColumnValues =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'values'; readonly values: NumberArray };

/** Larger buffers are not charted, since each update reads the whole buffer. */
const MOST_BYTES = 256_000_000;

/** Milliseconds between readings of a small buffer, plus a delay per megabyte. */
const INTERVAL = 400;
const PER_MEGABYTE = 100;

/** A column's numbers in all elements. Updates as frames are drawn. */
function useColumnValues(props: ResourceProps, column: Column | null): ColumnValues {
  const { store, commands, entry } = props;
  const [read, setRead] = useState<NumberArray | null>(null);
  const { bytes, layout } = entry;
  const isRefused = bytes > MOST_BYTES;
  const update = useEffectEvent(async (isWanted: () => boolean) => {
    if (!layout || !column) return;
    const all = await commands.readAll(entry.name);
    if (all && isWanted()) setRead(columnValues(all, layout, column));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: read another buffer or column at once
  useEffect(() => {
    if (isRefused) return undefined;
    let isOver = false;
    let isReading = false;
    let frame: number | null = null;
    const check = async () => {
      const next = store.getState().frame;
      if (isReading || next === frame) return;
      frame = next;
      isReading = true;
      await update(() => !isOver);
      isReading = false;
    };
    void check();
    const interval = INTERVAL + (bytes / 1_000_000) * PER_MEGABYTE;
    const timer = setInterval(() => void check(), interval);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [store, entry, column, isRefused]);
  if (isRefused) {
    const reason = `A chart reads the whole buffer. ${bytesText(bytes)} is too much for that; the limit is ${bytesText(MOST_BYTES)}.`;
    return { kind: 'refused', reason };
  }
  // The previous column's values stay until the new ones are read.
  return read ? { kind: 'values', values: read } : { kind: 'waiting' };
}

type ChartKind = 'line' | 'bars';

/** SVG paths in a box that is one unit wide per position and {@link CHART_HEIGHT} units high. */
interface ChartPaths {
  /** Lines or areas. */
  readonly values: string;
  /** A mark at each position with a NaN or an infinity. */
  readonly nonFinite: string;
  /** Distance of 0 from the top; null if 0 is not in range. */
  readonly zero: number | null;
  readonly least: number;
  readonly most: number;
}

const CHART_HEIGHT = 100;

/** Null if no value is finite. */
export function chartPaths(extremes: Extremes, kind: ChartKind): ChartPaths | null {
  const range = valueRange(extremes, kind);
  const marks = [...extremes.nonFinite].flatMap((is, place) => (is ? [`M${place} 0h1v4h-1z`] : []));
  if (!range) return null;
  const [least, most] = range;
  const down = (value: number) =>
    rounded(((most - value) / Math.max(most - least, Number.MIN_VALUE)) * CHART_HEIGHT);
  const draw = kind === 'line' ? linePath : barsPath;
  return {
    values: draw(extremes, down),
    nonFinite: marks.join(''),
    zero: least <= 0 && most >= 0 ? down(0) : null,
    least,
    most,
  };
}

/** Margin for charts whose values are all equal. */
const ROOM = 0.5;

function valueRange(
  { minimum, maximum }: Extremes,
  kind: ChartKind,
): readonly [least: number, most: number] | null {
  let least = kind === 'bars' ? 0 : Number.POSITIVE_INFINITY;
  let most = kind === 'bars' ? 0 : Number.NEGATIVE_INFINITY;
  let isKnown = false;
  for (const [place, low] of minimum.entries()) {
    if (Number.isNaN(low)) continue;
    isKnown = true;
    least = Math.min(least, low);
    most = Math.max(most, maximum[place] ?? low);
  }
  if (!isKnown) return null;
  return least === most ? [least - ROOM, most + ROOM] : [least, most];
}

type Down = (value: number) => number;

/**
 * Connects the minimum and maximum of each position to preserve peaks; gaps where no value is
 * finite.
 */
function linePath({ minimum, maximum }: Extremes, down: Down): string {
  let path = '';
  let isDrawing = false;
  for (const [place, low] of minimum.entries()) {
    if (Number.isNaN(low)) {
      isDrawing = false;
      continue;
    }
    const high = maximum[place] ?? low;
    const x = place + 0.5;
    path += `${isDrawing ? 'L' : 'M'}${x} ${down(low)}`;
    // Draws an isolated value as a short stroke.
    path += high === low ? `L${x} ${down(low)}` : `L${x} ${down(high)}`;
    isDrawing = true;
  }
  return path;
}

function barsPath({ minimum, maximum }: Extremes, down: Down): string {
  let path = '';
  for (const [place, low] of minimum.entries()) {
    if (Number.isNaN(low)) continue;
    const top = down(Math.max(0, maximum[place] ?? low));
    const bottom = down(Math.min(0, low));
    path += `M${place} ${top}h1V${bottom}h-1z`;
  }
  return path;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
