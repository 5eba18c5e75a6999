import type { Evaluate } from '#core/source/constantExpression.ts';
import { afterAngles, afterClosing, type Token } from '#core/source/tokens.ts';
import { lineOf } from './writtenTypes.ts';

/** Each is one more test where a value's type is a parameter. */
const MOST = 32;

const BUILT_IN = /^(?:bool|int|uint|float|half)(?:[1-4](?:x[1-4])?)?$/;

interface Names {
  /** Own types without parameters. */
  readonly plain: ReadonlySet<string>;
  /** Own types and those of the library that have parameters. */
  readonly generic: ReadonlySet<string>;
}

/**
 * The types with arguments, and the arrays, that a source names without parameters of types, such as
 * `Pair<int, float>` and `float[4]`: what a type parameter may stand for.
 *
 * @param evaluate constants of the source
 */
export function concreteTypes(
  tokens: readonly Token[],
  names: Names,
  evaluate: Evaluate,
): string[] {
  const found = new Set<string>();
  for (let at = 0; at < tokens.length && found.size < MOST; at += 1) {
    const end = endOfType(tokens, at, names);
    if (end === undefined) continue;
    const type = lineOf(tokens.slice(at, end));
    if (end > at + 1) found.add(type);
    const length = lengthBehind(tokens, end, evaluate);
    if (length !== undefined) found.add(`${type}[${length}]`);
  }
  return [...found];
}

/** Behind the type that begins at a token; undefined if none does that stands for itself. */
function endOfType(tokens: readonly Token[], at: number, names: Names): number | undefined {
  const { text = '', kind } = tokens[at] ?? {};
  if (kind !== 'word' || /^(?:\.|::)$/.test(tokens[at - 1]?.text ?? '')) return undefined;
  if (BUILT_IN.test(text) || names.plain.has(text)) return at + 1;
  if (!names.generic.has(text) || tokens[at + 1]?.text !== '<') return undefined;
  const end = afterAngles(tokens, at + 1, tokens.length);
  if (end === at + 1) return undefined;
  for (let next = at + 2; next < end - 1; ) {
    const isNumber = tokens[next]?.kind === 'number';
    const after = isNumber ? next + 1 : endOfType(tokens, next, names);
    if (after === undefined || !/^[,>]$/.test(tokens[after]?.text ?? '')) return undefined;
    next = after + 1;
  }
  return end;
}

/** The length of an array behind a type, or behind the name of what has it. */
function lengthBehind(
  tokens: readonly Token[],
  at: number,
  evaluate: Evaluate,
): number | undefined {
  const open = tokens[at]?.kind === 'word' ? at + 1 : at;
  if (tokens[open]?.text !== '[') return undefined;
  const after = afterClosing(tokens, open);
  // The order of several dimensions depends on where they stand.
  if (tokens[after]?.text === '[') return undefined;
  const length = evaluate(tokens.slice(open + 1, after - 1));
  return length !== undefined && length > 0 ? length : undefined;
}
