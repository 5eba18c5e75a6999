import type { TracedValue } from '#core/source/instrument/trace.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { elementsOf, readPart } from '#tools/debugger/trace/valueParts.ts';
import {
  applyBinary,
  applyUnary,
  bool,
  byComponent,
  commonType,
  numberIn,
  numberOf,
  truthOf,
} from './arithmetic.ts';
import type { Condition, ConditionFunction, NamePath, PathStep } from './expression.ts';

/**
 * The value of a name, or null if it has none. Asked for `ray` first, then for `ray.origin` if there
 * is no `ray`, and so on; enum cases are asked for as `Type.Case`.
 */
export type Lookup = (name: string) => TracedValue | null;

/**
 * Whether a condition is true. It is false if it needs a name that has no value, or applies an
 * operator to values that it does not fit. A vector is true if all of its components are.
 */
export function holds(condition: Condition, lookup: Lookup): boolean {
  const value = evaluate(condition, lookup);
  if (value?.kind === 'vector') return value.elements.every((element) => truthOf(element) === true);
  return value !== null && truthOf(value) === true;
}

/** The names that `isKnown` refuses, as they are written, each once. */
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

/** The value of a name with its members; null if there is none. */
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
 * `ray`, `ray.origin` and `ray.origin.x` for `ray.origin.x`.
 *
 * @param lookup tells the indices
 */
function namesOf({ root, steps }: NamePath, lookup: Lookup = () => null): readonly string[] {
  const names = [root];
  for (const step of steps) names.push(`${names.at(-1) ?? ''}${textOfStep(step, lookup)}`);
  return names;
}

/** How a path is written without any spaces. */
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

/** In any part of it. */
function someNumber(value: TracedValue, test: (value: number) => boolean): boolean {
  if (value.kind === 'number') return test(value.value);
  const parts =
    value.kind === 'struct' ? value.fields.map((field) => field.value) : elementsOf(value);
  return parts.some((part) => someNumber(part, test));
}
