import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { FrameMeasurer } from '#engine/gpu/measure/measuredFrame.ts';
import type { MeasuringCost, Profiled, Times, TimesRow } from '#tools/profile/state.ts';
import { compare, ENOUGH_FRAMES } from '#tools/profile/statistics/comparison.ts';
import type { Series } from '#tools/profile/statistics/series.ts';
import { medianOf, percentileOf } from '#tools/profile/statistics/summary.ts';
import { dispatchText } from './dispatchText.ts';
import { countOf, type Recorder, type Recording } from './recorder.ts';
import { runFacts } from './runFacts.ts';

export interface ProfiledParts {
  readonly recorder: Pick<Recorder, 'now' | 'before'>;
  readonly measurer: Pick<FrameMeasurer, 'kind' | 'resolution' | 'cost'>;
  /** The newest one of the run. */
  readonly frame: ObservedFrame;
  /** Milliseconds from frame to frame; 0 if that is not known. */
  readonly frameTime: number;
}

/** What there is to show of the frames measured so far; null if there are none. */
export function profiled({ recorder, measurer, frame, frameTime }: ProfiledParts): Profiled | null {
  const { now, before } = recorder;
  if (!now || countOf(now) === 0) return null;
  const { kind: method, resolution } = measurer;
  const context = { now, before, resolution, whole: totalOf(now).sum() };
  const calls = frame.descriptor.callCommands.map(({ fnName }, index) =>
    rowOf(context, {
      ...{ name: fnName, kind: 'entry point', dispatch: dispatchText(frame, index) },
      series: (recording) => recording.calls.get(fnName),
    }),
  );
  const rest: readonly RowSource[] = [
    {
      ...{ name: 'Presenting the picture', kind: 'presenting', dispatch: '' },
      series: ({ presenting }) => presenting,
    },
    { ...{ name: 'Copies and gaps', kind: 'gaps', dispatch: '' }, series: ({ gaps }) => gaps },
    { ...{ name: 'Whole frame', kind: 'frame', dispatch: '' }, series: totalOf },
  ];
  return {
    ...{ method, resolution, frames: countOf(now) },
    isWholeOnly: method === 'timestamps' && now.total.length === 0,
    rows: [...calls, ...rest.map((source) => rowOf(context, source))],
    facts: runFacts(frame.descriptor),
    cost: costOf(now, measurer, frameTime),
  };
}

/** Where only whole frames are measured, these. */
function totalOf({ total, plain }: Recording): Series {
  return total.length > 0 ? total : plain;
}

interface RowContext {
  readonly now: Recording;
  readonly before: Recording | null;
  readonly resolution: number;
  /** Nanoseconds of all frames. */
  readonly whole: number;
}

interface RowSource extends Pick<TimesRow, 'name' | 'kind' | 'dispatch'> {
  series(recording: Recording): Series | undefined;
}

function rowOf(context: RowContext, { series, ...row }: RowSource): TimesRow {
  const { now, before, resolution, whole } = context;
  const measured = series(now);
  const sorted = measured?.sorted() ?? new Float64Array(0);
  const old = before ? series(before)?.sorted() : undefined;
  return {
    ...row,
    times: timesOf(measured, sorted, resolution),
    share: sorted.length > 0 && whole > 0 ? (measured?.sum() ?? 0) / whole : Number.NaN,
    change: changeOf(sorted, old, context),
  };
}

function timesOf(series: Series | undefined, sorted: Float64Array, resolution: number): Times {
  return {
    last: series?.last ?? Number.NaN,
    median: medianOf(sorted, resolution),
    percentile95: percentileOf(sorted, 0.95),
  };
}

function changeOf(
  sorted: Float64Array,
  old: Float64Array | undefined,
  { resolution }: RowContext,
): TimesRow['change'] {
  // What runs once has too few frames for ever.
  if (!old || old.length < ENOUGH_FRAMES) return null;
  return { before: medianOf(old, resolution), comparison: compare(old, sorted, resolution) };
}

function costOf(
  { total, plain }: Recording,
  { kind, resolution, cost }: ProfiledParts['measurer'],
  frameTime: number,
): MeasuringCost {
  if (kind === 'queue') return { script: cost.script, gpu: 0, share: 0 };
  const [whole, byCalls] = [plain.sorted(), total.sorted()];
  const compared = compare(whole, byCalls, resolution);
  const difference = medianOf(byCalls, resolution) - medianOf(whole, resolution);
  const gpu = compared.kind === 'slower' ? difference : 0;
  const share = (cost.script + gpu / 1e6) / Math.max(frameTime, medianOf(whole, resolution) / 1e6);
  return { script: cost.script, gpu, share };
}
