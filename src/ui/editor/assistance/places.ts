import { LSPPlugin } from '@codemirror/lsp-client';
import type { EditorView } from '@codemirror/view';
import type { Location, Position } from 'vscode-languageserver-protocol';
import { projectEditor } from '#ui/editor/fileEdits.ts';
import { goTo } from '#ui/editor/goTo.ts';
import { openPeek } from './peek.ts';
import { offsetIn, titleOf } from './protocolPlaces.ts';
import { serverFiles } from './serverFiles.ts';

/** Shows a read-only document of the server; null if the server does not have the document. */
async function displayDocument(view: EditorView, uri: string): Promise<EditorView | null> {
  const plugin = LSPPlugin.get(view);
  const content = await plugin?.client.request<{ uri: string }, { text: string } | null>(
    'workspace/textDocumentContent',
    { uri },
  );
  const isStillShown = LSPPlugin.get(view) === plugin;
  return content && isStillShown
    ? openPeek(view, { title: titleOf(uri), text: content.text })
    : null;
}

/**
 * Moves the cursor to the location and scrolls to it, in a file of the project or a read-only text.
 */
export async function goToLocation(view: EditorView, { uri, range }: Location): Promise<void> {
  const plugin = LSPPlugin.get(view);
  const file = plugin && serverFiles(plugin.client)?.editedFile(uri);
  const project = view.state.facet(projectEditor);
  if (file && project) return project.open(file.id, offsetIn(file.doc, range.start));
  const target = await displayDocument(view, uri);
  if (target) goToPosition(target, range.start);
}

export function goToPosition(view: EditorView, position: Position): void {
  goTo(view, offsetIn(view.state.doc, position));
}
