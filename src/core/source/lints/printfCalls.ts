import type { Source } from '#core/source/declarations.ts';
import { afterClosing, type Span, splitList, type Token } from '#core/source/tokens.ts';
import { ownValue } from '#core/util/ownValue.ts';

/** A call of `printf` with a literal format. */
export interface PrintfCall {
  /** The format with its escapes decoded. */
  readonly format: string;
  readonly formatSpan: Span;
  /** The source offset of each character of `format`. */
  readonly offsets: readonly number[];
  readonly arguments: readonly (readonly Token[])[];
  /** Before the closing parenthesis. */
  readonly end: number;
}

const NAMES: ReadonlySet<string> = new Set(['printf', 'print']);

/** The calls in a source that imports the module printing; none if it declares `printf` itself. */
export function printfCalls({ tokens, imports, declarations }: Source): PrintfCall[] {
  const isImported = imports.some(({ name }) => name === 'printing');
  const isOwn = declarations.some(({ kind, name }) => kind === 'function' && NAMES.has(name));
  if (!isImported || isOwn) return [];
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'word' || !NAMES.has(token.text)) return [];
    const isMember = /^(?:\.|::)$/.test(tokens[index - 1]?.text ?? '');
    if (isMember || tokens[index + 1]?.text !== '(') return [];
    return readCall(tokens, index + 1) ?? [];
  });
}

function readCall(tokens: readonly Token[], open: number): PrintfCall | undefined {
  const close = afterClosing(tokens, open);
  const last = tokens[close - 1];
  if (last?.text !== ')') return undefined;
  const [format = [], ...rest] = splitList(tokens, open + 1, close - 1);
  const [literal] = format;
  if (format.length !== 1 || !literal || rest.some((argument) => argument.length === 0)) {
    return undefined;
  }
  const read = readLiteral(literal);
  return read && { ...read, formatSpan: literal, arguments: rest, end: last.from };
}

const ESCAPE = /\\(?:x[0-9a-fA-F]{1,2}|[0-7]{1,3}|[\s\S])|[^\\]/gu;
const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** Ignores raw and unterminated strings. */
function readLiteral({
  kind,
  text,
  from,
}: Token): Pick<PrintfCall, 'format' | 'offsets'> | undefined {
  if (kind !== 'string' || !/^"[\s\S]*"$/.test(text) || text.length < 2) return undefined;
  let format = '';
  const offsets: number[] = [];
  for (const { 0: piece, index } of text.slice(1, -1).matchAll(ESCAPE)) {
    const meant = piece.startsWith('\\') ? unescaped(piece.slice(1)) : piece;
    for (let unit = 0; unit < meant.length; unit += 1) offsets.push(from + 1 + index);
    format += meant;
  }
  offsets.push(from + text.length - 1);
  return { format, offsets };
}

function unescaped(sequence: string): string {
  if (/^x[0-9a-fA-F]/.test(sequence))
    return String.fromCharCode(Number.parseInt(sequence.slice(1), 16));
  if (/^[0-7]/.test(sequence)) return String.fromCharCode(Number.parseInt(sequence, 8));
  return ownValue(ESCAPED, sequence) ?? sequence;
}
