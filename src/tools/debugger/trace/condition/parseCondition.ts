import type { NumberValue } from '#core/source/instrument/trace.ts';
import { toHalf } from '#core/util/half.ts';
import { fail, ok, type Result } from '#core/util/result.ts';

/** A breakpoint's condition, or a watched name. */
export type Condition =
  | { readonly kind: 'number'; readonly value: NumberValue }
  | { readonly kind: 'bool'; readonly value: boolean }
  | NamePath
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Condition }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Condition;
      readonly right: Condition;
    }
  | {
      readonly kind: 'call';
      readonly function: ConditionFunction;
      readonly arguments: readonly Condition[];
    };

/** A name with members, swizzles and indices, such as `rays[k].origin.xy`; also `Type.Case`. */
export interface NamePath {
  readonly kind: 'path';
  readonly root: string;
  readonly steps: readonly PathStep[];
}

export type PathStep =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'index'; readonly index: Condition };

export type UnaryOperator = '-' | '+' | '!' | '~';

export type BinaryOperator = (typeof BINARY_OPERATORS)[number][number];

/** From lowest to highest precedence. */
const BINARY_OPERATORS = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
] as const;

export type ConditionFunction = keyof typeof FUNCTION_ARGUMENTS;

const FUNCTION_ARGUMENTS = {
  abs: 1,
  min: 2,
  max: 2,
  length: 1,
  isnan: 1,
  isinf: 1,
  any: 1,
  all: 1,
} as const;

interface ConditionToken {
  readonly kind: 'number' | 'name' | 'symbol' | 'end';
  readonly text: string;
  /** One-based. */
  readonly column: number;
}

const TOKEN = new RegExp(
  [
    /(0[xX][\da-fA-F]+[uUlL]*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFhHuUlL]*)/,
    /([\p{L}_][\p{L}\p{N}_]*)/u,
    /(&&|\|\||[<>=!]=|<<|>>|\S)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

const DEEPEST = 40;

/** Limits the length of a condition, and so the recursion depth of its evaluation. */
const LONGEST = 1000;

/** Marks where a condition becomes invalid. Thrown and caught only in this file. */
class ConditionProblem extends Error {}

/**
 * Parses a condition such as `k > 3 && d < 0.1`. The error is a sentence that says where the
 * problem is.
 */
export function parseCondition(text: string): Result<Condition> {
  return parse(text, (reader) => reader.condition());
}

/** Parses a name with members and indices, such as `ray.origin.x`. */
export function parseWatch(text: string): Result<NamePath> {
  return parse(text, (reader) => reader.watch());
}

function parse<Parsed>(text: string, read: (reader: Reader) => Parsed): Result<Parsed> {
  if (text.length > LONGEST) {
    return fail(`Shorten this: at most ${LONGEST.toLocaleString('en')} characters are allowed.`);
  }
  try {
    const reader = new Reader(tokensOf(text));
    const parsed = read(reader);
    reader.end();
    return ok(parsed);
  } catch (error) {
    if (error instanceof ConditionProblem) return fail(error.message);
    throw error;
  }
}

function tokensOf(text: string): ConditionToken[] {
  const tokens: ConditionToken[] = [];
  for (const { 0: found, 1: number, 2: name, index } of text.matchAll(TOKEN)) {
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'symbol';
    tokens.push({ kind, text: found, column: index + 1 });
  }
  tokens.push({ kind: 'end', text: '', column: text.trimEnd().length + 1 });
  return tokens;
}

class Reader {
  readonly #tokens: readonly ConditionToken[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly ConditionToken[]) {
    this.#tokens = tokens;
  }

  condition(): Condition {
    this.#depth += 1;
    if (this.#depth > DEEPEST) {
      throw new ConditionProblem(`Too many parentheses are open at column ${this.#now.column}.`);
    }
    const condition = this.#binary(0);
    this.#depth -= 1;
    return condition;
  }

  watch(): NamePath {
    const { kind, text } = this.#now;
    if (kind !== 'name') throw this.#expected('the name of a variable');
    this.#at += 1;
    return this.#path(text);
  }

  end(): void {
    if (this.#now.kind === 'end') return;
    if (this.#now.text === '=') {
      throw new ConditionProblem(
        `A condition cannot assign: use == instead of = at column ${this.#now.column}.`,
      );
    }
    throw this.#expected('an operator or the end');
  }

  get #now(): ConditionToken {
    return this.#tokens[Math.min(this.#at, this.#tokens.length - 1)] ?? END;
  }

  #binary(level: number): Condition {
    const operators: readonly BinaryOperator[] | undefined = BINARY_OPERATORS[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = operators.find((each) => each === this.#now.text);
      if (operator === undefined) return left;
      const isChained = /^[<>]=?$/.test(operator) && left.kind === 'binary' && isOrder(left);
      if (isChained && this.#tokens[this.#at - 1]?.text !== ')') {
        throw new ConditionProblem(
          `Comparisons cannot be chained: join two with && at column ${this.#now.column}.`,
        );
      }
      this.#at += 1;
      left = { kind: 'binary', operator, left, right: this.#binary(level + 1) };
    }
  }

  #unary(): Condition {
    const operators: ('-' | '+' | '!' | '~')[] = [];
    for (;;) {
      const { text } = this.#now;
      if (text !== '-' && text !== '+' && text !== '!' && text !== '~') break;
      operators.push(text);
      this.#at += 1;
    }
    // Evaluation recurses once per operator in a row.
    if (operators.length > DEEPEST) throw this.#expected('a value');
    return operators.reduceRight<Condition>(
      (operand, operator) => ({ kind: 'unary', operator, operand }),
      this.#value(),
    );
  }

  #value(): Condition {
    const { kind, text } = this.#now;
    if (kind === 'number') {
      this.#at += 1;
      return { kind: 'number', value: numberOf(text) };
    }
    if (text === '(') {
      this.#at += 1;
      const inner = this.condition();
      this.#expect(')');
      return inner;
    }
    if (kind !== 'name') throw this.#expected('a value');
    this.#at += 1;
    if (text === 'true' || text === 'false') return { kind: 'bool', value: text === 'true' };
    return this.#now.text === '(' ? this.#call(text) : this.#path(text);
  }

  #call(name: string): Condition {
    if (!isFunction(name)) {
      const known = Object.keys(FUNCTION_ARGUMENTS).join(', ');
      const { column } = this.#tokens[this.#at - 1] ?? END;
      throw new ConditionProblem(
        `A condition cannot call ${name} at column ${column}; it can call ${known}.`,
      );
    }
    const wanted = FUNCTION_ARGUMENTS[name];
    this.#expect('(');
    const given: Condition[] = [this.condition()];
    while (given.length < wanted) {
      this.#expect(',');
      given.push(this.condition());
    }
    this.#expect(')');
    return { kind: 'call', function: name, arguments: given };
  }

  #path(root: string): NamePath {
    const steps: PathStep[] = [];
    for (;;) {
      const separator = this.#now.text;
      if (separator === '.') {
        this.#at += 1;
        const { kind, text } = this.#now;
        if (kind !== 'name') throw this.#expected('the name of a member');
        this.#at += 1;
        steps.push({ kind: 'member', name: text });
      } else if (separator === '[') {
        this.#at += 1;
        steps.push({ kind: 'index', index: this.condition() });
        this.#expect(']');
      } else return { kind: 'path', root, steps };
    }
  }

  #expect(text: string): void {
    if (this.#now.text !== text) throw this.#expected(text);
    this.#at += 1;
  }

  #expected(what: string): ConditionProblem {
    const { kind, text, column } = this.#now;
    const found = kind === 'end' ? 'the text ends' : `“${text}” was found`;
    return new ConditionProblem(`Expected ${what} at column ${column}, but ${found}.`);
  }
}

const END: ConditionToken = { kind: 'end', text: '', column: 1 };

function isOrder({ operator }: Extract<Condition, { kind: 'binary' }>): boolean {
  return /^[<>]=?$/.test(operator);
}

function isFunction(name: string): name is ConditionFunction {
  return Object.hasOwn(FUNCTION_ARGUMENTS, name);
}

function numberOf(text: string): NumberValue {
  if (/^0x/i.test(text)) {
    const value = Number(text.replace(/(?<![uUlL])[uUlL]+$/, ''));
    return { kind: 'number', type: value > 0x7fffffff || /u/i.test(text) ? 'uint' : 'int', value };
  }
  const suffix = /(?<![fFhHuUlL])[fFhHuUlL]+$/.exec(text)?.[0].toLowerCase() ?? '';
  const digits = text.slice(0, text.length - suffix.length);
  const value = Number(digits);
  if (suffix.includes('h')) return { kind: 'number', type: 'half', value: toHalf(value) };
  if (suffix.includes('f') || /[.eE]/.test(digits)) {
    return { kind: 'number', type: 'float', value: Math.fround(value) };
  }
  return { kind: 'number', type: suffix.includes('u') ? 'uint' : 'int', value };
}
