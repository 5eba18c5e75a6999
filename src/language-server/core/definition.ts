import type { Hover, Location, MarkupContent } from 'vscode-languageserver-protocol';
import { lineText, type TextDocument } from '#language-server/textDocument.ts';

/** Where Slang's own declarations are; the binary's name for it. */
export const CORE_LIBRARY_URI = 'slang-synth://core/core.builtin';

/** How the binary ends what it says of a declaration. Lines count from 1. */
const DEFINED_IN = /\nDefined in ([\w.]+)\((\d+)\)\s*$/;

/**
 * Where the declaration is that a hover tells of. The binary leads to attributes in this way only.
 *
 * @param documents those that a definition can be in
 */
export function definitionInHover(
  hover: Hover | null,
  documents: readonly TextDocument[],
): Location[] {
  const [, file, number] = DEFINED_IN.exec((hover?.contents as MarkupContent)?.value ?? '') ?? [];
  if (file === undefined) return [];
  const line = Number(number) - 1;
  const document = documents.find(({ uri }) => uri.endsWith(`/${file}`));
  const uri = file === 'core' ? CORE_LIBRARY_URI : document?.uri;
  if (uri === undefined) return [];
  const character = document ? Math.max(lineText(document, line).search(/\S/), 0) : 0;
  const position = { line, character };
  return [{ uri, range: { start: position, end: position } }];
}

/** The binary leaves out the empty host of modules that it found by itself. */
export function absoluteLocation({ uri, range }: Location): Location {
  return { uri: uri.replace(/^file:\/\/(?!\/)/, 'file:///'), range };
}
