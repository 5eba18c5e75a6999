import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';
import { CONVERSIONS, type ConversionRule, type Style } from './conversions.ts';

export type FormatPiece = { readonly kind: 'text'; readonly text: string } | Conversion;

/** A conversion specification such as `%-8.3f` (C17, 7.21.6.1). */
export interface Conversion extends Omit<Style, 'width' | 'precision'> {
  readonly kind: 'conversion';
  readonly specifier: string;
  readonly at: number;
  readonly rule: ConversionRule;
  /** `argument` if the format has `*`. */
  readonly width: number | 'argument';
  /** Undefined if the format specifies none; `argument` for `*`. */
  readonly precision: number | 'argument' | undefined;
}

/** The most characters that C guarantees for one conversion (C17, 7.21.6.1, point 15). */
export const WIDTH_LIMIT = 4095;

const SPECIFIER =
  /%(?<flags>[-+ #0]*)(?<width>\*|\d+)?(?:\.(?<precision>\*|\d*))?(?:hh|h|ll|l|L|j|z|t)?(?<type>[\s\S]?)/gu;

/**
 * Parses a format. Length modifiers are accepted and ignored, because each argument has its own
 * size. Fails with a message about the first unsupported specifier.
 *
 * @param limit the number of pieces after which parsing may stop
 */
export function parseFormat(
  format: string,
  limit = Number.POSITIVE_INFINITY,
): Result<readonly FormatPiece[]> {
  const pieces: FormatPiece[] = [];
  let end = 0;
  for (const match of format.matchAll(SPECIFIER)) {
    if (pieces.length > limit) return ok(pieces);
    if (match.index > end) pieces.push({ kind: 'text', text: format.slice(end, match.index) });
    end = match.index + match[0].length;
    const piece = readSpecifier(match[0], match.index, match.groups ?? {});
    if (!piece.ok) return piece;
    pieces.push(piece.value);
  }
  if (end < format.length) pieces.push({ kind: 'text', text: format.slice(end) });
  return ok(pieces);
}

function readSpecifier(
  specifier: string,
  at: number,
  groups: Readonly<Record<string, string | undefined>>,
): Result<FormatPiece> {
  const { flags = '', type = '' } = groups;
  if (type === '%') return ok({ kind: 'text', text: '%' });
  const rule = CONVERSIONS.get(type);
  if (!rule) {
    const letters = [...CONVERSIONS.keys()].join(' ');
    return unsupported(specifier, `use ${letters}, and %% for a percent sign`);
  }
  const width = readNumber(groups['width']) ?? 0;
  const precision = readNumber(groups['precision']);
  if ([width, precision].some((number) => typeof number === 'number' && number > WIDTH_LIMIT)) {
    return unsupported(specifier, `width and precision are at most ${WIDTH_LIMIT}`);
  }
  return ok({
    kind: 'conversion',
    specifier,
    at,
    rule,
    left: flags.includes('-'),
    plus: flags.includes('+'),
    space: flags.includes(' '),
    alternate: flags.includes('#'),
    zero: flags.includes('0'),
    width,
    precision,
  });
}

function unsupported(specifier: string, wayOut: string) {
  return fail(`Unsupported print specifier ${quoted(specifier)}: ${wayOut}.`);
}

/** As in C, a point without digits means 0. */
function readNumber(text: string | undefined): number | 'argument' | undefined {
  return text === '*' ? 'argument' : text === undefined ? undefined : Number(text);
}
