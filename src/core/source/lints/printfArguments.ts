import type { CompiledProgram } from '#core/output/compileResult.ts';
import { type Conversion, type PrintedKind, parseFormat } from '#core/plan/printing/conversions.ts';
import type { Source } from '#core/source/declarations.ts';
import { afterClosing, type Span, splitList, type Token } from '#core/source/tokens.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { brief } from '#core/util/text.ts';
import type { LintContext } from './context.ts';
import { type Fix, fixOf, type Lint } from './lint.ts';

/** Finds `printf` calls with too few, too many or mismatching arguments. */
export function printfArguments({ source, program }: LintContext): Lint[] {
  const calls = program ? printfCalls(source) : [];
  if (!program || calls.length === 0) return [];
  const printed = readPrintedArguments(program.compiled);
  return calls.flatMap((call) => checkCall(call, printed, source.text));
}

/** The arguments of a conversion: values for its stars, then its own. */
interface Slot {
  readonly conversion: Conversion;
  readonly isStar: boolean;
}

function checkCall(call: PrintfCall, printed: PrintedArguments, text: string): Lint[] {
  const pieces = parseFormat(call.format);
  if (!pieces.ok) return [lintAt(call.formatSpan, pieces.error, [])];
  const conversions = pieces.value.filter((piece) => piece.kind === 'conversion');
  const slots = conversions.flatMap(slotsOf);
  const known = printed.get(call.format) ?? [];
  const given = call.arguments.length;
  // `<` may start generic arguments, so commas are ambiguous: then use the compiler's count.
  const isCounted = known.some((kinds) => kinds.length === given);
  if (known.length > 0 ? !isCounted : call.arguments.some((argument) => argument.some(isAngle))) {
    return [];
  }
  if (slots.length > given) return [tooFew(call, slots)];
  const kinds = kindsOf(call, known);
  if (slots.length < given) return [tooMany(call, slots.length, kinds)];
  return slots.flatMap((slot, index) => {
    const kind = kinds[index];
    return kind === undefined
      ? []
      : (mismatch(call, slot, kind, call.arguments[index] ?? [], text) ?? []);
  });
}

function isAngle({ text }: Token): boolean {
  return text === '<';
}

function slotsOf(conversion: Conversion): Slot[] {
  const stars = [conversion.width, conversion.precision].filter((value) => value === 'argument');
  return [...stars.map(() => ({ conversion, isStar: true })), { conversion, isStar: false }];
}

function lintAt({ from, to }: Span, message: string, fixes: readonly Fix[]): Lint {
  return { from, to, severity: 'warning', code: 'playground/printf-arguments', message, fixes };
}

/** Undefined if neither the compiler nor the argument itself shows the kind. */
function kindsOf(
  { arguments: given }: PrintfCall,
  known: readonly (readonly PrintedKind[])[],
): readonly (PrintedKind | undefined)[] {
  const fitting = known.filter(({ length }) => length === given.length);
  return given.map((argument, index) => {
    const kinds = new Set(fitting.map((each) => each[index]));
    const [only] = kinds;
    return kinds.size === 1 ? only : literalKind(argument);
  });
}

function literalKind(argument: readonly Token[]): PrintedKind | undefined {
  const literal = argument[0]?.text === '-' ? argument[1] : argument[0];
  if (!literal || argument.at(-1) !== literal) return undefined;
  if (literal.kind === 'string') return 'text';
  if (literal.kind !== 'number') return undefined;
  return /^0[xb]|^[\d_]+[uUlL]*$/.test(literal.text) ? 'integer' : 'float';
}

function tooFew(call: PrintfCall, slots: readonly Slot[]): Lint {
  const given = call.arguments.length;
  const missing = slots.slice(given);
  const [first] = missing;
  const at = first ? spanOf(call, first.conversion) : call.formatSpan;
  const zeros = missing.map(({ conversion, isStar }) => zeroFor(conversion, isStar));
  const message =
    `The format asks for ${count(slots.length, 'value')}, but ${given === 0 ? 'none' : given} ` +
    `${given === 1 ? 'is' : 'are'} given: nothing is left for ${first?.conversion.specifier}.`;
  const surplus = [...new Set(missing.map(({ conversion }) => conversion))];
  const isWhole = !slots.slice(0, given).some(({ conversion }) => surplus.includes(conversion));
  const fixes = [
    fixOf(`Add ${zeros.join(', ')}`, [
      { from: call.end, to: call.end, insert: zeros.map((zero) => `, ${zero}`).join('') },
    ]),
  ];
  if (isWhole) {
    const specifiers = surplus.map(({ specifier }) => specifier).join(' and ');
    const edits = surplus.map((conversion) => ({ ...spanOf(call, conversion), insert: '' }));
    fixes.push(fixOf(`Remove ${specifiers} from the format`, edits));
  }
  return lintAt(at, message, fixes);
}

function zeroFor({ rule }: Conversion, isStar: boolean): string {
  const kind = isStar ? 'integer' : rule.takes;
  return kind === 'text' ? '""' : kind === 'float' ? '0.0' : '0';
}

function tooMany(
  call: PrintfCall,
  wanted: number,
  kinds: readonly (PrintedKind | undefined)[],
): Lint {
  const surplus = call.arguments.slice(wanted);
  const first = surplus[0]?.[0];
  const last = surplus.at(-1)?.at(-1);
  const before = call.arguments[wanted - 1]?.at(-1)?.to ?? call.formatSpan.to;
  const span = first && last ? { from: first.from, to: last.to } : call.formatSpan;
  const message =
    `The format asks for ${wanted === 0 ? 'no value' : count(wanted, 'value')}, but ` +
    `${call.arguments.length} ${call.arguments.length === 1 ? 'is' : 'are'} given: ` +
    `${surplus.length === 1 ? 'the last is' : `the last ${surplus.length} are`} not printed.`;
  const remove = fixOf(surplus.length === 1 ? 'Remove the last value' : 'Remove the last values', [
    { from: before, to: last?.to ?? before, insert: '' },
  ]);
  const own = kinds.slice(wanted);
  if (own.some((kind) => kind === undefined)) return lintAt(span, message, [remove]);
  const specifiers = own.map((kind) => ` ${specifierFor(kind ?? 'integer')}`).join('');
  // Before the final line break, which nearly every format has.
  const index = call.format.endsWith('\n') ? call.format.length - 1 : call.format.length;
  const at = call.offsets[index] ?? call.formatSpan.to - 1;
  const print = fixOf(`Add${specifiers} to the format`, [{ from: at, to: at, insert: specifiers }]);
  return lintAt(span, message, [print, remove]);
}

function mismatch(
  call: PrintfCall,
  { conversion, isStar }: Slot,
  kind: PrintedKind,
  argument: readonly Token[],
  text: string,
): Lint | undefined {
  const wanted = isStar ? 'integer' : conversion.rule.takes;
  if (wanted === kind) return undefined;
  const span = spanOf(call, conversion);
  const written = text.slice(argument[0]?.from, argument.at(-1)?.to);
  const what = isStar ? `The star of ${conversion.specifier}` : conversion.specifier;
  const message = `${what} takes ${NOUNS[wanted]}, but ${brief(written.replaceAll(/\s+/g, ' '), 40)} is ${NOUNS[kind]}.`;
  if (isStar) return lintAt(span, message, []);
  const right = withType(conversion, kind);
  return lintAt(span, message, [fixOf(`Change it to ${right}`, [{ ...span, insert: right }])]);
}

const NOUNS: Readonly<Record<PrintedKind, string>> = {
  integer: 'a whole number',
  float: 'a float',
  text: 'a string',
};

/** The conversion for that kind. Drops a precision, which has another meaning for integers. */
function withType({ specifier, precision }: Conversion, kind: PrintedKind): string {
  const letter = specifierFor(kind).slice(1);
  const withoutSize = specifier.replace(/(?:hh|h|ll|l|L|j|z|t)?.$/u, '');
  const isPlaces = kind !== 'float' && typeof precision === 'number';
  return (isPlaces ? withoutSize.replace(/\.\d*$/, '') : withoutSize) + letter;
}

function specifierFor(kind: PrintedKind): string {
  switch (kind) {
    case 'integer':
      return '%d';
    case 'float':
      return '%f';
    case 'text':
      return '%s';
    default:
      return assertNever(kind);
  }
}

function spanOf({ offsets, formatSpan }: PrintfCall, { at, specifier }: Conversion): Span {
  return {
    from: offsets[at] ?? formatSpan.from,
    to: offsets[at + specifier.length] ?? formatSpan.to,
  };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/**
 * The kinds of the arguments of each `printf` call that the compiler kept, by format.
 *
 * Reads them from the WGSL of the module `printing`: a message begins with a record of kind 1,
 * which holds the hash of its format, and a record is written for each argument after it.
 */
type PrintedArguments = ReadonlyMap<string, readonly (readonly PrintedKind[])[]>;

/** `writeRecord_0(at, u32(1), u32(i32(-1606969048)));` */
const RECORD = /^(?=.*\);$)\s*writeRecord_\w+\(.*, u32\((?<kind>\d+)\), (?<low>.*)\);$/;
const HASH = /^u32\((?:i32\()?(?<hash>-?\d+)\)?\)$/;
const ARGUMENT = /^\s*(?<writer>write_\w+)\(/;
const WRITER = /^fn (?<writer>write_\w+)\( *this_\w+ : (?<type>\w+),/gm;

const FORMAT = '1';
const TEXT = '2';
const KINDS: Readonly<Record<string, PrintedKind>> = {
  bool: 'integer',
  i32: 'integer',
  u32: 'integer',
  f16: 'float',
  f32: 'float',
};

function readPrintedArguments({ code, hashedStrings }: CompiledProgram): PrintedArguments {
  const writers = new Map(
    [...code.matchAll(WRITER)].map(({ groups = {} }) => [
      groups['writer'] ?? '',
      ownValue(KINDS, groups['type'] ?? ''),
    ]),
  );
  const found = new Map<string, PrintedKind[][]>();
  let open: PrintedKind[] | undefined;
  for (const line of code.split('\n')) {
    const record = RECORD.exec(line)?.groups;
    if (record?.['kind'] === FORMAT) {
      open = [];
      const format = hashedStrings[Number(HASH.exec(record['low'] ?? '')?.groups?.['hash']) >>> 0];
      if (format !== undefined) found.set(format, [...(found.get(format) ?? []), open]);
    } else if (record?.['kind'] === TEXT) {
      open?.push('text');
    } else if (/^\s*\}/.test(line)) {
      open = undefined;
    } else {
      const kind = writers.get(ARGUMENT.exec(line)?.groups?.['writer'] ?? '');
      if (kind) open?.push(kind);
    }
  }
  return found;
}

/** A call of `printf` with a literal format. */
interface PrintfCall {
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
function printfCalls({ tokens, imports, declarations }: Source): PrintfCall[] {
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
