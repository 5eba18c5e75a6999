import { ok, type Result } from '#core/util/result.ts';
import {
  formatFloat,
  formatInteger,
  formatText,
  type ResolvedConversion,
} from './formatConversion.ts';
import { type Conversion, type FormatPiece, parseFormat, WIDTH_LIMIT } from './formatPieces.ts';
import {
  floatValue,
  type NumberArgument,
  type PrintArgument,
  signedValue,
  unsignedValue,
} from './printArgument.ts';

/**
 * C's printf (C17, 7.21.6.1) for the conversions `d i u f F e E g G x X o s c` and `%%`.
 *
 * If C leaves the behaviour undefined, the result shows what is there: an argument that is
 * missing as `<missing argument for %d>`, one of another type converted by value or as its text.
 * Surplus arguments are ignored, as in C. `nan` never has a sign.
 *
 * Fails with a message about an unsupported specifier.
 */
export function formatPrintf(format: string, args: readonly PrintArgument[]): Result<string> {
  const pieces = parseFormat(format);
  return pieces.ok ? ok([...formatPieces(pieces.value, args)].join('')) : pieces;
}

/**
 * {@link formatPrintf} for a parsed format: the text of each piece, made when
 * requested, so that the reader of a huge message can stop.
 */
export function* formatPieces(
  pieces: readonly FormatPiece[],
  args: readonly PrintArgument[],
): Generator<string> {
  let used = 0;
  const next = () => {
    used += 1;
    return args[used - 1];
  };
  for (const piece of pieces) {
    yield piece.kind === 'text' ? piece.text : convertNext(piece, next);
  }
}

function convertNext(conversion: Conversion, next: () => PrintArgument | undefined): string {
  const resolved = resolve(conversion, next);
  const argument = next();
  return argument ? convert(resolved, argument) : `<missing argument for ${conversion.specifier}>`;
}

/** Reads the arguments of `*`: a negative width means the flag `-`, a negative precision none. */
function resolve(
  conversion: Conversion,
  next: () => PrintArgument | undefined,
): ResolvedConversion {
  const { width, precision, left } = conversion;
  const taken = width === 'argument' ? starValue(next()) : width;
  const places = precision === 'argument' ? starValue(next()) : precision;
  return {
    ...conversion,
    width: Math.abs(taken),
    left: left || taken < 0,
    precision: places === undefined || places < 0 ? undefined : places,
  };
}

function starValue(argument: PrintArgument | undefined): number {
  if (!argument || argument.kind === 'text') return 0;
  const value = Math.trunc(floatValue(argument)) || 0;
  return Math.max(-WIDTH_LIMIT, Math.min(WIDTH_LIMIT, value));
}

function convert(conversion: ResolvedConversion, argument: PrintArgument): string {
  if (argument.kind === 'text') return formatText(conversion, argument.text);
  switch (conversion.type) {
    case 'd':
    case 'i':
      return formatWhole(conversion, signedValue(argument));
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return formatWhole(conversion, unsignedValue(argument));
    case 'c':
      return formatText({ ...conversion, precision: undefined }, characterOf(argument));
    case 's': {
      const type = argument.kind === 'float' ? 'g' : 'd';
      return convert({ ...conversion, type, precision: undefined }, argument);
    }
    default:
      return formatFloat(conversion, floatValue(argument));
  }
}

/** NaN and infinity stay, also for integer conversions. */
function formatWhole(conversion: ResolvedConversion, value: number | bigint): string {
  return typeof value === 'number' && !Number.isFinite(value)
    ? formatFloat(conversion, value)
    : formatInteger(conversion, value);
}

/** C converts to `unsigned char`; bytes over 127 count as Latin-1. */
function characterOf(argument: NumberArgument): string {
  const value = unsignedValue(argument);
  return String.fromCharCode(typeof value === 'bigint' ? Number(value & 0xffn) : value & 0xff);
}
