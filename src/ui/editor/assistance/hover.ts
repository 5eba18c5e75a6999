import { LSPPlugin } from '@codemirror/lsp-client';
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import type { Hover, HoverParams, MarkupContent } from 'vscode-languageserver-protocol';
import { isAttributeAt } from '#ui/editor/attributes/hover.ts';
import { showDocumentation } from './documentation.ts';

/** Describes the name under the pointer. An edit hides it. */
export const hover = hoverTooltip(describeName, { hideOn: ({ docChanged }) => docChanged });

async function describeName(view: EditorView, pos: number): Promise<Tooltip | null> {
  const plugin = LSPPlugin.get(view);
  if (!plugin || isAttributeAt(view, pos)) return null;
  plugin.client.sync();
  const { doc } = view.state;
  const found = await plugin.client.request<HoverParams, Hover | null>('textDocument/hover', {
    textDocument: { uri: plugin.uri },
    position: plugin.toPosition(pos),
  });
  // The answer has places of an older text.
  if (!found || view.state.doc !== doc) return null;
  const { range, contents } = found;
  return {
    pos: range ? plugin.fromPosition(range.start) : pos,
    end: range ? plugin.fromPosition(range.end) : pos,
    above: true,
    create() {
      const content = contents as MarkupContent;
      return { dom: showDocumentation(plugin, content, 'cm-lsp-hover-tooltip') };
    },
  };
}
