import { ownValue } from '#core/util/ownValue.ts';
import type { AlignedLine } from './alignLines.ts';
import { baseName, type CodeBlock, readBlocks } from './codeBlocks.ts';
import { type LineTokens, similarity, type TokenReader } from './lineTokens.ts';

/** A line of a declaration. */
export interface BlockLine extends AlignedLine {
  /** Zero-based, in the code. */
  readonly index: number;
}

/** A declaration with what it is compared by. */
export interface ComparedBlock {
  readonly block: CodeBlock;
  /** Without empty lines and directives. */
  readonly lines: readonly BlockLine[];
  /** All of its words and numbers. */
  readonly tokens: LineTokens;
  /** The types in its header, in one spelling for all languages. */
  readonly signature: string;
  /** Its number among those of the same kind and name in its code. */
  readonly ordinal: number;
}

/** The declarations of WGSL or HLSL. */
export function readComparedBlocks(
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
export function blockKey({ kind, name }: CodeBlock): string {
  return `${kind} ${baseName(name)}`;
}

/** With more candidates than this, only those with a near ordinal are compared. */
const MANY = 100;
const MAX_ORDINAL_DISTANCE = 20;

/** The one of the candidates that is most like a declaration. */
export function choosePartner<Candidate extends ComparedBlock>(
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
    // Overloads may differ in nothing but their order and their numbers.
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

/** Sorted, because the languages write types at different places. */
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
