import type { Thread } from './trace.ts';

export type SearchKind = 'non-finite' | 'out-of-range' | 'cost';

/** A site where threads had a value that the search looks for. */
export interface Finding {
  readonly site: number;
  /** One-based. */
  readonly line: number;
  readonly count: number;
  readonly what: 'NaN' | 'infinity' | 'out of range';
  /** One of those threads. */
  readonly entryPoint: string;
  readonly thread: Thread;
}

/** Executed statements per thread of the entry point that draws. */
export interface HeatMap {
  readonly entryPoint: string;
  readonly width: number;
  readonly height: number;
  /** By thread, x fastest, from the bottom left. */
  readonly counts: Uint32Array;
  readonly most: number;
}
