import { afterClosing, splitList, type Token } from '#core/source/tokens.ts';
import { isReservedWord } from '#ui/editor/grammars/slang.ts';

/** A place whose hint the language server's description of a name tells. */
export type HintPlace =
  /** A name without a written type. */
  | { readonly kind: 'type'; readonly name: Token }
  /** A call; `arguments` are the first tokens of its arguments. */
  | { readonly kind: 'call'; readonly name: Token; readonly arguments: readonly Argument[] };

export interface Argument {
  readonly from: number;
  /** The argument's name if it is one, for which a hint may say nothing new. */
  readonly name: string | null;
}

export interface WantedHints {
  readonly types: boolean;
  readonly parameters: boolean;
}

/** The places between two offsets that may have hints. */
export function hintPlaces(
  tokens: readonly Token[],
  from: number,
  to: number,
  wanted: WantedHints,
): HintPlace[] {
  const places: HintPlace[] = [];
  tokens.forEach((token, index) => {
    if (token.kind !== 'word' || token.to < from || token.from > to) return;
    const before = tokens[index - 1];
    const after = tokens[index + 1]?.text;
    if (wanted.types && /^(?:let|var)$/.test(before?.text ?? '')) {
      // `let count : int` says it, and the value parameter of a generic has to.
      if (after === '=') places.push({ kind: 'type', name: token });
    } else if (wanted.parameters && after === '(' && isCalled(token, before)) {
      const call = readCall(tokens, index);
      if (call) places.push(call);
    }
  });
  return places;
}

function isCalled({ text }: Token, before: Token | undefined): boolean {
  if (isReservedWord(text)) return false;
  // A type before the name: a declaration. A bracket: an attribute.
  if (before?.kind === 'word') return before.text === 'return';
  return !/^[[\]>*]$/.test(before?.text ?? '');
}

function readCall(tokens: readonly Token[], index: number): HintPlace | null {
  const name = tokens[index];
  const close = afterClosing(tokens, index + 1);
  const list = splitList(tokens, index + 2, close - 1).flatMap((argument) => {
    const [first] = argument;
    if (!first) return [];
    const last = argument.at(-1);
    return [{ from: first.from, name: last?.kind === 'word' ? last.text : null }];
  });
  // One argument needs no name.
  return name && list.length > 1 ? { kind: 'call', name, arguments: list } : null;
}
