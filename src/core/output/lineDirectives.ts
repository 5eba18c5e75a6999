/** A `#line` directive, whose number and name apply from the next line on. */
interface LineDirective {
  /** Offsets in the source, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** The one-based number of the next line; null for `#line default`, which ends all renumbering. */
  readonly number: number | null;
  /** The file name that the directive gives; null if it gives none. */
  readonly name: string | null;
}

const DIRECTIVE = /^[ \t]*#[ \t]*line[ \t]+(?:default\b|(\d+)(?:[ \t]+"([^"\r\n]*)")?)/gm;

/** Whether a line of target code is a `#line` directive. */
export function isLineDirective(line: string): boolean {
  return /^\s*#line\b/.test(line);
}

/**
 * All well-formed directives, including those in comments and in code that the preprocessor skips.
 */
export function findLineDirectives(source: string): LineDirective[] {
  return [...source.matchAll(DIRECTIVE)].map((match) => {
    const [text, number, name] = match;
    return {
      from: match.index,
      to: match.index + text.length,
      number: number === undefined ? null : Number(number),
      name: name ?? null,
    };
  });
}

/** The source with its directives replaced by spaces, so that all offsets stay. */
export function withoutLineDirectives(source: string): string {
  return source.replace(DIRECTIVE, (text) => ' '.repeat(text.length));
}
