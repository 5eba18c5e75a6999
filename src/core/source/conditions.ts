import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { Conditions } from './activity.ts';

/** A preprocessor token, such as `defined`, `2` or `&&`. Two-character operators are one token. */
interface ConditionToken {
  readonly kind: string;
  readonly text: string;
}

interface Definition {
  /** Null for an object-like macro. */
  readonly params: readonly string[] | null;
  readonly body: readonly ConditionToken[];
}

/** Maximum depth of macros within macros. */
const MOST_NAMES = 20;

/** Maximum nesting of brackets and unary operators. Deeper input could overflow the stack. */
const DEEPEST = 200;

/**
 * Evaluates the condition of an `#if` with integers; unknown words count as 0. Fails with a
 * sentence fragment if the nesting is too deep.
 *
 * @param count called for each token after macro expansion; may throw to stop
 */
export function evaluateCondition(
  tokens: readonly ConditionToken[],
  table: ReadonlyMap<string, Definition>,
  count: (more: number) => void,
): Result<boolean> {
  const words: string[] = [];
  replace(tokens, table, 0, (text) => {
    count(1);
    words.push(text);
  });
  let deepest = 0;
  let depth = 0;
  let at = 0;
  const unary = (): number => {
    depth += 1;
    deepest = Math.max(deepest, depth);
    const value = depth > DEEPEST ? 0 : operand();
    depth -= 1;
    return value;
  };
  const operand = (): number => {
    const word = words[at] ?? '0';
    at += 1;
    if (word === '!') return unary() === 0 ? 1 : 0;
    if (word === '-') return -unary();
    if (word === '+') return unary();
    if (word === '~') return ~unary();
    if (word !== '(') return Number.parseInt(word, word.startsWith('0x') ? 16 : 10) || 0;
    const value = binary(0);
    at += 1;
    return value;
  };
  const binary = (level: number): number => {
    const operators = LEVELS[level];
    if (!operators) return unary();
    let value = binary(level + 1);
    for (;;) {
      const operate = ownValue(operators, words[at] ?? '');
      if (!operate) return value;
      at += 1;
      value = Number(operate(value, binary(level + 1)));
    }
  };
  const holds = words.length > 0 && binary(0) !== 0;
  return deepest > DEEPEST ? fail(`Brackets are more than ${DEEPEST} deep`) : ok(holds);
}

type Operators = Readonly<Record<string, (a: number, b: number) => number | boolean>>;

const LEVELS: readonly Operators[] = [
  { '||': (a, b) => a !== 0 || b !== 0 },
  { '&&': (a, b) => a !== 0 && b !== 0 },
  { '|': (a, b) => a | b },
  { '^': (a, b) => a ^ b },
  { '&': (a, b) => a & b },
  { '==': (a, b) => a === b, '!=': (a, b) => a !== b },
  { '<': (a, b) => a < b, '>': (a, b) => a > b, '<=': (a, b) => a <= b, '>=': (a, b) => a >= b },
  { '<<': (a, b) => a << b, '>>': (a, b) => a >> b },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => a * b, '/': (a, b) => Math.trunc(a / b), '%': (a, b) => a % b },
];

function replace(
  tokens: readonly ConditionToken[],
  table: ReadonlyMap<string, Definition>,
  depth: number,
  write: (text: string) => void,
): void {
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    if (token.text === 'defined') {
      const skip = tokens[at + 1]?.text === '(' ? 2 : 1;
      write(table.has(tokens[at + skip]?.text ?? '') ? '1' : '0');
      at += skip === 2 ? 3 : 1;
      continue;
    }
    const definition = token.kind === 'word' ? table.get(token.text) : undefined;
    if (definition?.params === null && depth < MOST_NAMES) {
      replace(definition.body, table, depth + 1, write);
    } else write(token.text);
  }
}

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
