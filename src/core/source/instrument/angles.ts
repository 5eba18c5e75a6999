import { afterClosing, type Token } from '#core/source/tokens.ts';

/** Behind the angle that closes the one at `open`; `open` where it is no list of types. */
export function afterAngles(tokens: readonly Token[], open: number, end: number): number {
  return afterClosingAngle(tokens, open, end, /^[;{}=&|!?]$/);
}

/** The same in the head of a declaration, where it can be a list of parameters: `<T : IA & IB, let N : int = 4>`. */
export function afterGenerics(tokens: readonly Token[], open: number, end: number): number {
  return afterClosingAngle(tokens, open, end, /^[;{}]$/);
}

/** @param foreign what is in no such list */
function afterClosingAngle(
  tokens: readonly Token[],
  open: number,
  end: number,
  foreign: RegExp,
): number {
  let depth = 0;
  let at = open;
  while (at < end) {
    const text = tokens[at]?.text ?? '';
    if (text === '<') depth += 1;
    else if (text === '>') depth -= 1;
    else if (foreign.test(text)) return open;
    else if (text === '(' || text === '[') {
      at = afterClosing(tokens, at, end);
      continue;
    }
    at += 1;
    if (depth === 0) return at;
  }
  return open;
}

/** Of what ends a declaration's head behind its constraints, which have operators: `where T.D == T`. */
export function afterWhere(tokens: readonly Token[], start: number, end: number): number {
  let at = start;
  while (at < end && !/^[;{}]$/.test(tokens[at]?.text ?? '')) at += 1;
  return at;
}
