import { ownValue } from '#core/util/ownValue.ts';
import type { Source } from './declarations.ts';
import { afterClosing, readTokens, splitList, type Token } from './tokens.ts';
import type { TypeHead } from './typeHeads.ts';

/** The value of a constant expression; integers use integer division. */
interface Constant {
  readonly value: number;
  readonly isWhole: boolean;
}

/** Evaluates an expression; undefined if it is not constant. */
export type Evaluate = (expression: readonly Token[]) => number | undefined;

/** Maximum depth of names, since a constant may refer to itself; deeper ones have no value. */
const MAX_DEPTH = 16;

const FUNCTIONS: Readonly<Record<string, (...values: number[]) => number>> = {
  abs: Math.abs,
  ceil: Math.ceil,
  cos: Math.cos,
  degrees: (angle) => (angle * 180) / Math.PI,
  exp: Math.exp,
  exp2: (exponent) => 2 ** exponent,
  floor: Math.floor,
  log: Math.log,
  log2: Math.log2,
  max: Math.max,
  min: Math.min,
  pow: Math.pow,
  radians: (angle) => (angle * Math.PI) / 180,
  sin: Math.sin,
  sqrt: Math.sqrt,
  tan: Math.tan,
};

const CASTS: Readonly<Record<string, 'whole' | 'float'>> = {
  int: 'whole',
  uint: 'whole',
  float: 'float',
  half: 'float',
  double: 'float',
};

/**
 * Evaluates arithmetic on literals, the source's constants and simple macros. Attribute arguments
 * need no more, because the compiler accepts only literals there.
 *
 * @param others sources whose constants also count; the source's own take precedence
 */
export function constantsOf(source: Source, others: readonly Source[] = []): Evaluate {
  let found: ReadonlyMap<string, NamedConstant> | undefined;
  const constantNamed = (name: string) => {
    found ??= new Map([...others, source].flatMap((each) => [...constantTokens(each)]));
    return found.get(name);
  };
  const evaluate = (expression: readonly Token[], depth: number): Constant | undefined => {
    if (depth > MAX_DEPTH) return undefined;
    const parser = createParser(expression, (name) => {
      const named = constantNamed(name);
      return named && cast(named.type, evaluate(named.tokens, depth + 1));
    });
    const result = parser.sum();
    return parser.isDone() ? result : undefined;
  };
  return (expression) => {
    const value = evaluate(expression, 0)?.value;
    return Number.isFinite(value) ? value : undefined;
  };
}

interface NamedConstant {
  readonly tokens: readonly Token[];
  /** A scalar type, or undefined for a macro. */
  readonly type: string | undefined;
}

const MACRO = /^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(.+)$/gm;

function constantTokens({
  text,
  tokens,
  declarations,
}: Source): ReadonlyMap<string, NamedConstant> {
  const found = new Map<string, NamedConstant>();
  for (const [, name = '', value = ''] of text.matchAll(MACRO)) {
    found.set(name, { tokens: readTokens(value), type: undefined });
  }
  for (const { kind, name, type, open, end } of declarations) {
    const words = type.map((token) => token.text);
    if (kind !== 'variable' || !words.includes('const') || tokens[open]?.text !== '=') continue;
    // More constants may follow a comma.
    const [initializer = []] = splitList(tokens, open + 1, end - 1);
    found.set(name, { tokens: initializer, type: words.at(-1) });
  }
  return found;
}

function cast(type: string | undefined, constant: Constant | undefined): Constant | undefined {
  const kind = type === undefined ? undefined : ownValue(CASTS, type);
  if (!constant || kind === undefined) return constant;
  return kind === 'whole'
    ? { value: Math.trunc(constant.value), isWhole: true }
    : { value: constant.value, isWhole: false };
}

function createParser(
  tokens: readonly Token[],
  constantNamed: (name: string) => Constant | undefined,
) {
  let at = 0;
  const take = (...texts: string[]): string | undefined => {
    const text = tokens[at]?.text;
    if (text === undefined || !texts.includes(text)) return undefined;
    at += 1;
    return text;
  };
  const chain = (operand: () => Constant | undefined, ...operators: string[]) => {
    let result = operand();
    for (let operator = take(...operators); operator; operator = take(...operators)) {
      const right = operand();
      result = result && right && operate(operator, result, right);
    }
    return result;
  };
  const sum = (): Constant | undefined => chain(product, '+', '-');
  const product = (): Constant | undefined => chain(factor, '*', '/', '%');
  const factor = (): Constant | undefined => {
    const sign = take('+', '-');
    if (sign === undefined) return primary();
    const operand = factor();
    return sign === '-' && operand ? { ...operand, value: -operand.value } : operand;
  };
  const primary = (): Constant | undefined => {
    const token = tokens[at];
    if (!token) return undefined;
    if (token.text === '(') return grouped((parts) => parts.length === 1 && parts[0]);
    at += 1;
    if (token.kind === 'number') return readNumber(token.text);
    if (token.kind !== 'word') return undefined;
    if (tokens[at]?.text !== '(') return constantNamed(token.text);
    return grouped((parts) => call(token.text, parts));
  };
  /** The parts in parentheses, separated by commas. */
  const grouped = (use: (parts: readonly Constant[]) => Constant | false | undefined) => {
    const end = afterClosing(tokens, at);
    const parts = splitList(tokens, at + 1, end - 1).map((part) => {
      const parser = createParser(part, constantNamed);
      const value = parser.sum();
      return parser.isDone() ? value : undefined;
    });
    at = end;
    const known = parts.filter((part) => part !== undefined);
    return (known.length === parts.length && use(known)) || undefined;
  };
  return {
    /** Reads as far as possible; undefined if a part is not constant. */
    sum,
    isDone: (): boolean => at === tokens.length,
  };
}

function call(name: string, parts: readonly Constant[]): Constant | undefined {
  const [first] = parts;
  if (Object.hasOwn(CASTS, name)) return parts.length === 1 ? cast(name, first) : undefined;
  const apply = ownValue(FUNCTIONS, name);
  if (!apply) return undefined;
  const isWhole = /^(?:abs|min|max)$/.test(name) && parts.every((part) => part.isWhole);
  return { value: apply(...parts.map(({ value }) => value)), isWhole };
}

function operate(operator: string, one: Constant, other: Constant): Constant {
  const isWhole = one.isWhole && other.isWhole;
  const value = compute(operator, one.value, other.value);
  return { value: isWhole ? Math.trunc(value) : value, isWhole };
}

function compute(operator: string, one: number, other: number): number {
  switch (operator) {
    case '+':
      return one + other;
    case '-':
      return one - other;
    case '*':
      return one * other;
    case '/':
      return one / other;
    default:
      return one % other;
  }
}

const WHOLE = /^(0[xX][\da-fA-F]+|0[bB][01]+|\d+)[uUlLzZ]*$/;
const FLOAT = /^((?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?:[fFhHlL]*)$/;

function readNumber(text: string): Constant | undefined {
  const plain = text.replaceAll('_', '');
  const whole = WHOLE.exec(plain)?.[1];
  if (whole !== undefined) return { value: Number(whole), isWhole: true };
  const float = FLOAT.exec(plain)?.[1];
  return float === undefined ? undefined : { value: Number(float), isWhole: false };
}

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
