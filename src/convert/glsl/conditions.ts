import { ownValue } from '#shared/ownValue.ts';
import type { Token } from './tokens.ts';

interface Definition {
  readonly params: readonly string[] | null;
  readonly body: readonly Token[];
}

/** How deep names stand for names. */
const MOST_NAMES = 20;

/** The condition of an `#if`, in whole numbers. What cannot be read is false. */
export function evaluateCondition(
  tokens: readonly Pick<Token, 'kind' | 'text'>[],
  table: ReadonlyMap<string, Definition>,
): boolean {
  const words = replaced(tokens, table, 0).map(({ text }) => text);
  let at = 0;
  const unary = (): number => {
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
  return words.length > 0 && binary(0) !== 0;
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

function replaced(
  tokens: readonly Pick<Token, 'kind' | 'text'>[],
  table: ReadonlyMap<string, Definition>,
  depth: number,
): Pick<Token, 'kind' | 'text'>[] {
  const found: Pick<Token, 'kind' | 'text'>[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    if (token.text === 'defined') {
      const skip = tokens[at + 1]?.text === '(' ? 2 : 1;
      const isDefined = table.has(tokens[at + skip]?.text ?? '');
      found.push({ kind: 'number', text: isDefined ? '1' : '0' });
      at += skip === 2 ? 3 : 1;
      continue;
    }
    const definition = token.kind === 'word' ? table.get(token.text) : undefined;
    if (definition?.params === null && depth < MOST_NAMES) {
      found.push(...replaced(definition.body, table, depth + 1));
    } else found.push(token);
  }
  return found;
}
