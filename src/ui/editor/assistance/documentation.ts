import type { LSPPlugin } from '@codemirror/lsp-client';
import type { MarkupContent } from 'vscode-languageserver-protocol';
import { once } from '#core/util/once.ts';

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

/** Elements that Markdown uses and that only show text. */
const ALLOWED = new Set(
  'A B BLOCKQUOTE BR CODE DEL EM H1 H2 H3 H4 H5 H6 HR I LI OL P PRE SPAN STRONG TABLE TBODY TD TH THEAD TR UL'.split(
    ' ',
  ),
);

/** In browsers with Trusted Types, only this policy turns text into HTML. */
const policy = once(() =>
  window.trustedTypes?.createPolicy('playground-html', { createHTML: (html) => html }),
);

/** Parses HTML into a separate document, so that nothing in it runs or is fetched. */
function parseHtml(html: string): HTMLElement {
  const trusted = policy()?.createHTML(html) ?? html;
  // The browser accepts trusted HTML; its TypeScript types accept only a string.
  return new DOMParser().parseFromString(trusted as unknown as string, 'text/html').body;
}

/**
 * Reduces HTML to elements that show text and links to other sites. The documentation comes from
 * comments that anybody can write and share with a link.
 */
export function sanitizeHtml(html: string): string {
  const body = parseHtml(html);
  for (const element of [...body.querySelectorAll('*')]) {
    if (!ALLOWED.has(element.tagName)) {
      element.replaceWith(element.textContent ?? '');
      continue;
    }
    const link = element.getAttribute('href');
    for (const { name } of [...element.attributes]) {
      if (name !== 'class') element.removeAttribute(name);
    }
    if (element.tagName === 'A' && link !== null && /^https?:\/\//i.test(link)) {
      element.setAttribute('href', link);
      element.setAttribute('target', '_blank');
      element.setAttribute('rel', 'noopener noreferrer');
    }
  }
  return body.innerHTML;
}
