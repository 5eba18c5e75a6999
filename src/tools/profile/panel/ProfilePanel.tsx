import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import { countText } from '#core/util/countText.ts';
import { GroupTrial, TryGroupSizes } from '#tools/profile/groups/panel/GroupTrial.tsx';
import type { ProfileSession } from '#tools/profile/session/profileSession.ts';
import {
  type ChartedFrame,
  type FrameHistory,
  isCall,
  type Profiled,
  type ProfileState,
  type RunFacts,
  type TimeChange,
  type TimesRow,
} from '#tools/profile/state.ts';
import { ENOUGH_FRAMES, KEPT_FRAMES } from '#tools/profile/statistics.ts';
import { shareText, timeText } from '#tools/profile/timeText.ts';
import { Button } from '#ui/Button.tsx';
import type { ChartedLines, DrawnLines } from '#ui/charts/drawLines.ts';
import styles from './ProfilePanel.module.css';

const NO_TIMESTAMPS =
  'This browser offers no GPU timestamps: only whole frames are measured, by when the GPU finishes them.';

const TOO_MANY_CALLS =
  'GPU times of up to 600 whole frames: a frame of this program has more than 2,047 dispatches, too many to measure each.';

/** The Profile tab: the cost of the run's frames. Measures only while visible. */
export function ProfilePanel({ session }: ProfileProps) {
  const { store, commands } = session;
  const profiled = useStore(store, (state) => state.profiled);
  useEffect(() => {
    commands.open();
    return commands.close;
  }, [commands]);
  return (
    <div className={styles['panel']}>
      {profiled && (
        <>
          <div className={styles['column']}>
            <TimeTable session={session} profiled={profiled} />
            <GroupTrial trials={session.trials} />
            <Changes session={session} profiled={profiled} />
          </div>
          <div className={styles['column']}>
            <FrameChart session={session} />
            <Costs profiled={profiled} />
          </div>
        </>
      )}
    </div>
  );
}

/** The measuring method and the comparison, above the times. */
export function ProfileToolbar({ session }: ProfileProps) {
  const { store, commands } = session;
  const status = useStore(store, statusText);
  const isInEditor = useStore(store, (state) => state.isInEditor);
  const isBaselineKept = useStore(store, (state) => state.isBaselineKept);
  const canKeep = useStore(store, canKeepBaseline);
  return (
    <div className={styles['bar']}>
      <p className={styles['status']} role="status">
        {status}
      </p>
      <Button
        kind="small"
        hint={
          canKeep
            ? 'Compare later versions with the frames measured so far'
            : `Wait until ${ENOUGH_FRAMES} frames are measured`
        }
        pressed={isBaselineKept}
        disabled={!canKeep}
        onClick={() => commands.keepBaseline(!isBaselineKept)}
      >
        Keep as baseline
      </Button>
      <Button
        kind="small"
        hint="Show the median time beside each entry point"
        pressed={isInEditor}
        onClick={() => commands.showInEditor(!isInEditor)}
      >
        Show times in the editor
      </Button>
    </div>
  );
}

function canKeepBaseline({ isBaselineKept, profiled }: ProfileState): boolean {
  return isBaselineKept || (profiled?.frames ?? 0) >= ENOUGH_FRAMES;
}

function statusText({ playback, profiled }: ProfileState): string {
  switch (playback) {
    case 'paused':
      return profiled
        ? 'Playback is paused: these are the times measured before. Resume it to measure.'
        : 'Playback is paused. Resume it to measure.';
    case 'ended':
      return 'The program dispatches nothing after its first frame. Reset the frame to 0 to measure that one.';
    case 'playing':
      if (!profiled) return 'Measuring…';
      if (profiled.method === 'queue') return NO_TIMESTAMPS;
      return profiled.isWholeOnly ? TOO_MANY_CALLS : 'GPU times of up to 600 frames';
    default:
      return assertNever(playback);
  }
}

function Costs({ profiled }: { readonly profiled: Profiled }) {
  const { facts } = profiled;
  const items: readonly (readonly [name: string, text: string])[] = [
    ['Upload in a frame', uploadText(facts)],
    ['Read-back in a frame', readBackText(facts)],
    ['Newest run', setUpText(facts)],
    ['Resolution', methodText(profiled)],
    ['Cost of measuring', costText(profiled)],
  ];
  return (
    <dl className={styles['costs']} aria-label="Other costs">
      {items.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ChangesProps extends ProfileProps {
  readonly profiled: Profiled;
}

/** What the newest edit, or all edits since the baseline, have made faster or slower. */
function Changes({ session, profiled }: ChangesProps) {
  const isBaselineKept = useStore(session.store, (state) => state.isBaselineKept);
  const rows = profiled.rows.filter(({ kind }) => isCall(kind) || kind === 'frame');
  const changed = rows.flatMap((row) => (row.change ? [{ ...row, change: row.change }] : []));
  if (changed.length === 0) return null;
  const title = isBaselineKept ? 'Since the baseline' : 'Since the edit';
  return (
    <section className={styles['changes']} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {changed.map(({ kind, name, times, change }) => (
          <li key={`${kind} ${name}`} data-change={change.comparison.kind}>
            {`${name}: ${changeText(change, times.median)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * For example, `faster by 12 % (5.80 ms before, 5.10 ms now)`.
 *
 * @param median the current median, in nanoseconds
 */
function changeText({ before, comparison }: TimeChange, median: number): string {
  const medians = `(${timeText(before)} before, ${timeText(median)} now)`;
  switch (comparison.kind) {
    case 'unknown':
      return 'measuring…';
    case 'same':
      return `no difference beyond the noise ${medians}`;
    case 'faster':
    case 'slower':
      // There is no percentage of a time of 0.
      return Number.isFinite(comparison.percent)
        ? `${comparison.kind} by ${comparison.percent} % ${medians}`
        : `${comparison.kind} ${medians}`;
    default:
      return assertNever(comparison);
  }
}

const MILLISECOND = 1e6;

/** Resolution in nanoseconds from which single figures are too coarse. */
const COARSE = 10_000;

function uploadText({ uploadBytes }: RunFacts): string {
  return uploadBytes === 0
    ? 'Nothing: the program has no uniforms.'
    : `${bytesText(uploadBytes)} of uniforms, if one of them changed`;
}

function readBackText({ readBackBytes }: RunFacts): string {
  return readBackBytes === 0
    ? 'Nothing: the program prints no text.'
    : `${bytesText(readBackBytes)} of printed text`;
}

function setUpText({ compile, setUp }: RunFacts): string {
  const parts = [
    compile &&
      `compiled in ${millisecondsText(compile.milliseconds)}${compile.cached ? ' (from the cache)' : ''}`,
    setUp !== null && `pipelines and resources created in ${millisecondsText(setUp)}`,
  ].filter((part) => typeof part === 'string');
  return parts.join(', ') || 'Not known.';
}

/** How the times were measured, and with what resolution. */
function methodText({ method, resolution, frames }: Profiled): string {
  const of = countText(frames, 'frame');
  if (method === 'queue') {
    return `Times of ${of}, taken when the page learns that the GPU is done: about 1 ms too long.`;
  }
  if (resolution === 0) return `GPU timestamps of ${of}.`;
  const medians = resolution < COARSE ? 'Figures are of' : 'Medians are interpolated over';
  return `GPU timestamps in steps of ${timeText(resolution)}. ${medians} ${of}.`;
}

function costText({ method, cost }: Profiled): string {
  if (method === 'queue') return 'Nothing that can be measured.';
  if (Number.isNaN(cost.share)) return 'Measuring…';
  const script = `${timeText(cost.script * MILLISECOND, 2)} of JavaScript`;
  const gpu = cost.gpu > 0 ? `${timeText(cost.gpu, 2)} of the GPU` : 'no GPU time beyond the noise';
  return `${shareText(cost.share)} of the frame: ${script}, ${gpu}`;
}

function millisecondsText(milliseconds: number): string {
  return timeText(milliseconds * MILLISECOND, 2);
}

function bytesText(bytes: number): string {
  return `${bytes.toLocaleString('en')} bytes`;
}

/**
 * Milliseconds between two drawings. Drawing takes as long as updating many figures of the table.
 */
const INTERVAL = 1000;

/** Space above the slowest frame, as a fraction of its time. */
const HEADROOM = 0.1;

/** How the chart shows times: the newest frame is at 0, the ones before it at negative places. */
const FRAME_TIMES = {
  lines: 1,
  placeRange: (): [number, number] => [1 - KEPT_FRAMES, 0],
  valueRange: (_: number | null, most: number | null): [number, number] => [
    0,
    most ? most * (1 + HEADROOM) : 1,
  ],
  valueText: (value: number) => `${value} ms`,
};

function linesOf(shown: readonly ChartedFrame[]): ChartedLines {
  const first = 1 - shown.length;
  return {
    places: shown.map((_, index) => first + index),
    lines: [shown.map(({ total }) => total / MILLISECOND)],
    marked: [],
  };
}

/** GPU time of the newest frames. Clicking a frame pauses the run and shows it. */
function FrameChart({ session }: ProfileProps) {
  const { store, commands, frames } = session;
  const parent = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<ChartedFrame | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let chart: DrawnLines | null = null;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const create = async () => {
      const { drawLines } = await import('#ui/charts/drawLines.ts');
      if (isOver || !parent.current) return;
      let shown: readonly ChartedFrame[] = [];
      chart = drawLines(parent.current, {
        ...FRAME_TIMES,
        read() {
          shown = Array.from({ length: frames.length }, (_, index) => frames.at(index));
          return linesOf(shown);
        },
        onPoint: (index) => setPointed(shown[index ?? -1] ?? null),
        onPick(index) {
          const frame = shown[index];
          if (frame) commands.showFrame(frame);
        },
      });
    };
    create().catch(() => setProblem('The chart could not be loaded. Reload the page to see it.'));
    const unsubscribe = store.subscribe(({ profiled }, before) => {
      if (profiled === before.profiled) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        chart?.update();
      }, INTERVAL);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      unsubscribe();
      chart?.dispose();
    };
  }, [store, commands, frames]);
  const showSlowest = () => {
    const slowest = slowestOf(frames);
    if (slowest) commands.showFrame(slowest);
  };
  return (
    <figure className={styles['chart']} aria-label="GPU time of the newest frames">
      <figcaption className={styles['caption']}>
        <span>{problem ?? captionOf(pointed)}</span>
        <Button kind="small" hint="Pause at the slowest frame of the chart" onClick={showSlowest}>
          Show slowest frame
        </Button>
      </figcaption>
      <div ref={parent} className={styles['drawing']} />
    </figure>
  );
}

function captionOf(pointed: ChartedFrame | null): string {
  return pointed
    ? `Frame ${pointed.number}: ${timeText(pointed.total)}. Click to pause there.`
    : 'GPU time of the newest frames';
}

/** Null if there are no frames. */
function slowestOf(frames: FrameHistory): ChartedFrame | null {
  let slowest: ChartedFrame | null = null;
  for (let index = 0; index < frames.length; index += 1) {
    const frame = frames.at(index);
    if (!slowest || frame.total > slowest.total) slowest = frame;
  }
  return slowest;
}

interface TimeTableProps extends ProfileProps {
  readonly profiled: Profiled;
}

function TimeTable({ session, profiled }: TimeTableProps) {
  const { rows } = profiled;
  return (
    <div className={styles['scroller']}>
      <table className={styles['table']} aria-label="Time by entry point">
        <thead>
          <tr>
            <th scope="col">Entry point</th>
            <th scope="col">Dispatch</th>
            <th scope="col">Last</th>
            <th scope="col">Median</th>
            <th scope="col">95 %</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.name}`} data-kind={row.kind}>
              <th scope="row">
                <Name row={row} onReveal={session.commands.reveal} />
              </th>
              <td className={styles['dispatch']}>
                <span>{row.dispatch}</span>
                {row.kind === 'entry point' && (
                  <TryGroupSizes trials={session.trials} entryPoint={row.name} />
                )}
              </td>
              <td>{timeText(row.times.last)}</td>
              <td>{timeText(row.times.median)}</td>
              <td>{timeText(row.times.percentile95)}</td>
              <td className={styles['share']}>
                <span>{shareText(row.share)}</span>
                <span
                  className={styles['tableBar']}
                  style={{ transform: `scaleX(${Number.isNaN(row.share) ? 0 : row.share})` }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface NameProps {
  readonly row: TimesRow;
  readonly onReveal: (entryPoint: string) => void;
}

function Name({ row, onReveal }: NameProps) {
  if (!isCall(row.kind)) return row.name;
  return (
    <button
      type="button"
      className={styles['name']}
      title="Go to it in the source"
      onClick={() => onReveal(row.name)}
    >
      {row.name}
    </button>
  );
}

interface ProfileProps {
  readonly session: ProfileSession;
}
