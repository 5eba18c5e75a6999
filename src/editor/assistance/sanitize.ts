/** Elements that Markdown makes and that cannot do anything but show text. */
const ALLOWED = new Set(
  'A B BLOCKQUOTE BR CODE DEL EM H1 H2 H3 H4 H5 H6 HR I LI OL P PRE SPAN STRONG TABLE TBODY TD TH THEAD TR UL'.split(
    ' ',
  ),
);

/** Where the browser asks for it, text becomes HTML by this policy and nowhere else. */
const policy = window.trustedTypes?.createPolicy('playground-html', {
  createHTML: (html) => html,
});

/** The elements of an HTML text, in a document of their own: nothing in it is run or fetched. */
export function parseHtml(html: string): HTMLElement {
  const trusted = policy?.createHTML(html) ?? html;
  // The browser takes both; its types know only text.
  return new DOMParser().parseFromString(trusted as unknown as string, 'text/html').body;
}

/**
 * HTML that only shows text, with links to other sites at most. Anybody can write the comments that
 * documentation is made of, and share them by a link.
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
