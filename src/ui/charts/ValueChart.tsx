import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import {
  CHARTED_FRAMES,
  extremesOf,
  type ValueHistory,
  type ValueSample,
} from '#core/data/valueHistory.ts';
import { Button } from '#ui/Button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import type { ChartedLines, DrawnLines } from './drawLines.ts';
import { lineToken } from './lineTokens.ts';
import styles from './ValueChart.module.css';

interface ValueChartProps {
  /** The value, such as `lights[3].color`. */
  readonly title: string;
  /** Names of its numbers, such as `x`; empty for a single number. */
  readonly lines: readonly string[];
  readonly history: ValueHistory;
  /** Why there is no newer value, as a sentence. */
  readonly problem: string | null;
  readonly onShow: (sample: ValueSample) => void;
  readonly onClose: () => void;
}

/** A value of the last frames. Choosing one of them shows that frame. */
export function ValueChart(props: ValueChartProps) {
  const { title, lines, history, problem, onShow, onClose } = props;
  const { samples, newest } = history;
  const summary = useId();
  /** Number of the frame under the pointer or chosen with the keys. */
  const [pointed, setPointed] = useState<number | null>(null);
  const shown = nearest(samples, pointed) ?? newest;
  const extremes = extremesOf(history);
  return (
    <figure className={styles['chart']} aria-label={`${title} over frames`}>
      <figcaption className={styles['caption']}>
        <strong className={styles['title']}>{title}</strong>
        <span className={styles['values']}>{shown && <Legend lines={lines} sample={shown} />}</span>
        <Button kind="icon" label="Stop watching" hint="Stop watching this value" onClick={onClose}>
          <CloseIcon />
        </Button>
      </figcaption>
      <Drawing
        // Another number of lines is another drawing.
        key={lines.length}
        {...{ lines, history, pointed, setPointed, onShow, summary }}
      />
      {newest && shown && (
        <FrameSlider {...{ history, shown, setPointed, onShow }} text={sampleText(shown, lines)} />
      )}
      <p id={summary} className={styles['summary']}>
        {problem ?? summaryText(newest, lines, extremes)}
      </p>
    </figure>
  );
}

function Legend({ lines, sample }: { lines: readonly string[]; sample: ValueSample }) {
  return (
    <>
      {`frame ${sample.frame}: `}
      {sample.values.map((value, line) => (
        <span key={lines[line] ?? line} className={styles['value']}>
          {lines.length > 0 && (
            <i
              className={styles['swatch']}
              style={{ background: `var(${lineToken(line)})` }}
              aria-hidden="true"
            />
          )}
          {lines.length > 0 && `${lines[line]} `}
          {numberText(value)}
        </span>
      ))}
    </>
  );
}

interface DrawingProps extends Pick<ValueChartProps, 'lines' | 'history' | 'onShow'> {
  readonly pointed: number | null;
  readonly setPointed: (frame: number | null) => void;
  /** The id of the text that describes the drawing. */
  readonly summary: string;
}

function Drawing({ lines, history, pointed, setPointed, onShow, summary }: DrawingProps) {
  const parent = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnLines | null>(null);
  const [problem, setProblem] = useState('');
  const read = useEffectEvent(() => linesOf(history, Math.max(1, lines.length)));
  const point = useEffectEvent((index: number | null) =>
    setPointed(history.samples[index ?? -1]?.frame ?? null),
  );
  const pick = useEffectEvent((index: number) => {
    const sample = history.samples[index];
    if (sample) onShow(sample);
  });
  const count = Math.max(1, lines.length);
  useEffect(() => {
    let isOver = false;
    const create = async () => {
      const { drawLines } = await import('./drawLines.ts');
      if (isOver || !parent.current) return;
      drawn.current = drawLines(parent.current, {
        ...{ lines: count, read, placeRange, valueRange, valueText: axisText },
        ...{ onPoint: point, onPick: pick },
      });
    };
    create().catch(() => setProblem('The chart could not be loaded. Reload the page to see it.'));
    return () => {
      isOver = true;
      drawn.current?.dispose();
      drawn.current = null;
    };
  }, [count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: draws the new samples
  useEffect(() => drawn.current?.update(), [history]);
  const index = history.samples.findIndex(({ frame }) => frame === pointed);
  useEffect(() => drawn.current?.point(index < 0 ? null : index), [index]);
  return (
    <>
      {problem !== '' && <p className={styles['summary']}>{problem}</p>}
      <div
        ref={parent}
        className={styles['drawing']}
        role="img"
        aria-label="Value over frames"
        aria-describedby={summary}
      />
    </>
  );
}

interface FrameSliderProps extends Pick<ValueChartProps, 'history' | 'onShow'> {
  readonly shown: ValueSample;
  readonly setPointed: (frame: number | null) => void;
  /** The shown value in words. */
  readonly text: string;
}

/** Chooses a frame of the chart with the keys; Enter shows it. */
function FrameSlider({ history, shown, setPointed, onShow, text }: FrameSliderProps) {
  const { samples } = history;
  const step = (by: number) => {
    const next = samples[samples.indexOf(shown) + by];
    if (next) setPointed(next.frame);
  };
  const [first, last] = frameRange(samples);
  return (
    <div className={styles['controls']}>
      <input
        type="range"
        className={styles['slider']}
        aria-label="Frame in the chart"
        aria-valuetext={text}
        title="Arrow keys choose a frame of the chart, Enter shows it"
        min={first}
        max={last}
        value={shown.frame}
        onChange={(event) => setPointed(Number(event.target.value))}
        onBlur={() => setPointed(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onShow(shown);
          else if (event.key === 'ArrowLeft') step(-1);
          else if (event.key === 'ArrowRight') step(1);
          else return;
          event.preventDefault();
        }}
      />
    </div>
  );
}

/** The sample of a frame, or of the frame closest to it. */
function nearest(samples: readonly ValueSample[], frame: number | null): ValueSample | null {
  if (frame === null) return null;
  const distance = (sample: ValueSample) => Math.abs(sample.frame - frame);
  let found: ValueSample | null = null;
  for (const sample of samples) if (!found || distance(sample) < distance(found)) found = sample;
  return found;
}

function linesOf({ samples }: ValueHistory, count: number): ChartedLines {
  const hasOnlyFinite = ({ values }: ValueSample) => values.every(Number.isFinite);
  return {
    places: samples.map(({ frame }) => frame),
    lines: Array.from({ length: count }, (_, line) =>
      samples.map(({ values }) => {
        const value = values[line];
        return value !== undefined && Number.isFinite(value) ? value : null;
      }),
    ),
    marked: samples.filter((sample) => !hasOnlyFinite(sample)).map(({ frame }) => frame),
  };
}

/** The chart begins with one second, and grows to all frames that are kept. */
const FEWEST_FRAMES = 60;

function frameRange(samples: readonly ValueSample[]): [first: number, last: number] {
  const first = samples[0]?.frame ?? 0;
  const last = samples.at(-1)?.frame ?? 0;
  return [Math.max(first, last - CHARTED_FRAMES + 1), Math.max(last, first + FEWEST_FRAMES - 1)];
}

function placeRange({ places }: ChartedLines): [first: number, last: number] {
  const first = places[0] ?? 0;
  return [first, Math.max(places.at(-1) ?? 0, first + FEWEST_FRAMES - 1)];
}

/** Space above and below the lines, as a fraction of their height. */
const MARGIN = 0.08;

function valueRange(least: number | null, most: number | null): [number, number] {
  if (least === null || most === null) return [0, 1];
  const margin = MARGIN * (most - least) || Math.abs(least) / 2 || 1;
  return [least - margin, most + margin];
}

/** Numbers from here on are written with a power of ten at the axis. */
const LONG = 1e6;
const AXIS_DIGITS = 4;

function axisText(value: number): string {
  const rounded = Number(value.toPrecision(AXIS_DIGITS));
  return Math.abs(rounded) >= LONG ? rounded.toExponential() : String(rounded);
}

/** Digits to show: the precision of a 32-bit float. */
const DIGITS = 7;

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(DIGITS)));
}

function sampleText({ frame, values }: ValueSample, lines: readonly string[]): string {
  const named = values.map((value, line) => `${lines[line] ?? ''} ${numberText(value)}`.trim());
  return `frame ${frame}: ${named.join(', ')}`;
}

function summaryText(
  newest: ValueSample | null,
  lines: readonly string[],
  extremes: readonly [least: number, most: number] | null,
): string {
  if (!newest) return 'Waiting for the next frame…';
  const range = extremes
    ? `Smallest ${numberText(extremes[0])}, largest ${numberText(extremes[1])}.`
    : 'No value is finite.';
  return `Newest: ${sampleText(newest, lines)}. ${range} Press a point to go to its frame.`;
}
