import type { Finding, HeatMap } from './search.ts';
import type { InstrumentedProgram } from './site.ts';
import { TRACE_LAYOUT as AT, FINDING_WORDS, FINDINGS_PER_SITE } from './traceLayout.ts';

const KINDS = {
  'non-finite': ['NaN', 'infinity'],
  'out-of-range': ['out of range'],
} as const;

/** The findings of a search by site, NaN before infinity. */
export function decodeFindings(
  program: InstrumentedProgram,
  words: Uint32Array,
  search: keyof typeof KINDS,
): Finding[] {
  const word = (at: number) => words[at] ?? 0;
  return program.sites.flatMap(({ id, line }) =>
    KINDS[search].flatMap((what, kind) => {
      const at = word(AT.counts) + (id * FINDINGS_PER_SITE + kind) * FINDING_WORDS;
      const count = word(at);
      const entryPoint = program.entryPoints[word(at + 1) - 1];
      if (count === 0 || entryPoint === undefined) return [];
      const thread = [word(at + 2), word(at + 3), word(at + 4)] as const;
      return [{ site: id, line, count, what, entryPoint, thread }];
    }),
  );
}

/** The cost of each thread of the entry point, in executed sites. */
export function decodeHeat(
  words: Uint32Array,
  { entryPoint, width, height }: Pick<HeatMap, 'entryPoint' | 'width' | 'height'>,
): HeatMap {
  const first = words[AT.counts] ?? 0;
  const counts = words.slice(first, first + width * height);
  const most = counts.reduce((one, other) => Math.max(one, other), 0);
  return { entryPoint, width, height, counts, most };
}
