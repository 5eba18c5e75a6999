import type { Words } from './codeWords.ts';
import { type DeclarationIndex, type DeclaredLines, isInside } from './declaredLines.ts';
import type { CodeFunction } from './lineMap.ts';
import type { PlacedCode } from './placedCode.ts';
import type { Place } from './printedFiles.ts';

export function readScopes(
  lines: readonly string[],
  words: (at: number) => Words,
  { functions, placeAt, index }: PlacedCode,
) {
  const ranges = new Array<CodeFunction | undefined>(lines.length);
  for (const each of functions) ranges.fill(each, each.from - 1, each.to);
  const scopes = new Map<CodeFunction, DeclaredLines | null>();
  const allWords = new Map<CodeFunction, Words>();
  const scopeOf = (range: CodeFunction) => {
    const votes = new Map<DeclaredLines, number>();
    const parts = new Set(range.name.split(/[._ ]/));
    for (let at = range.from - 1; at < range.to; at += 1) {
      const place = placeAt(at);
      const declared = place && index.functionAt(place.known, place.line);
      if (!declared) continue;
      // A function keeps its name in the code, whereas an inlined function's name is lost.
      const worth = parts.has(declared.name) ? 1000 : 1;
      votes.set(declared, (votes.get(declared) ?? 0) + worth);
    }
    const [most] = [...votes].toSorted(([, one], [, other]) => other - one);
    return most?.[0] ?? null;
  };
  const at = (line: number) => {
    const range = ranges[line];
    if (!range) return null;
    const known = scopes.get(range);
    if (known !== undefined) return known;
    const scope = scopeOf(range);
    scopes.set(range, scope);
    return scope;
  };
  return {
    /** The source function that a line of code belongs to. */
    at,
    /** The line of that function that the preceding code comes from. */
    near(line: number): number {
      const range = ranges[line];
      const scope = at(line);
      for (let before = line; range && scope && before >= range.from - 1; before -= 1) {
        const place = placeAt(before);
        if (place && isInside(scope, place)) return place.line;
      }
      return scope?.line ?? 0;
    },
    /** The words of the code function around a line; outside of functions, the line's own words. */
    wordsAt(line: number): Words {
      const range = ranges[line];
      if (!range) return words(line);
      const known = allWords.get(range);
      if (known) return known;
      const all = new Set<string>();
      for (let each = range.from - 1; each < range.to; each += 1) {
        for (const word of words(each)) all.add(word);
      }
      allWords.set(range, all);
      return all;
    },
    /** The index of the first line of the function's body. */
    bodyAt(line: number): number {
      const range = ranges[line];
      let body = range ? range.from - 1 : line;
      while (range && body < range.to && lines[body] !== '{') body += 1;
      return body;
    },
  };
}

const MAX_CALL_DEPTH = 5;

export function createCallFinder({ index, hasFunction }: PlacedCode) {
  const calls = new Map<DeclaredLines, ReadonlyMap<DeclaredLines, readonly Place[]>>();
  /** The calls of a function, grouped by the calling function. */
  const callsOf = (inner: DeclaredLines) => {
    const known = calls.get(inner);
    if (known) return known;
    const found = new Map<DeclaredLines, Place[]>();
    for (const each of index.linesWith(nameOfCalls(inner, index))) {
      const around = index.functionAt(each.known, each.line);
      const same = around && found.get(around);
      if (same) same.push(each);
      else if (around) found.set(around, [each]);
    }
    calls.set(inner, found);
    return found;
  };
  return {
    /** Whether a place is in a function that the compiler inlined into another one. */
    isInlined(place: Place, scope: DeclaredLines): boolean {
      const around = index.functionAt(place.known, place.line);
      return around !== null && around !== scope && !hasFunction(around.name);
    },
    /** Whether one of several places calls the function around a place. */
    hasCall(place: Place, others: readonly Place[]): boolean {
      const around = index.functionAt(place.known, place.line);
      if (!around) return false;
      const name = nameOfCalls(around, index);
      return others.some(
        (each) => !isInside(around, each) && each.known.wordsAt(each.line).has(name),
      );
    },
    /** The chain of calls from a function to an inlined place, outermost last. */
    to(place: Place, scope: DeclaredLines, near: number): Place[] {
      const found: Place[] = [];
      let inner = index.functionAt(place.known, place.line);
      const seen = new Set<DeclaredLines>();
      while (inner && inner !== scope && !seen.has(inner) && found.length < MAX_CALL_DEPTH) {
        seen.add(inner);
        const call = nearestCall(callsOf(inner), { scope, near, seen });
        if (!call) break;
        found.push(call);
        inner = index.functionAt(call.known, call.line);
      }
      return found;
    },
  };
}

/** A constructor is called by its struct's name. */
function nameOfCalls(inner: DeclaredLines, index: DeclarationIndex): string {
  if (inner.name !== '__init') return inner.name;
  const struct = index.all.find(
    (each) => each.kind === 'struct' && each.known === inner.known && isInside(each, inner),
  );
  return struct?.name ?? inner.name;
}

interface CallSearch {
  readonly scope: DeclaredLines;
  readonly near: number;
  readonly seen: ReadonlySet<DeclaredLines>;
}

function nearestCall(
  calls: ReadonlyMap<DeclaredLines, readonly Place[]>,
  { scope, near, seen }: CallSearch,
): Place | undefined {
  const inScope = calls.get(scope);
  if (inScope) {
    // The compiler emits inlined code in the order of the calls.
    const distance = ({ line }: Place) => (line >= near ? line - near : (near - line) * 2);
    return inScope.reduce((best, each) => (distance(each) < distance(best) ? each : best));
  }
  for (const [around, [first]] of calls) if (!seen.has(around)) return first;
  return undefined;
}
