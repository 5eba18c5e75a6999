import type { Comparison } from './statistics.ts';

/** In nanoseconds; NaN for unknown values. */
export interface Times {
  readonly last: number;
  readonly median: number;
  readonly percentile95: number;
}

export interface TimesRow {
  /** Name of the entry point or of another consumer of time. */
  readonly name: string;
  readonly kind: 'entry point' | 'draw' | 'presenting' | 'gaps' | 'frame';
  /** Threads, groups and group size; empty if nothing is dispatched. */
  readonly dispatch: string;
  readonly times: Times;
  /** Fraction of the frame from 0 to 1; NaN if unknown. */
  readonly share: number;
  /** Change since the previous version; null if there is nothing to compare with. */
  readonly change: TimeChange | null;
}

/** Whether a row is one of the program's calls, with a place in the source. */
export function isCall(kind: TimesRow['kind']): boolean {
  return kind === 'entry point' || kind === 'draw';
}

export interface TimeChange {
  /** Median of the previous version, in nanoseconds. */
  readonly before: number;
  readonly comparison: Comparison;
}

export interface RunFacts {
  /** Bytes of the uniform blocks, which a frame writes if one of them has changed. */
  readonly uploadBytes: number;
  /** Bytes that each frame reads back for printed text. */
  readonly readBackBytes: number;
  /** Duration of the newest compile to WGSL; null if unknown. */
  readonly compile: { readonly milliseconds: number; readonly cached: boolean } | null;
  /** Milliseconds spent on creating the newest pipelines and resources; null if unknown. */
  readonly setUp: number | null;
}

/** Cost of measuring per frame; NaN while unknown. */
export interface MeasuringCost {
  /** Milliseconds of JavaScript. */
  readonly script: number;
  /** Nanoseconds of GPU time; 0 if within the noise. */
  readonly gpu: number;
  /** Both, as a fraction of the time from frame to frame. */
  readonly share: number;
}

export interface Profiled {
  readonly method: 'timestamps' | 'queue';
  /** Whether the program has too many calls to measure them individually. */
  readonly isWholeOnly: boolean;
  /** In nanoseconds: times are multiples of it. 0 if unknown. */
  readonly resolution: number;
  /** Number of frames behind the figures. */
  readonly frames: number;
  readonly rows: readonly TimesRow[];
  readonly facts: RunFacts;
  readonly cost: MeasuringCost;
}

/**
 * `ended` means that no frame after the first dispatches anything, so playback has paused by
 * itself.
 */
type ProfiledPlayback = 'playing' | 'paused' | 'ended';

export interface ProfileState {
  readonly isOpen: boolean;
  /** Whether the editor shows times beside entry points. */
  readonly isInEditor: boolean;
  /** Null until a frame has been measured. */
  readonly profiled: Profiled | null;
  /** Whether edits leave the version to compare with unchanged. */
  readonly isBaselineKept: boolean;
  readonly playback: ProfiledPlayback;
}

export interface ChartedFrame {
  /** Counts from 0. */
  readonly number: number;
  /** Value of `TIME`. */
  readonly seconds: number;
  /** In nanoseconds. */
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
  /** Compares later versions with the frames measured now, or again with the previous version. */
  keepBaseline(on: boolean): void;
  /** Pauses at a frame of the chart. */
  showFrame(frame: ChartedFrame): void;
  reveal(entryPoint: string): void;
}

export const NOTHING_MEASURED: ProfileState = {
  isOpen: false,
  isInEditor: false,
  profiled: null,
  isBaselineKept: false,
  playback: 'playing',
};
