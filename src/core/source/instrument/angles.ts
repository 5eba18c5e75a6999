import type { Token } from '#core/source/tokens.ts';

/** Of what ends a declaration's head behind its constraints, which have operators: `where T.D == T`. */
export function afterWhere(tokens: readonly Token[], start: number, end: number): number {
  let at = start;
  while (at < end && !/^[;{}]$/.test(tokens[at]?.text ?? '')) at += 1;
  return at;
}
