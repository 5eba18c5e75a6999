import type { Hover, Location, MarkupContent } from 'vscode-languageserver-protocol';
import { lineText, type TextDocument } from '#language-server/textDocument.ts';
import { normalPath } from '#program/project/filePaths.ts';
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

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
