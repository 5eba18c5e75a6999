import type { Evaluate } from './constantExpression.ts';
import { splitList, type Token } from './tokens.ts';
import type { TypeHead } from './typeHeads.ts';

/** The cases of an enum that have known values, in order. */
export function enumCases(
  tokens: readonly Token[],
  { keyword, open, close }: TypeHead,
  evaluate: Evaluate,
): ReadonlyMap<string, number> {
  const areFlags = /^flags$/i.test(tokens[keyword - 2]?.text ?? '');
  const cases = new Map<string, number>();
  let next: number | undefined = areFlags ? 1 : 0;
  for (const [name, equals, ...value] of splitList(tokens, open + 1, close)) {
    if (name?.kind !== 'word') continue;
    // The value may be an earlier case: `Last = Red`.
    const earlier = value.length === 1 ? cases.get(value[0]?.text ?? '') : undefined;
    if (equals) next = earlier ?? constantOf(value, evaluate);
    if (next === undefined) continue;
    cases.set(name.text, next);
    next = areFlags ? next * 2 : next + 1;
  }
  return cases;
}

/** A constant, or one shifted left, as in flags. */
function constantOf(tokens: readonly Token[], evaluate: Evaluate): number | undefined {
  const shift = tokens.findIndex(
    ({ text }, index) => text === '<' && tokens[index + 1]?.text === '<',
  );
  if (shift < 0) return evaluate(tokens);
  const value = evaluate(tokens.slice(0, shift));
  const bits = evaluate(tokens.slice(shift + 2));
  return value === undefined || bits === undefined ? undefined : value * 2 ** bits;
}
