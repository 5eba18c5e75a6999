import type { LSPPlugin } from '@codemirror/lsp-client';
import type { MarkupContent } from 'vscode-languageserver-protocol';
import { parseHtml } from './sanitize.ts';

export function showDocumentation(
  plugin: LSPPlugin,
  content: string | MarkupContent,
  className = '',
): HTMLElement {
  const root = document.createElement('div');
  root.className = `${className} cm-lsp-documentation`.trim();
  // The client sanitizes the HTML.
  const html = plugin.docToHTML(content, 'markdown');
  root.append(...parseHtml(html).childNodes);
  return root;
}
