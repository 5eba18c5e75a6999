import type { Hover, Location, MarkupContent, Position } from 'vscode-languageserver-protocol';
import { normalPath } from '#core/project/filePaths.ts';
import { lineText, type TextDocument } from '#engine/language/textDocument.ts';
import { pathOf, type ReadyDocument } from './documents.ts';

/** The binary's name for the place of Slang's own declarations. */
export const CORE_LIBRARY_URI = 'slang-synth://core/core.builtin';

/** The end of the binary's hover of a declaration. Lines count from 1. */
const DEFINED_IN = /\nDefined in ([^\n]+)\((\d+)\)\s*$/;

/**
 * The place of the declaration in a hover. The binary locates attributes in this way only.
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
 * The location in the address of the open document. The binary omits the empty host of modules that it
 * found itself, and leads through folders, as in `file://lib/../noise.slang`.
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
 * The location with the declared name's column. The binary limits the column of a place in another file to
 * the length of that line in the file of the question.
 *
 * @param asked where the question was asked
 * @param target the document that the location is in
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
  // A call of a constructor has the name of its type.
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
