export type Severity = 'note' | 'warning' | 'error' | 'fatal';

/** One thing that the compiler says about the source, with the places it relates to. */
export interface Diagnostic {
  readonly severity: Severity;
  /** The compiler's number, such as 30015; absent where it gives none. */
  readonly code?: number;
  /** The file's path as the compiler prints it; empty where there is no place. */
  readonly path: string;
  /** One-based line; 0 where there is no place. */
  readonly line: number;
  /** One-based column in UTF-16 units; absent where the compiler shows none. */
  readonly column?: number;
  /** Length in UTF-16 units, within the line. */
  readonly length?: number;
  readonly message: string;
  readonly notes: readonly Diagnostic[];
}

const HEADER =
  /^(?:abort compilation: )?(.*?)\((\d+)\): (note|warning|error|fatal error)(?: (\d+))?: (.*)$/;
const MARKER = /^( *)\^(~*)$/;
const TAB_STOP = 4;
const encoder = new TextEncoder();

/**
 * Reads the compiler's text into diagnostics. Notes are attached to the diagnostic before them,
 * and what follows from an error (`compilation ceased` and its like, without a place) is left out
 * if a diagnostic with a place exists.
 *
 * The compiler marks columns in UTF-8 bytes of a line whose tabs are expanded to multiples of
 * four; they are mapped back to UTF-16 units with the lines of `sources`, keyed by path.
 */
export function parseDiagnostics(
  text: string,
  sources: Readonly<Record<string, string>>,
): Diagnostic[] {
  const flat = readEntries(text.split('\n'), sources);
  const placed = flat.filter((diagnostic) => diagnostic.line > 0);
  return attachNotes(placed.length > 0 ? placed : flat);
}

function readEntries(
  lines: readonly string[],
  sources: Readonly<Record<string, string>>,
): Diagnostic[] {
  const linesOf = new Map(
    Object.entries(sources).map(([path, source]) => [path, source.split(/\r\n|\r|\n/)]),
  );
  const entries: Diagnostic[] = [];
  for (const [index, text] of lines.entries()) {
    const header = readHeader(text);
    if (!header) continue;
    const marker = MARKER.exec(lines[index + 2] ?? '');
    const sourceLine = linesOf.get(header.path)?.[header.line - 1];
    entries.push(
      marker && sourceLine !== undefined ? { ...header, ...readRange(sourceLine, marker) } : header,
    );
  }
  return entries;
}

function readHeader(text: string): Diagnostic | undefined {
  const match = HEADER.exec(text);
  if (!match) return undefined;
  const [, path = '', line = '0', severity, code, message = ''] = match;
  return {
    severity: severity === 'fatal error' ? 'fatal' : (severity as Severity),
    ...(code === undefined ? {} : { code: Number(code) }),
    path,
    line: Number(line),
    message,
    notes: [],
  };
}

function readRange(
  sourceLine: string,
  marker: RegExpExecArray,
): { column: number; length: number } {
  const start = marker[1]?.length ?? 0;
  const end = start + 1 + (marker[2]?.length ?? 0);
  const from = unitOfPrintedByte(sourceLine, start);
  const to = unitOfPrintedByte(sourceLine, end);
  return { column: from + 1, length: Math.max(1, to - from) };
}

/** The index in UTF-16 units of what the compiler prints at `printedByte` of a line. */
function unitOfPrintedByte(line: string, printedByte: number): number {
  let printed = 0;
  let unit = 0;
  for (const character of line) {
    if (printed >= printedByte) break;
    printed +=
      character === '\t' ? TAB_STOP - (printed % TAB_STOP) : encoder.encode(character).byteLength;
    unit += character.length;
  }
  return unit;
}

function attachNotes(flat: readonly Diagnostic[]): Diagnostic[] {
  const roots: (Diagnostic & { notes: Diagnostic[] })[] = [];
  for (const diagnostic of flat) {
    const owner = roots.at(-1);
    if (diagnostic.severity === 'note' && owner) owner.notes.push(diagnostic);
    else roots.push({ ...diagnostic, notes: [] });
  }
  return roots;
}
