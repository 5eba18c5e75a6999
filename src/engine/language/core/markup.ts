import type { MarkupContent } from 'vscode-languageserver-protocol';

/** Code, in fences or between backticks, which is literal in Markdown. */
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;

/**
 * Turns the binary's text into Markdown that any client may render: comments become
 * text, never HTML, and code blocks have their language.
 */
export function safeMarkup({ kind, value }: MarkupContent): MarkupContent {
  const parts = value.split(CODE).map((part, index) => {
    const isCode = index % 2 === 1;
    if (!isCode) return reflow(part).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return part.replace(/^```\n/, '```slang\n');
  });
  return { kind, value: parts.join('') };
}

/** The binary breaks lines where the comment does, also in the middle of a sentence. */
function reflow(prose: string): string {
  return prose.replace(/ {2}\n(?=[a-z])/g, '\n');
}

/** An item with documentation for any client. */
export function withSafeMarkup<Item extends { documentation?: string | MarkupContent }>(
  item: Item,
): Item {
  const { documentation } = item;
  return typeof documentation === 'object'
    ? { ...item, documentation: safeMarkup(documentation) }
    : item;
}
