import type { Conditions } from './activity.ts';
import { type ConditionToken, type Definition, evaluateCondition } from './conditions.ts';

const number = (text: string): Definition => ({ params: null, body: [{ kind: 'number', text }] });

const PREDEFINED: readonly (readonly [string, Definition])[] = [
  ['__SLANG__', number('1')],
  ['__SLANG_COMPILER__', number('1')],
  ['__HLSL__', number('0')],
  ['__HLSL_VERSION', number('2018')],
];

/** Conditions with more tokens after macro expansion are not decided. */
const MOST_TOKENS = 10_000;

/** Maximum depth of macros within macros. */
const DEEPEST_MACRO = 16;

/**
 * Decides every condition that the text itself determines, as the compiler does. Undefined names
 * are 0, except after an `#include`, which may define them.
 */
export function createMacroConditions(): Conditions {
  const table = new Map<string, Definition>(PREDEFINED);
  const unsure = new Set<string>();
  let hasIncluded = false;
  const isSure = (name: string) => !unsure.has(name) && (table.has(name) || !hasIncluded);
  const decideIf = (rest: string): boolean | undefined => {
    const tokens = tokensOf(rest);
    if (lengthOf(tokens, table, isSure) > MOST_TOKENS) return undefined;
    const result = evaluateCondition(tokens, table, () => {});
    return result.ok ? result.value : undefined;
  };
  return {
    decide(directive, rest) {
      if (directive === 'if') return decideIf(rest);
      const name = tokensOf(rest)[0]?.text ?? '';
      return isSure(name) ? table.has(name) === (directive === 'ifdef') : undefined;
    },
    direct(directive, rest, isConditional) {
      if (directive === 'include') hasIncluded = true;
      if (directive !== 'define' && directive !== 'undef') return;
      const [, name = '', params, body = ''] = DEFINED.exec(rest) ?? [];
      if (isConditional) unsure.add(name);
      else unsure.delete(name);
      if (directive === 'undef') table.delete(name);
      else
        table.set(name, { params: params === undefined ? null : [params], body: tokensOf(body) });
    },
  };
}

const DEFINED = /^\s*(\w*)(\([^)]*\))?([\s\S]*)$/;

/** Number of tokens of a condition after macro expansion; Infinity if unknown. */
function lengthOf(
  condition: readonly ConditionToken[],
  table: ReadonlyMap<string, Definition>,
  isSure: (name: string) => boolean,
): number {
  const known = new Map<string, number>();
  const sum = (tokens: readonly ConditionToken[], depth: number): number => {
    let length = 0;
    for (const [index, { kind, text }] of tokens.entries()) {
      const before = tokens[index - 1]?.text === '(' ? index - 2 : index - 1;
      const isAsked = tokens[before]?.text === 'defined';
      const isName = kind === 'word' && text !== 'defined';
      if (isName && !isSure(text)) return Number.POSITIVE_INFINITY;
      const macro = isName && !isAsked ? table.get(text) : undefined;
      length += macro ? lengthOfMacro(text, macro, depth) : 1;
    }
    return length;
  };
  const lengthOfMacro = (name: string, { params, body }: Definition, depth: number): number => {
    if (params || depth > DEEPEST_MACRO) return Number.POSITIVE_INFINITY;
    const length = known.get(name) ?? sum(body, depth + 1);
    known.set(name, length);
    return length;
  };
  return sum(condition, 0);
}

const TOKEN = /([A-Za-z_]\w*)|(\d[\w.]*)|&&|\|\||[=!<>]=|<<|>>|\S/g;
const NO_TOKEN = /\\\r?\n|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g;

function tokensOf(text: string): ConditionToken[] {
  return Array.from(text.replaceAll(NO_TOKEN, ' ').matchAll(TOKEN), ([token, word, number]) => ({
    kind: word !== undefined ? 'word' : number !== undefined ? 'number' : 'symbol',
    text: token,
  }));
}
