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

/** A line as the compiler numbers it, and the text that it prints, if any. */
interface PrintedPlace {
  readonly path: string;
  readonly line: number;
  readonly excerpt: string | undefined;
}

/** The lines from one `#line` directive to the next. */
export interface Stretch {
  /** The path as the compiler prints it. */
  readonly path: string;
  /** The first line's number as the compiler counts, and its real number. */
  readonly printed: number;
  readonly first: number;
  /** The last line's real number. */
  readonly last: number;
}

const TAB_STOP = 4;

/** Also matches directives whose number is a macro. */
const ANY_DIRECTIVE = /^[ \t]*#[ \t]*line\b/m;

/**
 * Maps the compiler's line numbers back to real lines in a source whose `#line` directives renumber
 * them. Undefined for sources without directives.
 *
 * A printed number may match several lines, because directives can repeat numbers or be in inactive
 * code. Of these, the line whose text equals the compiler's excerpt is returned.
 *
 * @param path the path of the source in the compiler's text
 * @returns the one-based real line; undefined for a place outside the source
 */
export function realLinesOf(
  path: string,
  source: string,
): ((place: PrintedPlace) => number | undefined) | undefined {
  if (!ANY_DIRECTIVE.test(source)) return undefined;
  const stretches = readStretches(path, source);
  const lines = source.split(/\r\n|\r|\n/).map(asPrinted);
  const paths = new Set(stretches.map((stretch) => stretch.path));
  return (place) => {
    if (!paths.has(place.path)) return undefined;
    const candidates = candidatesFor(place, stretches, lines.length);
    const { excerpt } = place;
    if (excerpt === undefined) return candidates[0];
    return (
      candidates.find((line) => lines[line - 1] === excerpt) ??
      onlyLine(lines, excerpt) ??
      candidates[0]
    );
  };
}

/** The stretches of a source in order; a single one if it has no directives. */
export function readStretches(path: string, source: string): Stretch[] {
  const starts = [{ path, printed: 1, first: 1 }];
  let line = 1;
  let counted = 0;
  let named = path;
  for (const { from, to, number, name } of findLineDirectives(source)) {
    line += source.slice(counted, from).split(/\r\n|\r|\n/).length - 1;
    counted = to;
    if (number === null) named = path;
    // The compiler omits the user's folder, which is the root.
    else if (name !== null) named = `/${name}` === path ? path : name;
    starts.push({ path: named, printed: number ?? line + 1, first: line + 1 });
  }
  return starts.map((start, index) => ({
    ...start,
    last: (starts[index + 1]?.first ?? Number.POSITIVE_INFINITY) - 1,
  }));
}

/**
 * The candidate lines, most likely first: those before the next directive. That directive may have
 * no effect, so later lines are candidates too.
 */
function candidatesFor(
  { path, line }: PrintedPlace,
  stretches: readonly Stretch[],
  lineCount: number,
): number[] {
  const fitting = stretches.flatMap((stretch) => {
    const real = stretch.first + line - stretch.printed;
    const fits = stretch.path === path && real >= stretch.first && real <= lineCount;
    return fits ? [{ real, isInside: real <= stretch.last }] : [];
  });
  return fitting
    .toSorted((one, other) => Number(other.isInside) - Number(one.isInside))
    .map(({ real }) => real);
}

function onlyLine(lines: readonly string[], text: string): number | undefined {
  const index = lines.indexOf(text);
  return index >= 0 && lines.indexOf(text, index + 1) < 0 ? index + 1 : undefined;
}

/** A line as the compiler prints it: tabs expanded, trailing spaces removed. */
function asPrinted(line: string): string {
  return withoutTabs(line).trimEnd();
}

/** Expands tabs to spaces as the compiler does. */
export function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let printed = '';
  let width = 0;
  for (const character of line) {
    const text = character === '\t' ? ' '.repeat(TAB_STOP - (width % TAB_STOP)) : character;
    printed += text;
    // Tab stops count bytes.
    width += new TextEncoder().encode(text).byteLength;
  }
  return printed;
}
