import { longestRising } from '#core/util/matchInOrder.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { textFunctions } from './codeFunctions.ts';
import type { KnownTexts, LineOrigin, MainOrigins, OutputCode, SourceFile } from './lineMap.ts';
import {
  baseName,
  type CodeBlock,
  contains,
  createTokenReader,
  fillTemporaries,
  type LineTokens,
  readBlocks,
  similarity,
  type TokenReader,
} from './lineTokens.ts';
import { mapDirectives } from './mapDirectives.ts';
import { shareFiles } from './printedFiles.ts';

type Origins = (LineOrigin | null)[];

/**
 * Aligns WGSL, which has no `#line` directives, with the HLSL of the same program. Both have the
 * same declarations and statements; only name suffixes, types and syntax differ.
 */
export function mapWgsl(code: string, hlsl: readonly OutputCode[], texts: KnownTexts): MainOrigins {
  const readTokens = createTokenReader();
  const files: SourceFile[] = [];
  const partners = new Map<string, Partner[]>();
  for (const relative of hlsl) {
    const relativeLines = relative.code.split('\n');
    const { origins } = shareFiles(mapDirectives(relative.code, texts), files);
    for (const block of readComparedBlocks(relativeLines, readTokens)) {
      const partner = { ...block, origins };
      const key = blockKey(partner.block);
      const same = partners.get(key);
      if (same) same.push(partner);
      else partners.set(key, [partner]);
    }
  }
  const lines = code.split('\n');
  const origins: Origins = lines.map(() => null);
  for (const own of readComparedBlocks(lines, readTokens)) {
    const partner = choosePartner(own, partners.get(blockKey(own.block)) ?? []);
    if (partner) takeOrigins(own, partner, origins);
  }
  return { files, origins, functions: textFunctions(lines) };
}

/** An HLSL declaration with the origins of its lines. */
interface Partner extends ComparedBlock {
  readonly origins: readonly (LineOrigin | null)[];
}

function takeOrigins(own: ComparedBlock, partner: Partner, origins: Origins): void {
  const { block } = own;
  const header = partner.origins[partner.block.header] ?? null;
  const attributes = partner.origins[partner.block.from] ?? null;
  origins.fill(attributes, block.from, block.header);
  origins[block.header] = header;
  const ownBody = own.lines.filter(({ index }) => index > block.header);
  const partnerBody = partner.lines.filter(({ index }) => index > partner.block.header);
  const partnerOrigins = partnerBody.map(({ index }) => partner.origins[index] ?? null);
  const pairs = addParts(ownBody, partnerBody, alignLines(ownBody, partnerBody));
  const found = [...pairs].map((pair) => partnerOrigins[pair] ?? null);
  // The compiler numbers lone braces consecutively, wherever they belong.
  const isStatement = (line?: AlignedLine) => line !== undefined && line.tokens.length > 0;
  const range =
    block.kind === 'function'
      ? rangeOf(partnerOrigins.filter((_, at) => isStatement(partnerBody[at])))
      : null;
  const between = fillBetween(found, (at) => isStatement(ownBody[at]));
  const filled = fillTemporaries(
    ownBody.map(({ text }) => text),
    between,
  );
  for (const [at, origin] of filled.entries()) {
    const line = ownBody[at];
    if (line) origins[line.index] = origin ?? (PARAMETER.test(line.text) ? header : range);
  }
}

/** WGSL gives a thread id three components; the compiler drops those the source does not use. */
const PARAMETER = /^var (\w+)_\d+ : [^=]* = (?:\w+\()?\1_\d+(?:\.\w+)?\)?;$/;

/** The most partner lines searched for an unpaired line. */
const MAX_LOOK = 20;

/**
 * Pairs an unpaired line with a partner line between its neighbours' partners if it contains all
 * tokens of that line: WGSL assigns the members of a struct one by one.
 */
function addParts(
  own: readonly AlignedLine[],
  partner: readonly AlignedLine[],
  pairs: Int32Array,
): Int32Array {
  const added = pairs.slice();
  let from = 0;
  for (const [at, { tokens }] of own.entries()) {
    const pair = pairs[at] ?? -1;
    if (pair >= 0) from = pair;
    if (pair >= 0 || tokens.length < 3) continue;
    const next = pairs.subarray(at, at + MAX_LOOK).find((other) => other >= 0);
    const near = partner.slice(from, (next ?? from + MAX_LOOK) + 1);
    const whole = near.findIndex((line) => isPart(tokens, line.tokens));
    if (whole >= 0) added[at] = from + whole;
  }
  return added;
}

function isPart(tokens: LineTokens, whole: LineTokens): boolean {
  return whole.length > 2 && whole.length * 2.5 > tokens.length && contains(tokens, whole);
}

/** Gives unpaired statements the line that the statements before and after them share. */
function fillBetween(found: Origins, isStatement: (at: number) => boolean): Origins {
  const filled = [...found];
  let last = -1;
  for (const [at, origin] of found.entries()) {
    if (origin === null || !isStatement(at)) continue;
    const before = found[last];
    for (let between = last + 1; before && between < at; between += 1) {
      if (isSame(before, origin)) filled[between] ??= before;
    }
    last = at;
  }
  return filled;
}

function isSame(one: LineOrigin, other: LineOrigin): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The range from the first to the last line, within the file that most lines come from. */
function rangeOf(origins: readonly (LineOrigin | null)[]): LineOrigin | null {
  const ranges = new Map<number, { count: number; from: number; to: number }>();
  for (const origin of origins) {
    if (origin?.kind !== 'line') continue;
    const { file, line } = origin;
    const { count, from, to } = ranges.get(file) ?? { count: 0, from: line, to: line };
    ranges.set(file, { count: count + 1, from: Math.min(from, line), to: Math.max(to, line) });
  }
  const [most] = [...ranges].toSorted(([, one], [, other]) => other.count - one.count);
  if (!most) return null;
  const [file, { from, to }] = most;
  return { kind: 'function', file, from, to };
}

interface BlockLine extends AlignedLine {
  /** Zero-based index in the code. */
  readonly index: number;
}

/** A declaration with the features that are compared. */
interface ComparedBlock {
  readonly block: CodeBlock;
  /** Without empty lines and directives. */
  readonly lines: readonly BlockLine[];
  readonly tokens: LineTokens;
  /** The types in its header, in one spelling for all languages. */
  readonly signature: string;
  /** Its index among the declarations of the same kind and name. */
  readonly ordinal: number;
}

function readComparedBlocks(
  codeLines: readonly string[],
  readTokens: TokenReader,
): ComparedBlock[] {
  const counts = new Map<string, number>();
  return readBlocks(codeLines).map((block) => {
    const key = blockKey(block);
    const ordinal = counts.get(key) ?? 0;
    counts.set(key, ordinal + 1);
    const lines = readLines(codeLines, block, readTokens);
    const tokens = allTokens(lines);
    const signature = signatureOf(codeLines[block.header] ?? '');
    return { block, lines, tokens, signature, ordinal };
  });
}

function allTokens(lines: readonly BlockLine[]): LineTokens {
  const all = new Int32Array(lines.reduce((sum, { tokens }) => sum + tokens.length, 0));
  let next = 0;
  for (const { tokens } of lines) {
    all.set(tokens, next);
    next += tokens.length;
  }
  return all.sort();
}

function readLines(
  codeLines: readonly string[],
  { from, to }: CodeBlock,
  readTokens: TokenReader,
): BlockLine[] {
  const lines: BlockLine[] = [];
  for (let index = from; index <= to; index += 1) {
    const text = (codeLines[index] ?? '').trim();
    if (text !== '' && !text.startsWith('#')) lines.push({ index, text, tokens: readTokens(text) });
  }
  return lines;
}

/** Such as `function ring`. */
function blockKey({ kind, name }: CodeBlock): string {
  return `${kind} ${baseName(name)}`;
}

/** With more candidates than this, only those with a nearby ordinal are compared. */
const MANY = 100;
const MAX_ORDINAL_DISTANCE = 20;

/** The candidate most similar to a declaration; null if there is none. */
function choosePartner<Candidate extends ComparedBlock>(
  own: ComparedBlock,
  candidates: readonly Candidate[],
): Candidate | null {
  let best: Candidate | null = null;
  let bestScore = -1;
  for (const candidate of candidates) {
    if (
      candidates.length > MANY &&
      Math.abs(candidate.ordinal - own.ordinal) > MAX_ORDINAL_DISTANCE
    )
      continue;
    const score = scoreOf(own, candidate);
    if (score <= bestScore) continue;
    best = candidate;
    bestScore = score;
  }
  return best;
}

function scoreOf(one: ComparedBlock, other: ComparedBlock): number {
  return (
    similarity(one.tokens, other.tokens) +
    (one.signature === other.signature ? 0.2 : 0) +
    // Overloads may differ only in their order and their suffixes.
    (one.ordinal === other.ordinal ? 0.02 : 0) +
    (one.block.name === other.block.name ? 0.01 : 0)
  );
}

const SCALARS: Readonly<Record<string, string>> = {
  f32: 'float',
  f16: 'half',
  i32: 'int',
  u32: 'uint',
};

/** Sorted, because the languages write types in different positions. */
function signatureOf(header: string): string {
  const scalar = (type: string) => ownValue(SCALARS, type) ?? type;
  const types = header
    .replace(/\bvec(\d)<(\w+)>/g, (_, size: string, type: string) => `${scalar(type)}${size}`)
    .replace(/\bmat(\dx\d)<(\w+)>/g, (_, size: string, type: string) => `${scalar(type)}${size}`)
    .match(/\w+/g);
  return (types ?? [])
    .map(scalar)
    .filter((word) => TYPE.test(word))
    .sort()
    .join(' ');
}

const TYPE = /^(?:float|half|int|uint|bool)(?:\d(?:x\d)?)?$/;

interface AlignedLine {
  readonly tokens: LineTokens;
  /** Trimmed, such as `{`. */
  readonly text: string;
}

/** Less similar lines are never partners. */
const MIN_SIMILARITY = 0.5;

/** The largest alignment table, with a cell per pair of lines. Longer stretches are halved. */
const MAX_CELLS = 250_000;

/** The weight of a line without words, such as a brace. */
const EMPTY_WEIGHT = 0.1;

/**
 * Finds the partner in `theirs` of each line of `ours`; -1 if there is none. Partners keep the
 * order. Equal lines that occur once on each side are paired first, then similar lines between
 * them.
 */
function alignLines(ours: readonly AlignedLine[], theirs: readonly AlignedLine[]): Int32Array {
  const partners = new Int32Array(ours.length).fill(-1);
  let from = { our: 0, their: 0 };
  const end = { our: ours.length, their: theirs.length };
  for (const anchor of [...findAnchors(ours, theirs), end]) {
    alignBetween({ ours, theirs, from, to: anchor }, partners);
    if (anchor !== end) partners[anchor.our] = anchor.their;
    from = { our: anchor.our + 1, their: anchor.their + 1 };
  }
  return partners;
}

interface Place {
  readonly our: number;
  readonly their: number;
}

/** Equal lines that occur once on each side: the longest sequence in the same order on both. */
function findAnchors(ours: readonly AlignedLine[], theirs: readonly AlignedLine[]): Place[] {
  const their = uniqueLines(theirs);
  const common: Place[] = [];
  for (const [key, our] of uniqueLines(ours)) {
    const partner = their.get(key);
    if (partner !== undefined && our >= 0 && partner >= 0) common.push({ our, their: partner });
  }
  common.sort((one, other) => one.our - other.our);
  return longestRising(common, ({ their }) => their);
}

/** Indices of lines with at least two tokens, keyed by the tokens; -1 if several lines match. */
function uniqueLines(lines: readonly AlignedLine[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [index, { tokens }] of lines.entries()) {
    if (tokens.length < 2) continue;
    const key = tokens.join(' ');
    places.set(key, places.has(key) ? -1 : index);
  }
  return places;
}

interface Stretch {
  readonly ours: readonly AlignedLine[];
  readonly theirs: readonly AlignedLine[];
  readonly from: Place;
  readonly to: Place;
}

function alignBetween(stretch: Stretch, partners: Int32Array): void {
  const { from, to } = stretch;
  const rows = to.our - from.our;
  const columns = to.their - from.their;
  if (rows <= 0 || columns <= 0) return;
  if (rows * columns <= MAX_CELLS) {
    alignTable(stretch, partners);
    return;
  }
  const middle = { our: from.our + (rows >> 1), their: from.their + (columns >> 1) };
  alignBetween({ ...stretch, to: middle }, partners);
  alignBetween({ ...stretch, from: middle }, partners);
}

/** Maximises the total similarity of the partners by dynamic programming. */
function alignTable(stretch: Stretch, partners: Int32Array): void {
  const { from, to } = stretch;
  const rows = to.our - from.our;
  const columns = to.their - from.their;
  const choices = chooseSteps(stretch, rows, columns);
  let row = 0;
  let column = 0;
  while (row < rows && column < columns) {
    const choice = choices[row * columns + column];
    if (choice === PAIR) partners[from.our + row] = from.their + column;
    if (choice !== SKIP_THEIRS) row += 1;
    if (choice !== SKIP_OURS) column += 1;
  }
}

/** The best step from each pair of lines, row by row. */
function chooseSteps({ ours, theirs, from }: Stretch, rows: number, columns: number): Uint8Array {
  // The best total from a row and column onwards, kept for two rows at a time.
  let below = new Float64Array(columns + 1);
  let current = new Float64Array(columns + 1);
  const choices = new Uint8Array(rows * columns);
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const gain = gainOf(ours[from.our + row], theirs[from.their + column]);
      const paired = gain > 0 ? gain + (below[column + 1] ?? 0) : -1;
      const withoutOurs = below[column] ?? 0;
      const withoutTheirs = current[column + 1] ?? 0;
      const best = Math.max(paired, withoutOurs, withoutTheirs);
      current[column] = best;
      choices[row * columns + column] =
        best === paired ? PAIR : best === withoutTheirs ? SKIP_THEIRS : SKIP_OURS;
    }
    [below, current] = [current, below];
  }
  return choices;
}

const SKIP_OURS = 1;
const SKIP_THEIRS = 2;
const PAIR = 3;

/** The gain from pairing two lines; 0 if they cannot be partners. */
function gainOf(our: AlignedLine | undefined, their: AlignedLine | undefined): number {
  if (!our || !their) return 0;
  const length = our.tokens.length + their.tokens.length;
  if (length === 0) return our.text === their.text ? EMPTY_WEIGHT : 0;
  if (our.tokens.length === 0 || their.tokens.length === 0) return 0;
  const shorter = Math.min(our.tokens.length, their.tokens.length);
  if ((2 * shorter) / length < MIN_SIMILARITY) return 0;
  const alike = similarity(our.tokens, their.tokens);
  // Long lines are less often similar by chance.
  return alike < MIN_SIMILARITY ? 0 : alike * (1 + Math.min(length, 20) / 20);
}
