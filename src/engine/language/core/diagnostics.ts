import type {
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  Location,
  Position,
  Range,
} from 'vscode-languageserver-protocol';
import { lineText, type TextDocument } from '#engine/language/textDocument.ts';
import { CORE_LIBRARY_URI } from './definition.ts';
import type { NativeDiagnostic } from './nativeServer.ts';

/** From this severity on, a diagnostic is a note about an earlier one. */
const NOTE = 3;

/** More would not help: an operator has a hundred candidates. */
const MAX_RELATED = 12;

/**
 * Converts the binary's diagnostics to the protocol's form. Notes become related information of the
 * diagnostic that they explain. Notes in this document come directly after that diagnostic. Notes
 * in other files come last, with those files' line numbers, and are matched by the names in their
 * messages.
 *
 * @param libraries the modules that the document may import
 */
export function diagnosticsIn(
  document: TextDocument,
  native: readonly NativeDiagnostic[],
  libraries: readonly TextDocument[],
): Diagnostic[] {
  const found: {
    readonly diagnostic: Diagnostic;
    readonly related: DiagnosticRelatedInformation[];
  }[] = [];
  for (const each of withoutRepeats(native)) {
    const { message } = each;
    if (each.severity < NOTE) {
      found.push({ diagnostic: diagnosticOf(document, each), related: [] });
      continue;
    }
    const location = locate(document, each, libraries);
    const isHere = location.uri === document.uri;
    const subject = isHere
      ? found.at(-1)
      : (found.find(({ diagnostic }) => isAbout(message, diagnostic.message)) ?? found.at(-1));
    if (subject) subject.related.push({ location, message });
    else if (isHere) found.push({ diagnostic: diagnosticOf(document, each), related: [] });
  }
  return found.map(({ diagnostic, related }) =>
    related.length === 0
      ? diagnostic
      : { ...diagnostic, relatedInformation: related.slice(0, MAX_RELATED) },
  );
}

function withoutRepeats(native: readonly NativeDiagnostic[]): NativeDiagnostic[] {
  return [...new Map(native.map((each) => [JSON.stringify(each), each])).values()];
}

function diagnosticOf(
  document: TextDocument,
  { range, severity, code, message }: NativeDiagnostic,
): Diagnostic {
  return {
    range: visibleRange(document, range),
    severity: severity as DiagnosticSeverity,
    source: 'slang',
    message,
    ...(code && { code }),
  };
}

/**
 * Finds a note's file, which the binary omits: the file has a name from the message at that place.
 */
function locate(
  document: TextDocument,
  { range, message }: NativeDiagnostic,
  libraries: readonly TextDocument[],
): Location {
  const owner = [document, ...libraries].find((each) => {
    const name = wordAt(each, range.start);
    return name !== undefined && hasWord(message, name);
  });
  if (owner) return { uri: owner.uri, range: visibleRange(owner, range) };
  const isInside = range.start.line >= 0 && range.start.line < document.lineStarts.length;
  return isInside
    ? { uri: document.uri, range: visibleRange(document, range) }
    : { uri: CORE_LIBRARY_URI, range };
}

function wordAt(document: TextDocument, { line, character }: Position): string | undefined {
  return WORD.exec(lineText(document, line).slice(Math.max(character, 0)))?.[0];
}

/** Whether a note mentions a name that the error quotes. */
function isAbout(note: string, error: string): boolean {
  return [...error.matchAll(/'([^']+)'/g)].some(([, name = '']) => hasWord(note, name));
}

function hasWord(text: string, word: string): boolean {
  let from = text.indexOf(word);
  while (from >= 0) {
    const around = (text[from - 1] ?? '') + (text[from + word.length] ?? '');
    if (!/[\w\u0080-\uffff]/.test(around)) return true;
    from = text.indexOf(word, from + 1);
  }
  return false;
}

const WORD = /^[\w\u0080-\uffff]+/;
const TOKEN = /^(?:[\w\u0080-\uffff]+|"(?:[^"\\\n]|\\.)*"?|[\s\S])/u;

/**
 * A visible range inside the document. The binary marks most places by a point; this extends the
 * point to the word, string or character there, or to the last character of a line that ends there.
 */
function visibleRange(document: TextDocument, { start, end }: Range): Range {
  const last = document.lineStarts.length - 1;
  if (start.line < 0) return visibleRange(document, { start: ORIGIN, end: ORIGIN });
  if (start.line > last)
    return visibleRange(document, { start: { line: last, character: Infinity }, end });
  const text = lineText(document, start.line);
  const from = Math.min(Math.max(start.character, 0), text.length);
  const isSpan = end.line > start.line || (end.line === start.line && end.character > from);
  if (isSpan) return { start: { line: start.line, character: from }, end: inside(document, end) };
  if (from < text.length) {
    const length = TOKEN.exec(text.slice(from))?.[0].length ?? 1;
    return lineRange(start.line, from, from + length);
  }
  const shown = text.trimEnd();
  const before = /[\s\S]$/u.exec(shown)?.[0].length ?? 0;
  return lineRange(start.line, shown.length - before, shown.length);
}

const ORIGIN: Position = { line: 0, character: 0 };

function lineRange(line: number, from: number, to: number): Range {
  return { start: { line, character: from }, end: { line, character: to } };
}

function inside(document: TextDocument, { line, character }: Position): Position {
  const last = Math.min(line, document.lineStarts.length - 1);
  const { length } = lineText(document, last);
  return { line: last, character: last < line ? length : Math.min(character, length) };
}
