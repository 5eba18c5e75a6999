import { LSPPlugin } from '@codemirror/lsp-client';
import type { EditorView } from '@codemirror/view';
import type { Location, Position } from 'vscode-languageserver-protocol';
import { goTo } from '#editor/goTo.ts';
import { openPeek } from './peek.ts';

/** A document's name in the interface. */
export function titleOf(uri: string): string {
  if (uri.startsWith('slang-synth://core/')) return 'Slang’s core library';
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}

/** Shows a read-only document of the server; null if the server does not have it. */
export async function displayDocument(view: EditorView, uri: string): Promise<EditorView | null> {
  const plugin = LSPPlugin.get(view);
  const content = await plugin?.client.request<{ uri: string }, { text: string } | null>(
    'workspace/textDocumentContent',
    { uri },
  );
  return content ? openPeek(view, { title: titleOf(uri), text: content.text }) : null;
}

/** Moves the cursor there and scrolls to it, in the user's source or in a read-only text. */
export async function goToLocation(view: EditorView, { uri, range }: Location): Promise<void> {
  const isHere = uri === LSPPlugin.get(view)?.uri;
  const target = isHere ? view : await displayDocument(view, uri);
  if (target) goToPosition(target, range.start);
}

/** A position outside the text becomes the nearest one inside. */
export function goToPosition(view: EditorView, { line, character }: Position): void {
  const { doc } = view.state;
  const found = doc.line(Math.min(Math.max(line + 1, 1), doc.lines));
  goTo(view, Math.min(found.from + character, found.to));
}
