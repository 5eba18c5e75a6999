import type { Hover, Location, MarkupContent, Position } from 'vscode-languageserver-protocol';
import { normalPath } from '#core/project/filePaths.ts';
import { lineText, type TextDocument } from '#engine/language/textDocument.ts';
import { pathOf, type ReadyDocument } from './documents.ts';

/** The binary's URI for Slang's own declarations. */
export const CORE_LIBRARY_URI = 'slang-synth://core/core.builtin';

/** The end of the binary's hover for a declaration. The line number is one-based. */
const DEFINED_IN = /\nDefined in ([^\n]+)\((\d+)\)\s*$/;

/**
 * The location of the declaration in a hover. The binary locates attributes only in this way.
 *
 * @param documents the documents that may contain the definition
 */
export function definitionInHover(
  hover: Hover | null,
  documents: readonly TextDocument[],
): Location[] {
  const [, file, number] = DEFINED_IN.exec((hover?.contents as MarkupContent)?.value ?? '') ?? [];
  if (file === undefined) return [];
  const line = Number(number) - 1;
  const path = normalPath(file);
  const document = documents.find(({ uri }) => pathOf(uri) === path);
  const uri = file === 'core' ? CORE_LIBRARY_URI : document?.uri;
  if (uri === undefined) return [];
  const character = document ? Math.max(lineText(document, line).search(/\S/), 0) : 0;
  const position = { line, character };
  return [{ uri, range: { start: position, end: position } }];
}

/**
 * The location with the open document's URI. For modules that the binary found itself, its URI
 * lacks the empty host and contains relative folders, as in `file://lib/../noise.slang`.
 */
export function absoluteLocation(
  { uri, range }: Location,
  documents: readonly ReadyDocument[],
): Location {
  const path = /^file:\/\/(.*)$/.exec(uri)?.[1];
  if (path === undefined) return { uri, range };
  const full = normalPath(path);
  const open = documents.find((each) => each.path === full || each.path === decoded(full));
  return { uri: open?.document.uri ?? `file://${full}`, range };
}

const WORD = /[\w\u0080-\uffff]+/g;

/**
 * The location with the declared name's column. For a place in another file, the binary limits the
 * column to the length of the same line in the requesting file.
 *
 * @param asked the place of the request
 * @param target the document that contains the location
 */
export function atDeclaredName(
  location: Location,
  asked: { readonly document: TextDocument; readonly position: Position },
  target: TextDocument | undefined,
): Location {
  const { uri, range } = location;
  const { start, end } = range;
  if (!target || uri === asked.document.uri || start.line !== end.line) return location;
  const length = end.character - start.character;
  const name = wordAt(lineText(asked.document, asked.position.line), asked.position.character);
  const words = [...lineText(target, start.line).matchAll(WORD)];
  const named = words.filter(([word]) => word === name);
  // A constructor call uses the name of the type.
  const places = named.length > 0 ? named : words.filter(([word]) => word === '__init');
  const place = places.find(({ index }) => index >= start.character) ?? places.at(-1);
  if (length === 0 || !place) return location;
  const character = place.index;
  return {
    uri,
    range: {
      start: { line: start.line, character },
      end: { line: start.line, character: character + length },
    },
  };
}

function wordAt(line: string, character: number): string | undefined {
  const word = [...line.matchAll(WORD)].find(
    ({ 0: text, index }) => index <= character && character <= index + text.length,
  );
  return word?.[0];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
