import type { CompileTarget } from '#core/output/compileTarget.ts';

export type SourceFile =
  /** A project file, by its path in the compiler's messages, such as `/user.slang`. */
  | { readonly kind: 'project'; readonly path: string }
  /** A module that ships with the playground, such as `rendering`. */
  | { readonly kind: 'library'; readonly name: string }
  /** A compiler module whose text the page does not have, such as `hlsl.meta.slang`. */
  | { readonly kind: 'core'; readonly name: string };

/** The origin of a line of target code. `file` is an index into {@link LineMap.files}. */
export type LineOrigin =
  /** One-based. */
  | { readonly kind: 'line'; readonly file: number; readonly line: number }
  /** Approximate: somewhere in a function, given by its first and last line. */
  | {
      readonly kind: 'function';
      readonly file: number;
      readonly from: number;
      readonly to: number;
    };

/** A function of target code with its one-based lines; the last one holds the closing brace. */
export interface CodeFunction {
  /** The name without the compiler's suffix: `ring` for `ring_0`. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The main origin of each line of target code. */
export interface MainOrigins {
  readonly files: readonly SourceFile[];
  /** One per line of the code, in order; null for lines without a source. */
  readonly origins: readonly (LineOrigin | null)[];
  /** In the order of the code. */
  readonly functions: readonly CodeFunction[];
}

export interface LineMap extends MainOrigins {
  /**
   * Lines of code that come from several source lines: {@link PART_SIZE} numbers for each part of a
   * line, in the order of the code. Plain numbers, because a worker posts many of them.
   */
  readonly parts: Int32Array;
}

/**
 * A one-based line of code with two columns, a file's index, and a one-based line of that file with
 * two columns. Columns are zero-based, the second exclusive; both are 0 for the whole line.
 */
export const PART_SIZE = 7;

export interface OutputCode {
  readonly target: CompileTarget;
  readonly code: string;
}

/** Texts of files by their paths in the compiler's messages, such as `/user.slang`. */
export type SourceTexts = Readonly<Record<string, string>>;

export interface KnownTexts {
  /** The project's files, by their paths in the compiler's messages. */
  readonly sources: SourceTexts;
  /** The playground's modules, by name. */
  readonly libraries: SourceTexts;
}

export interface MapRequest extends KnownTexts {
  readonly output: OutputCode;
  /**
   * The same program's code for its `relativeTarget`, one output for each entry point; empty for
   * targets with `#line` directives.
   */
  readonly relatives: readonly OutputCode[];
}
