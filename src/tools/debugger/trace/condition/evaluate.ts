import type { NumberValue, TracedValue } from '#core/source/instrument/trace.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { toHalf } from '#core/util/half.ts';
import { elementsOf, readPart } from '#tools/debugger/trace/valueParts.ts';
import type {
  BinaryOperator,
  Condition,
  ConditionFunction,
  NamePath,
  PathStep,
  UnaryOperator,
} from './parseCondition.ts';

/**
 * Returns the value of a name, or null if it has none. Asked for `ray` first; if that has no value,
 * for `ray.origin`, and so on. Enum cases are looked up as `Type.Case`.
 */
type Lookup = (name: string) => TracedValue | null;

/**
 * Whether a condition is true. False if a name in it has no value, or an operator does not fit its
 * operands. A vector is true if all of its components are.
 */
export function holds(condition: Condition, lookup: Lookup): boolean {
  const value = evaluate(condition, lookup);
  if (value?.kind === 'vector') return value.elements.every((element) => truthOf(element) === true);
  return value !== null && truthOf(value) === true;
}

/** The names that `isKnown` rejects, as written, without duplicates. */
export function unknownNames(
  condition: Condition,
  isKnown: (name: string) => boolean,
): readonly string[] {
  const unknown = new Set<string>();
  for (const path of pathsIn(condition)) {
    if (!namesOf(path).some(isKnown)) unknown.add(nameOfPath(path));
  }
  return [...unknown];
}

export function evaluate(condition: Condition, lookup: Lookup): TracedValue | null {
  switch (condition.kind) {
    case 'number':
      return condition.value;
    case 'bool':
      return bool(condition.value);
    case 'path':
      return evaluatePath(condition, lookup);
    case 'unary': {
      const operand = evaluate(condition.operand, lookup);
      return operand && applyUnary(condition.operator, operand);
    }
    case 'binary': {
      const { operator } = condition;
      const left = evaluate(condition.left, lookup);
      if (!left) return null;
      if (operator !== '&&' && operator !== '||') {
        const right = evaluate(condition.right, lookup);
        return right && applyBinary(operator, left, right);
      }
      const truth = truthOf(left);
      if (truth === null || truth === (operator === '||'))
        return truth === null ? null : bool(truth);
      const right = evaluate(condition.right, lookup);
      const other = right && truthOf(right);
      return other === null ? null : bool(other);
    }
    case 'call': {
      const given: TracedValue[] = [];
      for (const argument of condition.arguments) {
        const value = evaluate(argument, lookup);
        if (!value) return null;
        given.push(value);
      }
      return call(condition.function, given);
    }
    default:
      return assertNever(condition);
  }
}

/** The value of a name with its members; null if it has none. */
export function evaluatePath(path: NamePath, lookup: Lookup): TracedValue | null {
  const root = lookup(path.root);
  const whole = root && readParts(root, path.steps, lookup);
  if (whole || path.steps.length === 0) return whole;
  const names = namesOf(path);
  const computed = namesOf(path, lookup);
  for (const [start, name] of names.entries()) {
    if (start === 0) continue;
    const found = lookup(name) ?? lookup(computed[start] ?? name);
    const value = found && readParts(found, path.steps.slice(start), lookup);
    if (value) return value;
  }
  return null;
}

function readParts(
  value: TracedValue,
  steps: readonly PathStep[],
  lookup: Lookup,
): TracedValue | null {
  let part: TracedValue | null = value;
  for (const step of steps) {
    if (!part) return null;
    if (step.kind === 'member') part = readPart(part, step);
    else {
      const index = evaluate(step.index, lookup);
      const number = index && numberIn(index);
      part = number && readPart(part, { kind: 'index', index: number.value });
    }
  }
  return part;
}

/**
 * Returns `ray`, `ray.origin` and `ray.origin.x` for `ray.origin.x`.
 *
 * @param lookup resolves the indices
 */
function namesOf({ root, steps }: NamePath, lookup: Lookup = () => null): readonly string[] {
  const names = [root];
  for (const step of steps) names.push(`${names.at(-1) ?? ''}${textOfStep(step, lookup)}`);
  return names;
}

function nameOfPath(path: NamePath): string {
  return namesOf(path).at(-1) ?? path.root;
}

function textOfStep(step: PathStep, lookup: Lookup): string {
  if (step.kind === 'member') return `.${step.name}`;
  const { index } = step;
  const value = evaluate(index, lookup);
  const number = value && numberIn(value);
  if (number) return `[${number.value}]`;
  return index.kind === 'path' ? `[${nameOfPath(index)}]` : '[…]';
}

function pathsIn(condition: Condition): readonly NamePath[] {
  switch (condition.kind) {
    case 'number':
    case 'bool':
      return [];
    case 'path': {
      const inner = condition.steps.flatMap((step) =>
        step.kind === 'index' ? pathsIn(step.index) : [],
      );
      return [condition, ...inner];
    }
    case 'unary':
      return pathsIn(condition.operand);
    case 'binary':
      return [...pathsIn(condition.left), ...pathsIn(condition.right)];
    case 'call':
      return condition.arguments.flatMap(pathsIn);
    default:
      return assertNever(condition);
  }
}

function call(name: ConditionFunction, given: readonly TracedValue[]): TracedValue | null {
  const [value] = given;
  if (!value) return null;
  switch (name) {
    case 'abs':
    case 'min':
    case 'max':
      return byComponent(given, (components) => callOnNumbers(name, components));
    case 'length':
      return lengthOf(value);
    case 'isnan':
      return bool(someNumber(value, Number.isNaN));
    case 'isinf':
      return bool(someNumber(value, (each) => Math.abs(each) === Number.POSITIVE_INFINITY));
    case 'any':
      return bool(componentsOf(value).some((each) => truthOf(each) === true));
    case 'all':
      return bool(componentsOf(value).every((each) => truthOf(each) === true));
    default:
      return assertNever(name);
  }
}

function callOnNumbers(
  name: 'abs' | 'min' | 'max',
  [first, second]: readonly TracedValue[],
): TracedValue | null {
  const one = first && numberIn(first);
  if (!one) return null;
  if (name === 'abs') return numberOf(one.type, Math.abs(one.value));
  const other = second && numberIn(second);
  return other ? numberOf(commonType(one, other), Math[name](one.value, other.value)) : null;
}

function lengthOf(value: TracedValue): TracedValue | null {
  let sum = 0;
  for (const component of componentsOf(value)) {
    const number = numberIn(component);
    if (!number) return null;
    sum += number.value ** 2;
  }
  return numberOf('float', Math.sqrt(sum));
}

function componentsOf(value: TracedValue): readonly TracedValue[] {
  return value.kind === 'vector' ? value.elements : [value];
}

/** Searches nested values too. */
function someNumber(value: TracedValue, test: (value: number) => boolean): boolean {
  if (value.kind === 'number') return test(value.value);
  const parts =
    value.kind === 'struct' ? value.fields.map((field) => field.value) : elementsOf(value);
  return parts.some((part) => someNumber(part, test));
}

type Logical = '&&' | '||';

/** Follows Slang: componentwise for vectors. Null if the operator does not fit the operands. */
function applyBinary(
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

function applyUnary(operator: UnaryOperator, operand: TracedValue): TracedValue | null {
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

/** Applies a scalar function, componentwise to vectors. */
function byComponent(
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

/** The truth of a bool or number; null for other values. */
function truthOf(value: TracedValue): boolean | null {
  if (value.kind === 'bool') return value.value;
  const number = numberIn(value);
  return number && number.value !== 0;
}

const TRUE: TracedValue = { kind: 'bool', value: true };
const FALSE: TracedValue = { kind: 'bool', value: false };

function bool(value: boolean): TracedValue {
  return value ? TRUE : FALSE;
}

/** Enums convert to their numbers. */
function numberIn(value: TracedValue): NumberValue | null {
  if (value.kind === 'number') return value;
  return value.kind === 'enum' ? { kind: 'number', type: 'int', value: value.value } : null;
}

/** Rounds to the type's precision; integers wrap around. */
function numberOf(type: NumberValue['type'], value: number): NumberValue {
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

/** The type to which two operands are converted. */
function commonType(one: NumberValue, other: NumberValue): NumberValue['type'] {
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
    // Compare as numbers: -1 is less than any unsigned value.
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
