import type { CompileTarget } from '#core/output/compileTarget.ts';

/** The file that target code comes from. */
export type SourceFile =
  /** A file of the project, by its path in the compiler's messages, such as `/user.slang`. */
  | { readonly kind: 'project'; readonly path: string }
  /** A module that the playground brings, such as `rendering`. */
  | { readonly kind: 'library'; readonly name: string }
  /** A module of the compiler, whose text the page does not have, such as `hlsl.meta.slang`. */
  | { readonly kind: 'core'; readonly name: string };

/** Where a line of target code comes from. `file` is an index in {@link LineMap.files}. */
export type LineOrigin =
  /** One-based. */
  | { readonly kind: 'line'; readonly file: number; readonly line: number }
  /** Approximate: somewhere in a function, from its first line to its last. */
  | {
      readonly kind: 'function';
      readonly file: number;
      readonly from: number;
      readonly to: number;
    };

/** A function of target code: one-based lines, the last one with its closing brace. */
export interface CodeFunction {
  /** Without the suffixes that the compiler appends, such as `ring` for `ring_0`. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** What the lines of target code come from, each from one place. */
export interface MainOrigins {
  readonly files: readonly SourceFile[];
  /** One per line of the code, in order; null for lines that come from no source. */
  readonly origins: readonly (LineOrigin | null)[];
  /** In the order of the code. */
  readonly functions: readonly CodeFunction[];
}

/** What the lines of target code come from. */
export interface LineMap extends MainOrigins {
  /**
   * Lines of code that come from several lines of source: {@link PART_SIZE} numbers for each part of a line,
   * in the order of the code. Numbers, because there are many and a worker sends them.
   */
  readonly parts: Int32Array;
}

/**
 * A one-based line of code with two columns, the index of a file, and a one-based line of it with two
 * columns. Columns are zero-based, and the second one is not included; both are 0 for the whole line.
 */
export const PART_SIZE = 7;

/** Target code of a program. */
export interface OutputCode {
  readonly target: CompileTarget;
  readonly code: string;
}

/** Texts of files by their paths in the compiler's messages, such as `/user.slang`. */
export type SourceTexts = Readonly<Record<string, string>>;

/** The texts that target code may come from. */
export interface KnownTexts {
  /** The project's files by their paths in the compiler's messages. */
  readonly sources: SourceTexts;
  /** The playground's modules by their names. */
  readonly libraries: SourceTexts;
}

export interface MapRequest extends KnownTexts {
  readonly output: OutputCode;
  /**
   * The same program's code for the target of `relativeTarget`, one for each entry point; empty for
   * targets with directives.
   */
  readonly relatives: readonly OutputCode[];
}
