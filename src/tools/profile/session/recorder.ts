import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { MeasuredFrame } from '#engine/gpu/measure/measuredFrame.ts';
import { sameSize } from '#engine/gpu/screen.ts';
import type { ChartedFrame } from '#tools/profile/state.ts';
import { createSeries, ENOUGH_FRAMES, type Series } from '#tools/profile/statistics.ts';

/** The measured frames of one program version, in nanoseconds. */
export interface Recording {
  readonly code: string;
  readonly width: number;
  readonly height: number;
  /** By entry point name. */
  readonly calls: ReadonlyMap<string, Series>;
  readonly presenting: Series;
  readonly gaps: Series;
  /** Only of frames whose calls were measured individually. */
  readonly total: Series;
  /** Only of frames that were measured as a whole. */
  readonly plain: Series;
}

/** Keeps the measurements of the running version, and of one to compare it with. */
export type Recorder = ReturnType<typeof createRecorder>;

interface Recorded {
  now: Recording | null;
  before: Recording | null;
  isBaselineKept: boolean;
  descriptor: RunDescriptor | null;
  project: unknown;
}

/** @param projectOf returns a different value for each project */
export function createRecorder(projectOf: () => unknown) {
  const recorded: Recorded = {
    ...{ now: null, before: null, isBaselineKept: false, descriptor: null, project: null },
  };
  const frames = createFrameHistory();
  const isRecorded = ({ facts }: MeasuredFrame) =>
    facts.descriptor === recorded.descriptor && sameSize(recorded.now, facts);
  return {
    frames,
    add(frame: MeasuredFrame) {
      if (!isRecorded(frame)) {
        const project = projectOf();
        if (project !== recorded.project) frames.clear();
        turnTo(recorded, frame, project);
      }
      if (recorded.now) record(recorded.now, frame);
      frames.add(frame);
    },
    /** Null before the first frame. */
    get now(): Recording | null {
      return recorded.now;
    },
    /** The version before the newest edit, or the kept baseline; null if there is none. */
    get before(): Recording | null {
      return recorded.before;
    },
    get isBaselineKept(): boolean {
      return recorded.isBaselineKept;
    },
    /** Does nothing if there are too few frames to compare with. */
    keepBaseline(on: boolean) {
      const { now } = recorded;
      recorded.isBaselineKept = on && now !== null && countOf(now) >= ENOUGH_FRAMES;
      if (!recorded.isBaselineKept || !now) return;
      recorded.before = now;
      recorded.now = copyEmpty(now);
    },
  };
}

/** Starts recording a new version or picture size, whose times are different. */
function turnTo(recorded: Recorded, frame: MeasuredFrame, project: unknown): void {
  const { now } = recorded;
  const { descriptor, width, height } = frame.facts;
  const isComparable = project === recorded.project && sameSize(now, frame.facts);
  recorded.descriptor = descriptor;
  recorded.project = project;
  if (isComparable && now?.code === descriptor.shader.code) return;
  const { code } = descriptor.shader;
  const names = descriptor.callCommands.map(({ entryPoint }) => entryPoint);
  recorded.now = emptyRecording({ code, width, height, names });
  if (!isComparable) {
    recorded.before = null;
    recorded.isBaselineKept = false;
  } else if (now && !recorded.isBaselineKept && countOf(now) >= ENOUGH_FRAMES) {
    recorded.before = now;
  }
}

export function countOf({ total, plain }: Recording): number {
  return total.length > 0 ? total.length : plain.length;
}

function emptyRecording({
  names,
  ...of
}: Pick<Recording, 'code' | 'width' | 'height'> & {
  readonly names: readonly string[];
}): Recording {
  return {
    ...of,
    calls: new Map(names.map((name) => [name, createSeries()])),
    presenting: createSeries(),
    gaps: createSeries(),
    total: createSeries(),
    plain: createSeries(),
  };
}

function copyEmpty({ code, width, height, calls }: Recording): Recording {
  return emptyRecording({ code, width, height, names: [...calls.keys()] });
}

function record(to: Recording, { facts, calls, presenting, total, isPlain }: MeasuredFrame): void {
  if (isPlain) {
    to.plain.push(total);
    return;
  }
  let rest = total;
  for (let index = 0; index < facts.calls.length; index += 1) {
    const time = calls[index] ?? Number.NaN;
    if (!Number.isNaN(time)) rest -= time;
    to.calls.get(facts.calls[index]?.entryPoint ?? '')?.push(time);
  }
  if (!Number.isNaN(presenting)) rest -= presenting;
  to.presenting.push(presenting);
  to.gaps.push(Math.max(0, rest));
  to.total.push(total);
}

function createFrameHistory() {
  const [numbers, seconds, totals] = [createSeries(), createSeries(), createSeries()];
  return {
    get length() {
      return totals.length;
    },
    at: (index: number): ChartedFrame => ({
      number: numbers.at(index),
      seconds: seconds.at(index),
      total: totals.at(index),
    }),
    add({ facts, total }: MeasuredFrame) {
      numbers.push(facts.number);
      seconds.push(facts.seconds);
      totals.push(total);
    },
    clear() {
      for (const series of [numbers, seconds, totals]) series.clear();
    },
  };
}
