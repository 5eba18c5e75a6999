import type { Thread } from './trace.ts';

export type SearchKind = 'non-finite' | 'out-of-range' | 'cost';

/** A site at which threads had such a value. */
export interface Finding {
  readonly site: number;
  /** One-based. */
  readonly line: number;
  /** How many threads. */
  readonly count: number;
  readonly what: 'NaN' | 'infinity' | 'out of range';
  /** One of the threads that had it first. */
  readonly entryPoint: string;
  readonly thread: Thread;
}

/** Executed statements of each thread of the entry point that draws. */
export interface HeatMap {
  readonly entryPoint: string;
  readonly width: number;
  readonly height: number;
  /** By thread, x first, from the bottom left. */
  readonly counts: Uint32Array;
  readonly most: number;
}
