import type { NumberValue, TracedValue } from '#core/source/instrument/trace.ts';
import { toHalf } from '#core/util/half.ts';

/** Short constructors for values as the GPU would have them. */

export function number(type: NumberValue['type'], value: number): NumberValue {
  return { kind: 'number', type, value };
}

export function float(value: number): NumberValue {
  return number('float', Math.fround(value));
}

export function half(value: number): NumberValue {
  return number('half', toHalf(value));
}

export function int(value: number): NumberValue {
  return number('int', value);
}

export function uint(value: number): NumberValue {
  return number('uint', value);
}

export function bool(value: boolean): TracedValue {
  return { kind: 'bool', value };
}

export function vector(...elements: readonly TracedValue[]): TracedValue {
  return { kind: 'vector', elements };
}

export function floats(...values: readonly number[]): TracedValue {
  return vector(...values.map(float));
}

export function matrix(...rows: readonly (readonly number[])[]): TracedValue {
  return { kind: 'matrix', rows: rows.map((row) => floats(...row)) };
}

/** @param length if the array has more elements than given */
export function array(elements: readonly TracedValue[], length = elements.length): TracedValue {
  return { kind: 'array', elements, length };
}

export function struct(type: string, fields: Readonly<Record<string, TracedValue>>): TracedValue {
  const named = Object.entries(fields).map(([name, value]) => ({ name, value }));
  return { kind: 'struct', type, fields: named };
}
