/** A `#line` directive of a source, whose number and name hold from the line behind it on. */
export interface LineDirective {
  /** Its place in the text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** The one-based number of the next line; null for `#line default`, which ends all renumbering. */
  readonly number: number | null;
  /** The file that the lines are said to come from; null where the directive does not name one. */
  readonly name: string | null;
}

const DIRECTIVE = /^[ \t]*#[ \t]*line[ \t]+(?:default\b|(\d+)(?:[ \t]+"([^"\r\n]*)")?)/gm;

/** All well-formed directives, including those in comments and in code that is left out. */
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

/** The source without renumbering: spaces take the place of directives, so that nothing moves. */
export function withoutLineDirectives(source: string): string {
  return source.replace(DIRECTIVE, (text) => ' '.repeat(text.length));
}
