import type { Token } from '#core/source/tokens.ts';
import type { Body } from './bodies.ts';

/** Why functions are left out that also run elsewhere: other stages may have no buffer to write. */
export const OTHER_STAGE = 'A shader of another stage than compute runs this: it is not recorded.';

/** Functions that entry points of other stages than compute call, as far as names tell, and those. */
export function bodiesOfOtherStages(
  tokens: readonly Token[],
  bodies: readonly Body[],
): ReadonlySet<Body> {
  const byName = new Map<string, Body[]>();
  for (const body of bodies) {
    const name = tokens[body.nameAt]?.text ?? '';
    byName.set(name, [...(byName.get(name) ?? []), body]);
  }
  const found = new Set<Body>();
  const waiting = bodies.filter(({ attributes }) => {
    const stage = attributes.get('shader');
    return stage !== undefined && stage !== '"compute"';
  });
  for (let body = waiting.pop(); body; body = waiting.pop()) {
    if (found.has(body)) continue;
    found.add(body);
    for (const { kind, text } of tokens.slice(body.open, body.end)) {
      if (kind === 'word') waiting.push(...(byName.get(text) ?? []));
    }
  }
  return found;
}
