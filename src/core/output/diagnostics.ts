import { ownValue } from '#core/util/ownValue.ts';
import type { Diagnostic, Severity } from './compileResult.ts';
import { realLinesOf } from './lineDirectives.ts';

const SEVERITIES: Readonly<Record<string, Severity>> = {
  ignored: 'note',
  note: 'note',
  warning: 'warning',
  error: 'error',
  'fatal error': 'fatal',
  'internal error': 'fatal',
  'unknown error': 'error',
};

const HEADER = new RegExp(
  String.raw`^(?:abort compilation: )?(.*?)\((\d+)\): (${Object.keys(SEVERITIES).join('|')})(?: (\d+))?: (.*)$`,
);
const MARKER = /^( *)\^(~*)$/;

/** An internal compiler error, which ends the compile. Its location is in a note. */
const INTERNAL_ERROR = 99999;

/** Messages that only say that there were errors. */
const CONSEQUENCE = /^(?:compilation ceased|Slang compilation aborted due to internal error)$/;

/** Says the same about an imported file. */
const FAILED_IMPORT = /^import of module '.*' failed because of a compilation error$/;

const TAB_STOP = 4;
const encoder = new TextEncoder();

/**
 * Parses the compiler's text into diagnostics. Notes are attached to the diagnostic before them.
 * Omits messages that only follow from another error (such as `compilation ceased`) and notes
 * without a location.
 *
 * The compiler marks columns in UTF-8 bytes of a line whose tabs are expanded to multiples of four.
 * They are mapped back to UTF-16 units with the lines of `sources`, keyed by path. Lines that a
 * `#line` directive renumbers get their real number and path.
 */
export function parseDiagnostics(
  text: string,
  sources: Readonly<Record<string, string>>,
): Diagnostic[] {
  const flat = readEntries(text.split('\n'), sources);
  const isExplained = flat.some((each) => isError(each) && !isConsequence(each));
  const told = flat.filter((each) => !(isExplained && isConsequence(each)));
  const hasPlaces = told.some(({ line }) => line > 0);
  return attachNotes(
    told.filter(({ severity, line }) => !(hasPlaces && severity === 'note' && line === 0)),
  );
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error' || severity === 'fatal';
}

function isConsequence({ line, message }: Diagnostic): boolean {
  return FAILED_IMPORT.test(message) || (line === 0 && CONSEQUENCE.test(message));
}

function readEntries(
  lines: readonly string[],
  sources: Readonly<Record<string, string>>,
): Diagnostic[] {
  const locate = createLocator(sources);
  const entries: Diagnostic[] = [];
  let next = 0;
  while (next < lines.length) {
    const header = readHeader(lines[next] ?? '');
    const excerpt = header && readExcerpt(lines, next);
    next = excerpt?.end ?? next + 1;
    if (header) entries.push(locate(withReason(header, lines[next]), excerpt));
  }
  return entries;
}

function readHeader(text: string): Diagnostic | undefined {
  const match = HEADER.exec(text);
  if (!match) return undefined;
  const [, path = '', line = '0', severity = '', code, message = ''] = match;
  return {
    severity: ownValue(SEVERITIES, severity) ?? 'error',
    ...(code === undefined ? {} : { code: Number(code) }),
    path,
    line: Number(line),
    message,
    notes: [],
  };
}

/** Turns the note that locates an internal compiler error into an error that states the reason. */
function withReason(header: Diagnostic, after: string | undefined): Diagnostic {
  if (header.severity !== 'note' || header.code !== INTERNAL_ERROR) return header;
  const reason = after === undefined || after === '' || HEADER.test(after) ? '' : `: ${after}`;
  return { ...header, severity: 'error', message: `${header.message}${reason}` };
}

/** A line of the source as the compiler prints it, with a marker below. */
interface Excerpt {
  readonly text: string;
  readonly marker: RegExpExecArray;
  /** The index of the first line after the excerpt. */
  readonly end: number;
}

/** The excerpt follows the message, which has a second line for an internal compiler error. */
function readExcerpt(lines: readonly string[], header: number): Excerpt | undefined {
  for (const at of [header + 2, header + 3]) {
    const marker = MARKER.exec(lines[at] ?? '');
    if (marker) return { text: lines[at - 1] ?? '', marker, end: at + 1 };
    if (readHeader(lines[at - 1] ?? '')) return undefined;
  }
  return undefined;
}

function createLocator(
  sources: Readonly<Record<string, string>>,
): (diagnostic: Diagnostic, excerpt: Excerpt | undefined) => Diagnostic {
  let known: ReturnType<typeof readFiles> | undefined;
  return (diagnostic, excerpt) => {
    // Read lazily: most logs are empty.
    known ??= readFiles(sources);
    const { path: printedPath, line: printedLine } = diagnostic;
    for (const { path, lines, startsEmpty, realLine } of known) {
      const place = { path: printedPath, line: printedLine, excerpt: excerpt?.text };
      const line = realLine ? realLine(place) : path === printedPath ? printedLine : undefined;
      const sourceLine = line === undefined ? undefined : lines[line - 1];
      if (line === undefined || sourceLine === undefined) continue;
      const range = excerpt
        ? readRange(sourceLine, excerpt.marker, startsEmpty && line === 2 ? 1 : 0)
        : {};
      return { ...diagnostic, path, line, ...range };
    }
    return diagnostic;
  };
}

function readFiles(sources: Readonly<Record<string, string>>) {
  return Object.entries(sources).map(([path, source]) => ({
    path,
    lines: source.split(/\r\n|\r|\n/),
    // In this case the compiler counts the first line's line break as a column of the second line.
    startsEmpty: source.startsWith('\n'),
    realLine: realLinesOf(path, source),
  }));
}

function readRange(
  sourceLine: string,
  marker: RegExpExecArray,
  excess: number,
): { column: number; length: number } {
  const start = Math.max(0, (marker[1]?.length ?? 0) - excess);
  const end = start + 1 + (marker[2]?.length ?? 0);
  const from = unitOfPrintedByte(sourceLine, start);
  const to = unitOfPrintedByte(sourceLine, end);
  return { column: from + 1, length: Math.max(1, to - from) };
}

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
