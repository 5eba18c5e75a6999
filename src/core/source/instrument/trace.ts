import type { InstrumentedProgram } from '#core/source/instrument/site.ts';
import type { SourcePlace } from './places.ts';

export type Thread = readonly [x: number, y: number, z: number];

/** What one thread did in one dispatch of one frame, in order. */
export interface Trace {
  readonly program: InstrumentedProgram;
  readonly entryPoint: string;
  readonly thread: Thread;
  readonly steps: readonly Step[];
  /** The buffer was full, so later steps of the thread are missing. */
  readonly isCut: boolean;
}

export interface Step {
  /** Index of the site in the program. */
  readonly site: number;
  /** Null if the site records no value. */
  readonly value: TracedValue | null;
}

/** A value that the GPU recorded. */
export type TracedValue =
  | NumberValue
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'vector'; readonly elements: readonly TracedValue[] }
  /** One vector per row. */
  | { readonly kind: 'matrix'; readonly rows: readonly TracedValue[] }
  | {
      readonly kind: 'array';
      /** At most the first 16. */
      readonly elements: readonly TracedValue[];
      /** Number of elements in the array. */
      readonly length: number;
    }
  | {
      readonly kind: 'struct';
      readonly type: string;
      readonly fields: readonly { readonly name: string; readonly value: TracedValue }[];
    }
  | {
      readonly kind: 'enum';
      readonly type: string;
      /** Name of the case; null if no case has the value. */
      readonly name: string | null;
      readonly value: number;
    }
  /** A type that cannot be recorded, such as a texture or a type parameter without bounds. */
  | { readonly kind: 'opaque' };

export interface NumberValue {
  readonly kind: 'number';
  readonly type: 'float' | 'half' | 'int' | 'uint';
  /** May be NaN or infinite. */
  readonly value: number;
}

export type SearchKind = 'non-finite' | 'out-of-range' | 'cost';

export interface CountedThreads {
  readonly count: number;
  /** The first of them that the GPU ran. */
  readonly entryPoint: string;
  readonly thread: Thread;
}

/** A site where threads had a value that the search looks for. */
export interface Finding extends CountedThreads, Required<SourcePlace> {
  readonly site: number;
  readonly what: 'NaN' | 'infinity' | 'out of range';
}

/** Executed statements per thread of the entry point that draws, or per pixel of what is drawn. */
export interface HeatMap {
  /** Those that are counted. */
  readonly entryPoints: readonly string[];
  readonly width: number;
  readonly height: number;
  /** By thread, x fastest, from the bottom left. */
  readonly counts: Uint32Array;
  /** The fragments of each pixel; null if kernels draw the picture. */
  readonly overdraw: Uint32Array | null;
}

/** A fragment of a pixel. */
export interface ListedFragment {
  readonly entryPoint: string;
  /** x and y are the pixel; z tells the fragments of one pixel apart. */
  readonly thread: Thread;
  /** The first vertex of its primitive. */
  readonly vertex: number;
  readonly instance: number;
  /** The index of its draw in the program. */
  readonly draw: number;
  readonly depth: number;
  /** A bit for each sample of the pixel that its primitive covers. */
  readonly coverage: number;
  readonly isDiscarded: boolean;
}
