import type { WgslError } from '#core/plan/wgsl/wgslErrors.ts';

/** A part of a line: one-based column and length, in UTF-16 units. */
export interface LineRange {
  readonly column: number;
  readonly length: number;
}

/** The part of the line of WGSL that the browser marks. */
type Marked = Pick<WgslError, 'linePos' | 'length'>;

/** The source's words for what WGSL names otherwise. */
const IN_SOURCE: ReadonlyMap<string, readonly string[]> = new Map([
  ['f16', ['half', 'float16_t']],
  ['i64', ['int64_t']],
  ['u64', ['uint64_t']],
  ['mix', ['lerp']],
  ['fract', ['frac']],
  ['workgroupBarrier', ['GroupMemoryBarrierWithGroupSync']],
]);

/** The `f` of `1.0f` is none. */
const WORD = /(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*/gu;

/** What the source may call the first thing that the browser marks; empty if it has no name. */
export function markedNames(wgsl: string, { linePos, length }: Marked): readonly string[] {
  const first = wgsl.slice(linePos - 1, linePos - 1 + length).match(WORD)?.[0] ?? '';
  return wordsOf(first).flatMap(namesInSource);
}

/** Whether a line of the source has one of the names as a whole word. */
export function hasWord(line: string, names: readonly string[]): boolean {
  return (line.match(WORD) ?? []).some((word) => names.includes(word));
}

function namesInSource(name: string): readonly string[] {
  return [name, ...(IN_SOURCE.get(name) ?? [])];
}

/**
 * The first word of what the browser marks that the line of the source has, or else of what follows, or
 * of the whole line of WGSL; undefined if they share no word.
 */
export function rangeInLine(
  source: string,
  wgsl: string,
  { linePos, length }: Marked,
): LineRange | undefined {
  const words = [...source.matchAll(WORD)];
  const from = linePos - 1;
  for (const code of [wgsl.slice(from, from + length), wgsl.slice(from), wgsl]) {
    for (const name of wordsOf(code)) {
      const names = namesInSource(name);
      const found = words.find(([word]) => names.includes(word));
      if (found) return { column: found.index + 1, length: found[0].length };
    }
  }
  return undefined;
}

/** What every program has. */
const COMMON = /^(?:fn|var|let|const|return|array|vec\d|mat\dx\d|f32|i32|u32|bool)$/;

/** Names without the numbers that the compiler appends, except for its own, which begin with `_`. */
export function wordsOf(code: string): string[] {
  return (code.match(WORD) ?? [])
    .filter((word) => !word.startsWith('_') && !COMMON.test(word))
    .map((word) => word.replace(/_\d+$/, ''));
}
