import { assertNever } from '#core/util/assertNever.ts';

/** A value that a shader printed. */
export type PrintArgument = { readonly kind: 'text'; readonly text: string } | NumberArgument;

export type NumberArgument =
  /** 32 bits as an unsigned number: the conversion decides about the sign. */
  | { readonly kind: 'integer'; readonly bits: number }
  /** 64 bits, as an unsigned number. */
  | { readonly kind: 'longInteger'; readonly bits: bigint }
  | { readonly kind: 'float'; readonly value: number };

/** The argument as `%d` reads it. A float loses its fraction; NaN and infinity stay. */
export function signedValue(argument: NumberArgument): number | bigint {
  switch (argument.kind) {
    case 'integer':
      return argument.bits | 0;
    case 'longInteger':
      return BigInt.asIntN(64, argument.bits);
    case 'float':
      return Number.isFinite(argument.value) ? BigInt(Math.trunc(argument.value)) : argument.value;
    default:
      return assertNever(argument);
  }
}

/** The argument as `%u` reads it. A float loses its fraction; NaN and infinity stay. */
export function unsignedValue(argument: NumberArgument): number | bigint {
  switch (argument.kind) {
    case 'integer':
    case 'longInteger':
      return argument.bits;
    case 'float': {
      const value = signedValue(argument);
      return typeof value === 'bigint' ? BigInt.asUintN(32, value) : value;
    }
    default:
      return assertNever(argument);
  }
}

/** The argument as `%f` reads it. */
export function floatValue(argument: NumberArgument): number {
  return argument.kind === 'float' ? argument.value : Number(signedValue(argument));
}
