import type { DeclarationIndex, DeclaredLines } from './declaredLines.ts';
import type { CodeFunction } from './lineMap.ts';
import type { PrintedCode } from './printedCode.ts';
import { isDerivative } from './sourceName.ts';

/**
 * Finds the declaration that a function of target code comes from: of those with its name, or with a
 * part of it, such as `center` for `Rectangle_center_get`, the one that most of its lines come from.
 * Entry points of GLSL have no name of their own, but the place of their header. Null if its lines
 * come from no function, and for derivatives of the compiler's own functions.
 */
export function sourceFunction(
  { places }: PrintedCode,
  { name, from, to }: CodeFunction,
  index: DeclarationIndex,
): DeclaredLines | null {
  const votes = new Map<DeclaredLines, number>();
  for (let at = from - 1; at < to; at += 1) {
    const place = places[at];
    const declared = place && index.functionAt(place.known, place.line);
    if (declared) votes.set(declared, (votes.get(declared) ?? 0) + 1);
  }
  for (const part of partsOf(name)) {
    const declared = mostVoted(index.named(part), votes, places.slice(from - 1, to));
    if (declared) return declared;
  }
  if (isDerivative(name)) return null;
  const header = places.slice(from - 1, to).find((place) => place !== null);
  const begun = header ? index.functionAt(header.known, header.line) : null;
  return begun && begun.line === header?.line ? begun : mostVoted([...votes.keys()], votes, []);
}

function partsOf(name: string): string[] {
  const lambda = /^lambda in (\w+)$/.exec(name)?.[1];
  if (lambda !== undefined) return [lambda];
  return [name, ...name.split(/[._]/).toReversed()].flatMap((part) => {
    if (part.startsWith('operator')) return ['operator'];
    return part === '' ? [] : [part];
  });
}

function mostVoted(
  declarations: readonly DeclaredLines[],
  votes: ReadonlyMap<DeclaredLines, number>,
  places: PrintedCode['places'],
): DeclaredLines | null {
  let best: DeclaredLines | null = null;
  let most = 0;
  for (const each of declarations) {
    const inside = places.filter(
      (place) => place?.known === each.known && each.from <= place.line && place.line <= each.to,
    ).length;
    const count = Math.max(votes.get(each) ?? 0, inside);
    if (count > most) {
      most = count;
      best = each;
    }
  }
  return best;
}
