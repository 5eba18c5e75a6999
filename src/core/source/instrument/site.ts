import type { ProjectFile } from '#core/project/project.ts';
import type { Span } from '#core/source/tokens.ts';

/** A place in the source where a thread records something. */
export interface Site extends Span {
  /** Index among all sites. The trace refers to the site by it. */
  readonly id: number;
  /** One-based. */
  readonly line: number;
  /** Index of its function. */
  readonly function: number;
  readonly event: SiteEvent;
}

/** Regular expression for trace functions whose first argument is a site. */
export const SITE_CALLS =
  '(?:at|(?:value|result)(?:Of|[IO]\\d+)?|returned|store|drawPixel|hit)(?:M\\d+)?';

export type SiteEvent =
  | { readonly kind: 'enter' }
  /** The function ends, with its value if it returns one. */
  | { readonly kind: 'return'; readonly hasValue: boolean }
  /** A variable, or a part of one, has a new value. */
  | { readonly kind: 'value'; readonly name: string; readonly variable: number | null }
  | { readonly kind: 'store' }
  /** A condition or the operand of a switch was evaluated. */
  | { readonly kind: 'condition'; readonly text: string }
  /** A statement without a value of its own was reached. */
  | { readonly kind: 'statement' }
  /** Another iteration of a loop begins. */
  | { readonly kind: 'iteration' };

/** A file whose functions are recorded. Its span and its lines are those in the program's source. */
export interface TracedFile extends Span {
  /** The path in the project, such as `user.slang` for the main file. */
  readonly path: string;
  readonly text: string;
  /** One-based. */
  readonly firstLine: number;
}

/** A source that records what its threads do. Its original lines keep their numbers. */
export interface InstrumentedProgram {
  /**
   * The original texts of the files, one after the other. All spans and lines of sites, functions,
   * variables and unseen places refer to it.
   */
  readonly source: string;
  /** The recorded files in the order of `source`, the main file first. */
  readonly files: readonly TracedFile[];
  /** The main file to compile. It starts with the file's own lines, in the same order. */
  readonly text: string;
  /** The other files to compile it with, one of which has the recording code. */
  readonly otherFiles: readonly ProjectFile[];
  /** The resource that receives records. The page replaces it with one of the right size. */
  readonly bufferName: string;
  readonly sites: readonly Site[];
  readonly variables: readonly Variable[];
  readonly functions: readonly TracedFunction[];
  /** Names of the entry points, by index. */
  readonly entryPoints: readonly string[];
  /** The kernels that run vertex entry points, by index. */
  readonly vertexKernels: readonly VertexKernel[];
  /** The source's structs and enums, by index, for decoding values. */
  readonly types: readonly TracedType[];
  readonly unseen: readonly Unseen[];
}

/** A kernel that runs a vertex entry point, which cannot record in its own stage. */
export interface VertexKernel {
  readonly entryPoint: string;
  readonly name: string;
  /** The semantics of what meshes feed, in capitals. */
  readonly inputs: readonly string[];
  /** Its declaration. */
  readonly text: string;
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
  /** Where the variable is visible, in the source. */
  readonly scope: Span;
}

export interface TracedFunction extends Span {
  /** With the enclosing types, such as `Ray.at`; `lambda in draw` for a lambda. */
  readonly name: string;
  /** One-based line of its name. */
  readonly line: number;
  /** Index among the entry points, in order of declaration; null if it is not one. */
  readonly entryPoint: number | null;
}
