import type { LSPPlugin } from '@codemirror/lsp-client';
import type { MarkupContent } from 'vscode-languageserver-protocol';
import { parseHtml } from './sanitize.ts';

/** An element that shows the server's documentation. */
export function showDocumentation(
  plugin: LSPPlugin,
  content: string | MarkupContent,
  className = '',
): HTMLElement {
  const root = document.createElement('div');
  root.className = `${className} cm-lsp-documentation`.trim();
  // The client sanitizes it.
  const html = plugin.docToHTML(content, 'markdown');
  root.append(...parseHtml(html).childNodes);
  return root;
}
