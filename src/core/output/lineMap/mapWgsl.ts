import { type AlignedLine, alignLines } from './alignLines.ts';
import { textFunctions } from './functionsIn.ts';
import type { KnownTexts, LineOrigin, MainOrigins, OutputCode, SourceFile } from './lineMap.ts';
import { contains, createTokenReader, type LineTokens } from './lineTokens.ts';
import { mapDirectives } from './mapDirectives.ts';
import { blockKey, type ComparedBlock, choosePartner, readComparedBlocks } from './pairBlocks.ts';
import { shareFiles } from './shareFiles.ts';
import { fillTemporaries } from './temporaries.ts';

type Origins = (LineOrigin | null)[];

/**
 * Aligns WGSL, which has no `#line` directives, with the HLSL of the same program. Both have the same
 * declarations and statements, except for numbers at the ends of names, types and syntax.
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

/** A declaration of HLSL with what the lines of its code come from. */
interface Partner extends ComparedBlock {
  readonly origins: readonly (LineOrigin | null)[];
}

/** Takes over the origins of the partner's lines. */
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
  // The compiler counts lines of braces on, whatever they belong to.
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

/** WGSL gives the thread's number three components; the compiler takes those that the source has. */
const PARAMETER = /^var (\w+)_\d+ : [^=]* = (?:\w+\()?\1_\d+(?:\.\w+)?\)?;$/;

/** How many lines of a partner are looked at for a line without a partner. */
const MAX_LOOK = 20;

/**
 * Pairs lines without partners with a line between those of their neighbours whose tokens they all
 * have: WGSL assigns the members of a struct one by one.
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

/** Statements without partners come from the line that those before and after them come from. */
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

/** From the first line to the last in the file that most lines come from. */
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
