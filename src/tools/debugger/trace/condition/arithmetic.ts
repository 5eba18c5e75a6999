import type { NumberValue, TracedValue } from '#core/source/instrument/trace.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { toHalf } from '#core/util/half.ts';
import type { BinaryOperator, UnaryOperator } from './expression.ts';

type Logical = '&&' | '||';

/** As Slang computes it, by component; null if the operator does not fit the values. */
export function applyBinary(
  operator: Exclude<BinaryOperator, Logical>,
  left: TracedValue,
  right: TracedValue,
): TracedValue | null {
  const isScalar = left.kind !== 'vector' && right.kind !== 'vector';
  if (isScalar) return applyToScalars(operator, left, right);
  return byComponent([left, right], ([one, other]) =>
    one && other ? applyToScalars(operator, one, other) : null,
  );
}

function applyToScalars(
  operator: Exclude<BinaryOperator, Logical>,
  left: TracedValue,
  right: TracedValue,
): TracedValue | null {
  if (left.kind === 'bool' && right.kind === 'bool') return applyToBools(operator, left, right);
  const one = numberIn(left);
  const other = numberIn(right);
  return one && other && applyToNumbers(operator, one, other);
}

export function applyUnary(operator: UnaryOperator, operand: TracedValue): TracedValue | null {
  return byComponent([operand], ([value]) => {
    if (!value) return null;
    if (operator === '!') {
      const truth = truthOf(value);
      return truth === null ? null : bool(!truth);
    }
    const number = numberIn(value);
    if (!number) return null;
    if (operator === '+') return number;
    if (operator === '-') return numberOf(number.type, -number.value);
    return isInteger(number.type) ? numberOf(number.type, ~number.value) : null;
  });
}

/** What a function does to single numbers, for vectors by component. */
export function byComponent(
  values: readonly TracedValue[],
  apply: (values: readonly TracedValue[]) => TracedValue | null,
): TracedValue | null {
  const lengths = values.flatMap((value) => (value.kind === 'vector' ? value.elements.length : []));
  if (lengths.length === 0) return apply(values);
  const elements: TracedValue[] = [];
  for (let index = 0; index < Math.min(...lengths); index += 1) {
    const element = apply(
      values.map((value) => (value.kind === 'vector' ? (value.elements[index] ?? value) : value)),
    );
    if (!element) return null;
    elements.push(element);
  }
  return new Set(lengths).size === 1 ? { kind: 'vector', elements } : null;
}

/** Of a bool or number; null for others. */
export function truthOf(value: TracedValue): boolean | null {
  if (value.kind === 'bool') return value.value;
  const number = numberIn(value);
  return number && number.value !== 0;
}

const TRUE: TracedValue = { kind: 'bool', value: true };
const FALSE: TracedValue = { kind: 'bool', value: false };

export function bool(value: boolean): TracedValue {
  return value ? TRUE : FALSE;
}

/** Enums count as their numbers. */
export function numberIn(value: TracedValue): NumberValue | null {
  if (value.kind === 'number') return value;
  return value.kind === 'enum' ? { kind: 'number', type: 'int', value: value.value } : null;
}

/** Rounds to what the type can hold: integers wrap around. */
export function numberOf(type: NumberValue['type'], value: number): NumberValue {
  return { kind: 'number', type, value: rounded(type, value) };
}

function rounded(type: NumberValue['type'], value: number): number {
  switch (type) {
    case 'float':
      return Math.fround(value);
    case 'half':
      return toHalf(value);
    case 'int':
      return value | 0;
    case 'uint':
      return value >>> 0;
    default:
      return assertNever(type);
  }
}

function isInteger(type: NumberValue['type']): boolean {
  return type === 'int' || type === 'uint';
}

/** The type in which two numbers meet. */
export function commonType(one: NumberValue, other: NumberValue): NumberValue['type'] {
  return (
    (['float', 'half', 'uint'] as const).find((type) => one.type === type || other.type === type) ??
    'int'
  );
}

function applyToBools(
  operator: Exclude<BinaryOperator, Logical>,
  one: { readonly value: boolean },
  other: { readonly value: boolean },
): TracedValue | null {
  if (operator === '==') return bool(one.value === other.value);
  if (operator === '!=' || operator === '^') return bool(one.value !== other.value);
  if (operator === '&') return bool(one.value && other.value);
  if (operator === '|') return bool(one.value || other.value);
  return null;
}

function applyToNumbers(
  operator: Exclude<BinaryOperator, Logical>,
  one: NumberValue,
  other: NumberValue,
): TracedValue | null {
  const a = one.value;
  const b = other.value;
  const type = commonType(one, other);
  const integer = isInteger(type);
  switch (operator) {
    // Compared as numbers: -1 is less than any unsigned one.
    case '==':
      return bool(a === b);
    case '!=':
      return bool(a !== b);
    case '<':
      return bool(a < b);
    case '<=':
      return bool(a <= b);
    case '>':
      return bool(a > b);
    case '>=':
      return bool(a >= b);
    case '+':
      return numberOf(type, a + b);
    case '-':
      return numberOf(type, a - b);
    case '*':
      return numberOf(type, integer ? Math.imul(a, b) : a * b);
    case '/':
      return integer && b === 0 ? null : numberOf(type, integer ? Math.trunc(a / b) : a / b);
    case '%':
      return integer && b === 0 ? null : numberOf(type, a % b);
    case '&':
      return integer ? numberOf(type, a & b) : null;
    case '|':
      return integer ? numberOf(type, a | b) : null;
    case '^':
      return integer ? numberOf(type, a ^ b) : null;
    case '<<':
      return integer ? numberOf(type, a << b) : null;
    case '>>':
      return integer ? numberOf(type, one.type === 'uint' ? a >>> b : a >> b) : null;
    default:
      return assertNever(operator);
  }
}
