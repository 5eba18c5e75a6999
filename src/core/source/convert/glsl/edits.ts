import type { Span } from './tokens.ts';

/** Replaces a span of a text with what `build` returns for the new texts of its parts. */
export interface Edit extends Span {
  /** Inside the span, in any order. */
  readonly parts: readonly Span[];
  build(texts: readonly string[]): string;
}

/** Applies the edits. An edit may lie inside a part of another; otherwise, edits do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[], span: Span): string {
  return render(text, nest(edits), span);
}

/** Equal for edits that have the same effect. */
export function describeEdits(edits: readonly Edit[]): string {
  return edits
    .map(({ from, to, parts, build }) => {
      const places = parts.map((part) => `${part.from}-${part.to}`);
      return `${from}-${to}:${build(places)}`;
    })
    .sort()
    .join('\n');
}

interface Nested {
  readonly edit: Edit;
  readonly inside: Nested[];
}

/** Of edits with the same span, the last one made is the outermost. Insertions come first. */
function nest(edits: readonly Edit[]): Nested[] {
  const ordered = edits
    .map((edit, made) => ({ edit, made }))
    .sort(
      (a, b) =>
        a.edit.from - b.edit.from ||
        Number(isEmpty(b.edit)) - Number(isEmpty(a.edit)) ||
        b.edit.to - a.edit.to ||
        b.made - a.made,
    );
  const roots: Nested[] = [];
  const open: Nested[] = [];
  for (const { edit } of ordered) {
    while (open.length > 0 && !isInside(edit, open.at(-1)?.edit)) open.pop();
    const nested = { edit, inside: [] };
    (open.at(-1)?.inside ?? roots).push(nested);
    open.push(nested);
  }
  return roots;
}

function isEmpty({ from, to }: Span): boolean {
  return from === to;
}

function isInside(inner: Span, outer: Span | undefined): boolean {
  return outer !== undefined && inner.from >= outer.from && inner.to <= outer.to;
}

function render(text: string, edits: readonly Nested[], { from, to }: Span): string {
  let rendered = '';
  let at = from;
  for (const { edit, inside } of edits) {
    if (edit.from < at || edit.to > to) continue;
    const parts = edit.parts.map((part) => render(text, inside, part));
    rendered += text.slice(at, edit.from) + edit.build(parts);
    at = edit.to;
  }
  return rendered + text.slice(at, to);
}
