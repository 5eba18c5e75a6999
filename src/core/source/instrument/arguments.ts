import { afterClosing, splitList, type Token } from '#core/source/tokens.ts';
import { is, variableNamed, type Writer } from './writer.ts';

/** Variables that the calls of a statement change: `inout` arguments, and what a mutating method is called on. */
export function writtenArguments(w: Writer, start: number, end: number): Token[] {
  const found = new Map<string, Token>();
  const add = (token: Token | undefined) => {
    if (token?.kind !== 'word' || variableNamed(w, token.text) === null) return;
    found.set(token.text, token);
  };
  for (let at = start; at < end; at += 1) {
    const token = w.tokens[at];
    if (token?.kind !== 'word' || !is(w, at + 1, '(')) continue;
    if (is(w, at - 1, '.') && w.signatures.isMutating(token.text)) add(rootBefore(w, at, start));
    const written = w.signatures.written(token.text);
    if (written === undefined) continue;
    const close = afterClosing(w.tokens, at + 1, end);
    for (const [index, argument] of splitList(w.tokens, at + 2, close - 1).entries()) {
      const isWritten = written === 'all' || written.has(index);
      if (isWritten && isPath(argument)) add(argument[0]);
    }
  }
  return [...found.values()];
}

/** `a`, `a.b` or `a[i]`. */
function isPath(tokens: readonly Token[]): boolean {
  const [first, second] = tokens;
  return first?.kind === 'word' && (second === undefined || /^[.[]$/.test(second.text));
}

/** The variable that a chain of members before a method's name begins with. */
function rootBefore(w: Writer, method: number, start: number): Token | undefined {
  let at = method - 1;
  while (at > start && is(w, at, '.') && w.tokens[at - 1]?.kind === 'word') {
    if (!is(w, at - 2, '.')) return w.tokens[at - 1];
    at -= 2;
  }
  return undefined;
}
