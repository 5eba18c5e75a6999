/** What the compiler says of a line of target code. */
export interface PrintedLine {
  /** The name or, in GLSL, the index of the file, as `#line` has it. */
  readonly file: string;
  readonly line: number;
  /**
   * The number of the line right above, for a line that has no directive of its own: then it is as
   * likely that the compiler means that one.
   */
  readonly before: number | null;
}

const DIRECTIVE = /^\s*#line (\d+)(?: (?:"([^"]*)"|(\d+)))?\s*$/;
/** What the compiler puts onto lines of their own before what it numbers. */
const PREFIX = /^(?:\[(?!\[).*\]|layout\([^)]*\)(?: in;)?|readonly|writeonly|coherent)$/;
/** Members have the number of their struct, since it does not count the lines of the source there. */
const STRUCT = /^(?:struct \w+|cbuffer .*|.*\bbuffer \w+ \{|layout\(.*\) uniform \w+)$/;
/** Braces alone and `else` have the number of the code before them, which is another statement's. */
const CONNECTIVE = /^[\s{}();]*(?:else[\s{}();]*)?$/;

/**
 * Reads the `#line` directives of HLSL, GLSL, Metal and CUDA. A directive numbers the line after it,
 * and those that follow count on.
 *
 * @returns one for each line; null for directives, lines without content, and all before the first
 */
export function readPrintedLines(lines: readonly string[]): (PrintedLine | null)[] {
  let file: string | null = null;
  let next = 0;
  let before: number | null = null;
  /** The number of the struct, or of the attributes, that the line belongs to. */
  let group: number | null = null;
  let isInStruct = false;
  return lines.map((text) => {
    const directive = text.includes('#line') ? DIRECTIVE.exec(text) : null;
    if (directive) {
      file = directive[2] ?? directive[3] ?? file;
      next = Number(directive[1]);
      before = null;
      group = null;
      isInStruct = false;
      return null;
    }
    // The compiler adds empty lines to reach a line that it means.
    if (text === '') before = null;
    const line = group ?? next;
    next += 1;
    if (STRUCT.test(text)) isInStruct = true;
    else if (text.startsWith('}')) isInStruct = false;
    group = isInStruct || PREFIX.test(text) ? line : null;
    if (file === null || CONNECTIVE.test(text) || text.startsWith('#')) return null;
    const printed = { file, line, before };
    before = line;
    return printed;
  });
}
