import { ok, type Result } from '#core/util/result.ts';
import { formatArgument, type Style } from './conversions.ts';
import { type Conversion, type FormatPiece, parseFormat, WIDTH_LIMIT } from './formatPieces.ts';
import { floatValue, type PrintArgument } from './printArgument.ts';

/**
 * C's printf (C17, 7.21.6.1) for the conversions of `conversions.ts` and `%%`.
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
  const { rule, specifier } = conversion;
  const style = resolve(conversion, next);
  const argument = next();
  return argument ? formatArgument(rule, style, argument) : `<missing argument for ${specifier}>`;
}

/** Reads the arguments of `*`: a negative width means the flag `-`, a negative precision none. */
function resolve(conversion: Conversion, next: () => PrintArgument | undefined): Style {
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
