import type { Text } from '@codemirror/state';
import type { Position } from 'vscode-languageserver-protocol';

/** The offset of a position, limited to the text. */
export function offsetIn(doc: Text, { line, character }: Position): number {
  const found = doc.line(Math.min(Math.max(line + 1, 1), doc.lines));
  return Math.min(found.from + Math.max(character, 0), found.to);
}

/** The URI of a project file on the language server, such as `file:///lib/noise.slang`. */
export function uriOf(path: string): string {
  return `file:///${path.split('/').map(encodeURIComponent).join('/')}`;
}

export function titleOf(uri: string): string {
  if (uri.startsWith('slang-synth://core/')) return 'Slang’s core library';
  return decodeURIComponent(uri.replace(/^file:\/\/\/|^.*\//, ''));
}
