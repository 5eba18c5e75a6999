import type { InstrumentedProgram } from '#core/source/instrument/site.ts';

/** Numbers along x, y and z. */
export type Thread = readonly [x: number, y: number, z: number];

/** What one thread did in one dispatch of one frame, in order. */
export interface Trace {
  readonly program: InstrumentedProgram;
  /** The entry point's name. */
  readonly entryPoint: string;
  readonly thread: Thread;
  readonly steps: readonly Step[];
  /** The thread went on after the last step: the buffer had no room for more. */
  readonly isCut: boolean;
}

/** One record. */
export interface Step {
  /** Index of the site among all of the program. */
  readonly site: number;
  /** Of sites that record a value; null for all others. */
  readonly value: TracedValue | null;
}

/** A value as the GPU had it. */
export type TracedValue =
  | NumberValue
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'vector'; readonly elements: readonly TracedValue[] }
  /** By row. */
  | { readonly kind: 'matrix'; readonly rows: readonly TracedValue[] }
  | {
      readonly kind: 'array';
      /** The first ones. */
      readonly elements: readonly TracedValue[];
      /** How many there are. */
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
      /** Of its case; null if no case has the value. */
      readonly name: string | null;
      readonly value: number;
    }
  /** A type that cannot be recorded, such as a texture or a type parameter without bounds. */
  | { readonly kind: 'opaque' };

export interface NumberValue {
  readonly kind: 'number';
  readonly type: 'float' | 'half' | 'int' | 'uint';
  /** NaN and infinities included. */
  readonly value: number;
}
