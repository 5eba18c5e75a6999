import type { NumberValue } from '#core/source/instrument/trace.ts';

/** A condition of a breakpoint, or a watched name. */
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

/** A name with members, swizzles and indices, such as `rays[k].origin.xy`; `Type.Case` as well. */
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

/** From those that bind least to those that bind most. */
export const BINARY_OPERATORS = [
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

/** How many arguments each function takes. */
export const FUNCTION_ARGUMENTS = {
  abs: 1,
  min: 2,
  max: 2,
  length: 1,
  isnan: 1,
  isinf: 1,
  any: 1,
  all: 1,
} as const;
