import { ownValue } from '#core/util/ownValue.ts';
import type { Node } from './context.ts';
import { countOf, shapeOf, type Type, type Value } from './types.ts';

export function literalValue(text: string): Value | null {
  const digits = text.replace(/^0[xX]/.test(text) ? /[uU]$/ : /[uUfF]$/, '');
  const isOctal = /^0[0-7]+$/.test(digits);
  const value = isOctal ? Number.parseInt(digits, 8) : Number(digits);
  return Number.isFinite(value) ? [value] : null;
}

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

export function foldOperator(operator: string, left: Node, right: Node, type: Type | null) {
  return foldEach(ownValue(OPERATORS, operator), [left, right], type);
}

const FUNCTIONS: Readonly<Record<string, (...args: number[]) => number>> = {
  min: Math.min,
  max: Math.max,
  abs: Math.abs,
  floor: Math.floor,
  ceil: Math.ceil,
  sign: Math.sign,
  trunc: Math.trunc,
  sqrt: Math.sqrt,
  pow: Math.pow,
  exp2: (x) => 2 ** x,
  log2: Math.log2,
};

export function foldCall(name: string, args: readonly Node[], type: Type | null): Value | null {
  return foldEach(ownValue(FUNCTIONS, name), args, type);
}

function foldEach(
  operate: ((...args: number[]) => number) | undefined,
  nodes: readonly Node[],
  type: Type | null,
): Value | null {
  const values = nodes.flatMap(({ value }) => (value ? [value] : []));
  const size = Math.max(...values.map((value) => value.length));
  if (!operate || values.length < nodes.length || nodes.length === 0) return null;
  const all = Array.from({ length: size }, (_, index) =>
    operate(...values.map((value) => value[value.length === 1 ? 0 : index] ?? Number.NaN)),
  );
  return convertValue(all, type);
}

/** The value of `vec3(…)`, `int(…)` and so on; null if it is not constant. */
export function foldConstructor(type: Type, args: readonly Node[]): Value | null {
  const shape = shapeOf(type);
  const size = countOf(type);
  if (!shape || shape.columns !== null || size === null) return null;
  const all = args.flatMap(({ value }) => value ?? [Number.NaN]);
  const [only = Number.NaN] = all;
  const filled = all.length === 1 ? Array.from({ length: size }, () => only) : all.slice(0, size);
  return filled.length === size ? convertValue(filled, type) : null;
}

/** Null if a component is not a finite number. */
export function convertValue(value: Value, type: Type | null): Value | null {
  const isWhole = ['int', 'uint'].includes(shapeOf(type)?.scalar ?? '');
  const converted = isWhole ? value.map(Math.trunc) : value;
  return converted.every(Number.isFinite) ? converted : null;
}
