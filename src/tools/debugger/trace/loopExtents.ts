import { createMacroConditions } from '#core/source/conditions.ts';
import type { Site } from '#core/source/instrument/site.ts';
import { afterClosing, readTokensInSlices, type Span, type Token } from '#core/source/tokens.ts';
import type { Sliced } from '#core/util/slices.ts';

/** A loop in the source, from its keyword to the end of its body. */
export interface LoopExtent extends Span {
  readonly site: Site;
  /** One-based. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Locates the loops whose iterations are recorded. */
export function* loopExtents(
  source: string,
  sites: readonly Site[],
): Sliced<readonly LoopExtent[]> {
  const iterations = sites.filter(({ event }) => event.kind === 'iteration');
  if (iterations.length === 0) return [];
  const tokens = yield* readTokensInSlices(source, undefined, createMacroConditions());
  const indices = new Map(tokens.map(({ from }, index) => [from, index]));
  return iterations.map((site) => {
    const index = indices.get(site.from);
    const end = index === undefined ? undefined : tokens[afterStatement(tokens, index) - 1]?.to;
    const to = end ?? site.to;
    return {
      site,
      from: site.from,
      to,
      firstLine: site.line,
      lastLine: site.line + lineBreaks(source, site.from, to),
    };
  });
}

/** Index after the statement that starts at a token. */
function afterStatement(tokens: readonly Token[], start: number): number {
  let at = start;
  while (at < tokens.length) {
    const { text = '' } = tokens[at] ?? {};
    if (text === '{') return afterClosing(tokens, at);
    if (text === ';') return at + 1;
    if (text === 'do' || text === 'else') at += 1;
    else if (/^(?:for|while|if|switch)$/.test(text)) {
      const body = afterClosing(tokens, at + 1);
      const next = afterStatement(tokens, body);
      if (text !== 'if' || tokens[next]?.text !== 'else') return next;
      at = next;
    } else at = afterClosing(tokens, at);
  }
  return at;
}

function lineBreaks(source: string, from: number, to: number): number {
  let count = 0;
  for (let at = source.indexOf('\n', from); at >= 0 && at < to; at = source.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}
