import type { Language } from '@codemirror/language';

export interface Token {
  readonly text: string;
  /** The grammar's name for it; null for unclassified text, mostly white space. */
  readonly token: string | null;
  readonly from: number;
}

/**
 * The whole text in pieces. Adjacent pieces of one kind on one line are merged, as in the editor.
 */
export function tokensOf(language: Language, text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const add = (from: number, to: number, token: string | null) => {
    if (from < to) tokens.push({ text: text.slice(from, to), token, from });
  };
  language.parser.parse(text).iterate({
    enter({ from, to, node: { firstChild }, type }) {
      if (firstChild || type.isTop) return;
      add(end, from, null);
      add(from, to, type.name);
      end = to;
    },
  });
  add(end, text.length, null);
  return tokens;
}

export function classified(language: Language, text: string): string[] {
  return tokensOf(language, text).flatMap(({ text: word, token }) =>
    token === null ? [] : [`${word} ${token}`],
  );
}
