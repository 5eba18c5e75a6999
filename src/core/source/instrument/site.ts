import type { Span } from '#core/source/tokens.ts';

/** A place of the source at which a thread tells what it does. */
export interface Site extends Span {
  /** What the trace knows it by: its index among all. */
  readonly id: number;
  /** One-based. */
  readonly line: number;
  /** The index of its function among all. */
  readonly function: number;
  readonly event: SiteEvent;
}

/** The functions of the trace code whose first argument is a site, for a regular expression. */
export const SITE_CALLS = '(?:at|(?:value|result)(?:Of|[IO]\\d+)?|store|drawPixel)';

export type SiteEvent =
  /** The function begins. */
  | { readonly kind: 'enter' }
  /** The function ends, with its value if it returns one. */
  | { readonly kind: 'return'; readonly hasValue: boolean }
  /** A variable, or a part of one, has a new value. */
  | { readonly kind: 'value'; readonly name: string; readonly variable: number | null }
  /** A colour is stored to the picture. */
  | { readonly kind: 'store' }
  /** A condition or the operand of a switch was evaluated. */
  | { readonly kind: 'condition'; readonly text: string }
  /** A statement without a value of its own was reached. */
  | { readonly kind: 'statement' }
  /** A loop's body begins once more. */
  | { readonly kind: 'iteration' };

/** A source that records what its threads do, line for line as it was. */
export interface InstrumentedProgram {
  /** The source before. */
  readonly source: string;
  /** What is compiled instead. Its lines up to the last of `source` are the same lines. */
  readonly text: string;
  /** Of the resource that records go into; the page replaces it by one of the right size. */
  readonly bufferName: string;
  readonly sites: readonly Site[];
  readonly variables: readonly Variable[];
  readonly functions: readonly TracedFunction[];
  /** Names of the compute entry points, by their index. */
  readonly entryPoints: readonly string[];
  /** The source's own structs and enums, by their index, for reading values. */
  readonly types: readonly TracedType[];
  /** What is not recorded, and why, as a sentence. */
  readonly unseen: readonly Unseen[];
}

export type TracedType =
  | { readonly kind: 'struct'; readonly name: string; readonly fields: readonly string[] }
  | {
      readonly kind: 'enum';
      readonly name: string;
      readonly cases: readonly { readonly name: string; readonly value: number }[];
    };

/** A statement or value that the trace leaves out. */
export interface Unseen extends Span {
  /** One-based. */
  readonly line: number;
  /** Such as "The compiler refuses to record this value: …". */
  readonly reason: string;
}

/** A local variable or parameter. */
export interface Variable {
  readonly name: string;
  readonly function: number;
  /** Where it can be named, in the source. */
  readonly scope: Span;
}

export interface TracedFunction extends Span {
  /** With what it is a member of, such as `Ray.at`; lambdas are `lambda in draw`. */
  readonly name: string;
  /** One-based line of its name. */
  readonly line: number;
  /** It is a compute entry point: its index among those, in the order of declaration. */
  readonly entryPoint: number | null;
}
