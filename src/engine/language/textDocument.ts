import type {
  Position,
  Range,
  TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol';
import { withoutLineDirectives } from '#core/output/lineDirectives.ts';

/**
 * A text with positions by line and character. As in the protocol, characters are UTF-16 code
 * units, and lines end with `\n`, `\r\n` or `\r`. Immutable: an edit returns a new document.
 */
export interface TextDocument {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
  /** The offset of each line's first character. Has at least one entry. */
  readonly lineStarts: readonly number[];
}

export function createTextDocument(uri: string, version: number, text: string): TextDocument {
  return { uri, version, text, lineStarts: findLineStarts(text) };
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let offset = 0; offset < text.length; offset += 1) {
    const unit = text.charCodeAt(offset);
    if (unit === CARRIAGE_RETURN && text.charCodeAt(offset + 1) === LINE_FEED) offset += 1;
    if (unit === CARRIAGE_RETURN || unit === LINE_FEED) starts.push(offset + 1);
  }
  return starts;
}

/** Applies the changes of one notification, each to the result of the previous one. */
export function applyChanges(
  document: TextDocument,
  version: number,
  changes: readonly TextDocumentContentChangeEvent[],
): TextDocument {
  let changed = document;
  for (const change of changes) {
    const text = 'range' in change ? replaceRange(changed, change.range, change.text) : change.text;
    changed = createTextDocument(document.uri, version, text);
  }
  return { ...changed, version };
}

function replaceRange(document: TextDocument, { start, end }: Range, text: string): string {
  const from = offsetAt(document, start);
  const to = Math.max(from, offsetAt(document, end));
  return document.text.slice(0, from) + text + document.text.slice(to);
}

/** Clamps positions: past the end of a line to that end, past the last line to the text's end. */
export function offsetAt(document: TextDocument, { line, character }: Position): number {
  const start = document.lineStarts[line];
  if (start === undefined) return line < 0 ? 0 : document.text.length;
  return Math.min(start + Math.max(character, 0), lineEnd(document, line));
}

export function positionAt({ lineStarts }: TextDocument, offset: number): Position {
  const next = lineStarts.findIndex((start) => start > offset);
  const line = (next < 0 ? lineStarts.length : next) - 1;
  return { line, character: offset - (lineStarts[line] ?? 0) };
}

/** A line's text without its line break; empty if the line does not exist. */
export function lineText(document: TextDocument, line: number): string {
  const start = document.lineStarts[line];
  return start === undefined ? '' : document.text.slice(start, lineEnd(document, line));
}

/** The offset of a line's end, before its line break. */
function lineEnd({ text, lineStarts }: TextDocument, line: number): number {
  const next = lineStarts[line + 1];
  if (next === undefined) return text.length;
  const isPair =
    text.charCodeAt(next - 1) === LINE_FEED && text.charCodeAt(next - 2) === CARRIAGE_RETURN;
  return next - (isPair ? 2 : 1);
}

const LINE_BREAK = /\r\n?/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * The text for the binary. Lines end with `\n`. Unpaired surrogates become U+FFFD, because UTF-8
 * cannot encode them. `#line` directives are blanked. All positions stay the same.
 */
export function nativeText({ text }: TextDocument): string {
  return withoutLineDirectives(text).replace(LINE_BREAK, '\n').replace(LONE_SURROGATE, '\ufffd');
}
