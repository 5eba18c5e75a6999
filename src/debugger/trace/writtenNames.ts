import type { Part } from './valueParts.ts';

/** A step of a name as it is written: an index can be a variable. */
export type WrittenPart = Part | { readonly kind: 'variable-index'; readonly name: string };

/** `rays[k].origin`: the root and what follows. */
export interface WrittenName {
  readonly root: string;
  readonly parts: readonly WrittenPart[];
}

const PIECE =
  /\s*(?:(?:\.\s*|->\s*)([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|\[\s*(?:(\d+)[uU]?|(0[xX][\da-fA-F]+)[uU]?|([A-Za-z_][\w]*))\s*\])\s*/y;

/** Null if the text is more than names, members and simple indices. */
export function readWrittenName(text: string): WrittenName | null {
  const root = /^\s*([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)\s*/.exec(text);
  if (!root?.[1]) return null;
  const parts: WrittenPart[] = [];
  let at = root[0].length;
  while (at < text.length) {
    PIECE.lastIndex = at;
    const found = PIECE.exec(text);
    if (!found) return null;
    const [all, member, decimal, hex, variable] = found;
    if (member !== undefined) parts.push({ kind: 'member', name: member });
    else if (variable !== undefined) parts.push({ kind: 'variable-index', name: variable });
    else parts.push({ kind: 'index', index: Number(decimal ?? hex) });
    at += all.length;
  }
  return { root: root[1], parts };
}

/** Without spaces and suffixes, so that two ways of writing it are one. */
export function plainName(text: string): string {
  const written = readWrittenName(text);
  if (!written) return text.replaceAll(/\s+/g, ' ').trim();
  const parts = written.parts.map((part) => {
    if (part.kind === 'member') return `.${part.name}`;
    return `[${part.kind === 'index' ? part.index : part.name}]`;
  });
  return written.root + parts.join('');
}
