import { ok, type Result } from '#core/util/result.ts';
import { head, quoted } from '#core/util/text.ts';
import {
  type Conversion,
  type FormatPiece,
  floatValue,
  formatArgument,
  type PrintArgument,
  parseFormat,
  type Style,
  WIDTH_LIMIT,
} from './conversions.ts';
import { PRINT_RECORD_COUNT, PRINT_RECORD_WORDS } from './printBuffer.ts';

/** Ends the printed text if some records did not fit (specification, section 8). */
export const PRINT_OVERFLOW = 'Print buffer is out of boundary, some data is missing!!!';

/** The most text of one frame, in UTF-16 units; the rest is omitted. */
export const PRINTED_TEXT_LIMIT = 1_000_000;

/**
 * The most format pieces read in one frame. The records hold arguments for only 2,047 pieces; a
 * source with many more serves only to block the page.
 */
const PIECE_LIMIT = 65_536;

/** Ends a truncated text, on a line of its own. */
export const PRINT_CUT = 'The text is cut here: a frame shows at most 1 MB of printed text.';

/** The meaning of a record's first word (specification, section 3). */
const RecordKind = {
  /** Not written; the buffer starts as zeros. */
  unwritten: 0,
  format: 1,
  text: 2,
  integer: 3,
  float: 4,
  /** A double. What the specification also reads as a plain zero is a double of zero bits. */
  double: 5,
  /** 64 bits, on targets that have them; an extension of the specification. */
  longInteger: 6,
  end: 0xffff_ffff,
} as const;

interface PrintedText {
  /** All messages in order. The last lines say whether text is missing. */
  readonly text: string;
  readonly overflowed: boolean;
  /** Errors to report besides the text: each unsupported specifier once, with its format. */
  readonly errors: readonly string[];
}

/**
 * Converts the content of `g_printedBuffer` to text: all messages in order, without added line
 * breaks. Never throws, whatever the words are. Unreadable parts appear in `<…>`, and a message
 * whose format has an unsupported specifier appears unformatted. Records refer to literals of any
 * length, so a full buffer can stand for gigabytes: the text is limited to {@link
 * PRINTED_TEXT_LIMIT} units.
 *
 * @param words the buffer's content, three words per record
 * @param hashedStrings maps a string literal's hash, an unsigned number, to its text
 */
export function readPrintRecords(
  words: Uint32Array,
  hashedStrings: Readonly<Record<number, string>>,
): PrintedText {
  const errors = new Set<string>();
  const bounded = createBoundedText(PRINTED_TEXT_LIMIT, PIECE_LIMIT);
  const write = messageWriter(hashedStrings, errors, bounded);
  for (const message of readMessages(words, hashedStrings)) {
    if (bounded.isCut) break;
    write(message);
  }
  const overflowed = words[0] === RecordKind.format && (words[2] ?? 0) > PRINT_RECORD_COUNT;
  const notices = [...(bounded.isCut ? [PRINT_CUT] : []), ...(overflowed ? [PRINT_OVERFLOW] : [])];
  return {
    text: notices.reduce(withLine, bounded.text()),
    overflowed,
    errors: [...errors],
  };
}

function withLine(text: string, line: string): string {
  const lineBreak = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${text}${lineBreak}${line}\n`;
}

/** Formats messages into `bounded`. Parses each format once and collects the formats' errors. */
function messageWriter(
  hashedStrings: Readonly<Record<number, string>>,
  errors: Set<string>,
  bounded: BoundedText,
): (message: Message) => void {
  const formats = new Map<number, Result<readonly FormatPiece[]>>();
  return (message) => {
    if (message.kind === 'stray') {
      bounded.add(`<print record of kind ${message.recordKind} without a format>`);
      return;
    }
    const { hash, args } = message;
    const format = hashedStrings[hash];
    if (format === undefined) {
      bounded.add(unknownString(hash));
      return;
    }
    const pieces = formats.get(hash) ?? parseFormat(format, bounded.piecesLeft);
    formats.set(hash, pieces);
    if (!pieces.ok) {
      errors.add(`${pieces.error} The format is ${quoted(format)}.`);
      bounded.add(format);
      return;
    }
    for (const piece of formatPieces(pieces.value, args)) if (!bounded.add(piece)) return;
  };
}

type Message =
  | { readonly kind: 'message'; readonly hash: number; readonly args: PrintArgument[] }
  /** A record outside any message, or of an unknown kind. */
  | { readonly kind: 'stray'; readonly recordKind: number };

function readMessages(
  words: Uint32Array,
  hashedStrings: Readonly<Record<number, string>>,
): Message[] {
  const messages: Message[] = [];
  let args: PrintArgument[] | undefined;
  const end =
    Math.min(Math.floor(words.length / PRINT_RECORD_WORDS), PRINT_RECORD_COUNT) *
    PRINT_RECORD_WORDS;
  for (let at = 0; at < end; at += PRINT_RECORD_WORDS) {
    const recordKind = words[at] ?? 0;
    const low = words[at + 1] ?? 0;
    const high = words[at + 2] ?? 0;
    if (recordKind === RecordKind.unwritten || recordKind === RecordKind.end) {
      args = undefined;
    } else if (recordKind === RecordKind.format) {
      args = [];
      messages.push({ kind: 'message', hash: low, args });
    } else {
      const argument = readArgument(recordKind, low, high, hashedStrings);
      if (argument && args) args.push(argument);
      else messages.push({ kind: 'stray', recordKind });
    }
  }
  return messages;
}

function readArgument(
  recordKind: number,
  low: number,
  high: number,
  hashedStrings: Readonly<Record<number, string>>,
): PrintArgument | undefined {
  switch (recordKind) {
    case RecordKind.text:
      return { kind: 'text', text: hashedStrings[low] ?? unknownString(low) };
    case RecordKind.integer:
      return { kind: 'integer', bits: low };
    case RecordKind.float:
      return { kind: 'float', value: floatFromBits(low) };
    case RecordKind.double:
      return { kind: 'float', value: doubleFromBits(low, high) };
    case RecordKind.longInteger:
      return { kind: 'longInteger', bits: (BigInt(high) << 32n) | BigInt(low) };
    default:
      return undefined;
  }
}

function unknownString(hash: number): string {
  return `<unknown string 0x${hash.toString(16).padStart(8, '0')}>`;
}

const scratch = new DataView(new ArrayBuffer(8));

function floatFromBits(bits: number): number {
  scratch.setUint32(0, bits);
  return scratch.getFloat32(0);
}

function doubleFromBits(low: number, high: number): number {
  scratch.setUint32(0, high);
  scratch.setUint32(4, low);
  return scratch.getFloat64(0);
}

type BoundedText = ReturnType<typeof createBoundedText>;

/**
 * @param maxLength in UTF-16 units; a character of two units is never cut in half
 * @param maxPieces limits the work for short or empty pieces
 */
function createBoundedText(maxLength: number, maxPieces: number) {
  const pieces: string[] = [];
  let length = 0;
  let isCut = false;
  return {
    /** Appends the piece, or as much as fits. Returns whether all of it fit. */
    add(piece: string): boolean {
      if (isCut) return false;
      isCut = pieces.length === maxPieces || length + piece.length > maxLength;
      if (pieces.length < maxPieces) pieces.push(isCut ? head(piece, maxLength - length) : piece);
      length += piece.length;
      return !isCut;
    },
    get piecesLeft(): number {
      return maxPieces - pieces.length;
    },
    /** True once something did not fit; nothing more is appended. */
    get isCut(): boolean {
      return isCut;
    },
    text: (): string => pieces.join(''),
  };
}

/**
 * C's printf (C17, 7.21.6.1) for the conversions in `conversions.ts` and `%%`.
 *
 * Where C leaves the behaviour undefined, the result shows what there is: a missing argument
 * becomes `<missing argument for %d>`, and an argument of another type is converted by value or
 * shown as its text. Extra arguments are ignored, as in C. `nan` never has a sign.
 *
 * Fails with a message about an unsupported specifier.
 */
export function formatPrintf(format: string, args: readonly PrintArgument[]): Result<string> {
  const pieces = parseFormat(format);
  return pieces.ok ? ok([...formatPieces(pieces.value, args)].join('')) : pieces;
}

/**
 * {@link formatPrintf} for a parsed format. Formats each piece on request, so that a reader can
 * stop early in a huge message.
 */
function* formatPieces(
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

/** Reads the arguments of `*`. A negative width means the flag `-`; a negative precision, none. */
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
