import type { WgslError } from '#program/wgsl/wgslErrors.ts';
import { wordsOf } from './errorPlace.ts';

/** A part of a line: one-based column and length, in UTF-16 units. */
export interface LineRange {
  readonly column: number;
  readonly length: number;
}

/** The source's words for what WGSL names otherwise. */
const IN_SOURCE: Readonly<Record<string, readonly string[]>> = {
  f16: ['half', 'float16_t'],
  i64: ['int64_t'],
  u64: ['uint64_t'],
  mix: ['lerp'],
  fract: ['frac'],
  workgroupBarrier: ['GroupMemoryBarrierWithGroupSync'],
};

const WORD = /[\p{L}_][\p{L}\p{N}_]*/gu;

/**
 * The first word of what the browser marks that the line of the source has, or else of what follows, or
 * of the whole line of WGSL; undefined if they share no word.
 */
export function rangeInLine(
  source: string,
  wgsl: string,
  { linePos, length }: Pick<WgslError, 'linePos' | 'length'>,
): LineRange | undefined {
  const words = [...source.matchAll(WORD)];
  const from = linePos - 1;
  for (const code of [wgsl.slice(from, from + length), wgsl.slice(from), wgsl]) {
    for (const name of wordsOf(code)) {
      const names = [name, ...(IN_SOURCE[name] ?? [])];
      const found = words.find(([word]) => names.includes(word));
      if (found) return { column: found.index + 1, length: found[0].length };
    }
  }
  return undefined;
}
