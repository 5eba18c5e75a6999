import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';

/** A preprocessor token, such as `defined`, `2` or `&&`. Two-character operators are one token. */
export interface ConditionToken {
  readonly kind: string;
  readonly text: string;
}

export interface Definition {
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
