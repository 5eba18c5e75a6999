import { fail, ok, type Result } from '#shared/result.ts';
import { quoted } from '#shared/text.ts';

/** Elements that a drawing may have, with the copies of `use`. */
const MAX_ELEMENTS = 100_000;

/**
 * Refuses drawings that would never be drawn: those whose entities or copies multiply without end,
 * and those that need other files, which images do not load.
 */
export function checkDrawing(text: string): Result<void> {
  if (/<!ENTITY/i.test(text)) {
    return fail('It defines entities, which can grow without end. Export it as plain SVG.');
  }
  const outside = externalReference(text);
  if (outside !== null) {
    return fail(
      `It needs ${quoted(outside)}, but an image cannot load other files. Embed the file in the drawing.`,
    );
  }
  if (countElements(text) > MAX_ELEMENTS) {
    return fail(
      `It has more than ${MAX_ELEMENTS.toLocaleString('en')} elements, with all copies, or they are nested too deeply. Simplify it, or export it as PNG.`,
    );
  }
  return ok(undefined);
}

const REFERENCES =
  /<(?:image|use|feImage)\b[^<>]*?\s(?:xlink:)?href\s*=\s*["']\s*([^"'#\s][^"']*)|url\(\s*["']?\s*([^"')#\s][^"')]*)|@import\s+["']([^"']+)/gi;

/** A file that the drawing refers to; null if it needs none. */
function externalReference(text: string): string | null {
  for (const [, href, url, sheet] of text.matchAll(REFERENCES)) {
    const reference = href ?? url ?? sheet ?? '';
    if (!/^data:/i.test(reference)) return reference.trim();
  }
  return null;
}

const MARKUP = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<(\/?)([\w:.-]+)([^<>]*)>/g;
/** Elements in one another. */
const MAX_DEPTH = 256;
const ID = /\sid\s*=\s*["']([^"']*)/;
const COPIED = /\s(?:xlink:)?href\s*=\s*["']\s*#([^"']*)/;

/** What an element with an id holds. */
interface Part {
  elements: number;
  readonly copied: string[];
}

/** Elements with those that `use` copies; infinite if they are nested too deeply. */
function countElements(text: string): number {
  const whole: Part = { elements: 0, copied: [] };
  const parts = new Map<string, Part>();
  const open: (Part | null)[] = [];
  for (const [, closing, name = '', rest = ''] of text.matchAll(MARKUP)) {
    if (name === '') continue;
    if (closing) {
      open.pop();
      continue;
    }
    const id = ID.exec(rest)?.[1];
    const part = id === undefined ? null : { elements: 0, copied: [] };
    if (id !== undefined && part) parts.set(id, part);
    const copied = /^(?:\w+:)?use$/.test(name) ? COPIED.exec(rest)?.[1] : undefined;
    for (const each of new Set([whole, part, ...open])) {
      if (!each) continue;
      each.elements += 1;
      if (copied !== undefined) each.copied.push(copied);
    }
    if (!rest.endsWith('/')) open.push(part);
    if (open.length > MAX_DEPTH) return Number.POSITIVE_INFINITY;
  }
  return countWithCopies(whole, parts);
}

function countWithCopies(whole: Part, parts: ReadonlyMap<string, Part>): number {
  const known = new Map<string, number>();
  const countOf = (id: string): number => {
    const before = known.get(id);
    if (before !== undefined) return before;
    // What copies itself is not drawn.
    known.set(id, 0);
    const part = parts.get(id);
    const count = part ? sum(part) : 0;
    known.set(id, count);
    return count;
  };
  const sum = (part: Part): number =>
    part.copied.reduce((total, id) => total + countOf(id), part.elements);
  return sum(whole);
}
