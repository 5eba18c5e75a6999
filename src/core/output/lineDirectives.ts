/** A `#line` directive. Its number and name apply from the next line on. */
interface LineDirective {
  /** UTF-16 offsets in the source. */
  readonly from: number;
  readonly to: number;
  /** The next line's number, one-based; null for `#line default`, which ends all renumbering. */
  readonly number: number | null;
  /** The file name in the directive; null if it has none. */
  readonly name: string | null;
}

const DIRECTIVE = /^[ \t]*#[ \t]*line[ \t]+(?:default\b|(\d+)(?:[ \t]+"([^"\r\n]*)")?)/gm;

export function isLineDirective(line: string): boolean {
  return /^\s*#line\b/.test(line);
}

/** All well-formed directives, including those in comments and in inactive code. */
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

/** The source with its directives replaced by spaces, so that all offsets stay the same. */
export function withoutLineDirectives(source: string): string {
  return source.replace(DIRECTIVE, (text) => ' '.repeat(text.length));
}
