import type { Comparison } from './statistics/comparison.ts';

/** Nanoseconds, or NaN for what is not known. */
export interface Times {
  readonly last: number;
  readonly median: number;
  readonly percentile95: number;
}

/** A row of “Time by entry point”. */
export interface TimesRow {
  /** The entry point's name, or what else takes time. */
  readonly name: string;
  readonly kind: 'entry point' | 'presenting' | 'gaps' | 'frame';
  /** Threads, groups and group size; empty for what is not dispatched. */
  readonly dispatch: string;
  readonly times: Times;
  /** Of the frame, from 0 to 1; NaN if it is not known. */
  readonly share: number;
  /** Since the version before; null if there is nothing to compare with. */
  readonly change: TimeChange | null;
}

export interface TimeChange {
  /** The median of the version before, in nanoseconds. */
  readonly before: number;
  readonly comparison: Comparison;
}

/** What is said of a run besides the times of its frames. */
export interface RunFacts {
  /** Bytes of the uniform blocks, which a frame writes if one of them changed. */
  readonly uploadBytes: number;
  /** Bytes that each frame reads back for printed text. */
  readonly readBackBytes: number;
  /** Milliseconds of the newest compile to WGSL; null if it is not known. */
  readonly compile: { readonly milliseconds: number; readonly cached: boolean } | null;
  /** Milliseconds that the newest pipelines and resources took; null if that is not known. */
  readonly setUp: number | null;
}

/** What measuring costs in a frame; NaN while it is not known. */
export interface MeasuringCost {
  /** Milliseconds of JavaScript. */
  readonly script: number;
  /** Nanoseconds of the GPU; 0 if they are not beyond the noise. */
  readonly gpu: number;
  /** Both, as a part of the time from frame to frame. */
  readonly share: number;
}

/** All that the tab shows of the measured frames. */
export interface Profiled {
  readonly method: 'timestamps' | 'queue';
  /** The program has too many calls to measure each of them. */
  readonly isWholeOnly: boolean;
  /** In nanoseconds: times are multiples of it. 0 if it is not known. */
  readonly resolution: number;
  /** How many frames the figures are of. */
  readonly frames: number;
  readonly rows: readonly TimesRow[];
  readonly facts: RunFacts;
  readonly cost: MeasuringCost;
}

/** `ended`: nothing is dispatched after the first frame, so that playback has paused by itself. */
type ProfiledPlayback = 'playing' | 'paused' | 'ended';

export interface ProfileState {
  /** The tab is in sight. */
  readonly isOpen: boolean;
  /** Times are beside the entry points in the editor. */
  readonly isInEditor: boolean;
  /** Null until a frame was measured. */
  readonly profiled: Profiled | null;
  /** The version to compare with was chosen, and edits do not replace it. */
  readonly isBaselineKept: boolean;
  readonly playback: ProfiledPlayback;
}

/** A frame of the chart. */
export interface ChartedFrame {
  /** Counts from 0. */
  readonly number: number;
  /** The value of `TIME` in it. */
  readonly seconds: number;
  /** Nanoseconds. */
  readonly total: number;
}

/** The newest frames, oldest first. */
export interface FrameHistory {
  readonly length: number;
  at(index: number): ChartedFrame;
}

export interface ProfileCommands {
  open(): void;
  close(): void;
  showInEditor(on: boolean): void;
  /** Compares later versions with the frames measured now; or with the version before, again. */
  keepBaseline(on: boolean): void;
  /** Pauses at a frame of the chart. */
  showFrame(frame: ChartedFrame): void;
  /** Goes to the entry point in the source. */
  reveal(entryPoint: string): void;
}

export const NOTHING_MEASURED: ProfileState = {
  isOpen: false,
  isInEditor: false,
  profiled: null,
  isBaselineKept: false,
  playback: 'playing',
};
