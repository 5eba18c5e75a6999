import { hasOnlyNumbers, type Words } from './codeWords.ts';
import type { DeclarationIndex, DeclaredLines } from './declaredLines.ts';
import { headerLine } from './functionsIn.ts';
import type { CodeFunction } from './lineMap.ts';
import { globalNamed, isInside, nearestSharing, weightShared } from './nearestLine.ts';
import { placeDeclarations } from './placeDeclarations.ts';
import type { Placed, PrintedCode } from './printedCode.ts';
import type { Place } from './printedFiles.ts';
import { isDerivative } from './sourceName.ts';

/**
 * Corrects the places of directives. The compiler repeats the place before for code that has none of
 * its own: temporaries that it moves in front of a statement, copies at the end of a loop, calls
 * after inlined code, members of structs. A place stays if its line explains the code; otherwise the
 * line of the same function that shares most words with it, and is near, takes its place.
 */
export function placeLines(code: PrintedCode, index: DeclarationIndex): (Placed | null)[] {
  const placed: (Placed | null)[] = code.places.map((place) => place && { kind: 'line', place });
  const inFunction = new Uint8Array(code.lines.length);
  for (const each of code.functions) {
    inFunction.fill(1, each.from - 1, each.to);
    placeFunction(code, each, index, placed);
  }
  placeDeclarations(code, inFunction, index, placed);
  return placed;
}

function placeFunction(
  code: PrintedCode,
  range: CodeFunction,
  index: DeclarationIndex,
  placed: (Placed | null)[],
): void {
  const declared = sourceFunction(code, range, index);
  const { name } = range;
  const header = headerLine(code.lines, range);
  let near = declared?.line ?? 0;
  let wasInlined = false;
  for (let at = range.from - 1; at < range.to; at += 1) {
    const place = code.places[at];
    const words = code.words(at);
    if (!place || words.size === 0) continue;
    const isHeader = at + 1 === header && place.known === declared?.known;
    const found: Placed | null =
      isHeader && place.line === declared.line
        ? { kind: 'line', place }
        : correctedPlace({ code, at, name, place, declared, near, wasInlined }, index);
    placed[at] = found;
    if (!declared || found?.kind !== 'line') continue;
    wasInlined = !isInside(declared, found.place);
    if (!wasInlined) near = found.place.line;
  }
  moveWordless(code, range, placed);
}

interface Doubtful {
  readonly code: PrintedCode;
  readonly at: number;
  /** The name of the function. */
  readonly name: string;
  readonly place: Place;
  readonly declared: DeclaredLines | null;
  /** The line of the function that the code before comes from. */
  readonly near: number;
  /** Whether the code before is that of an inlined function. */
  readonly wasInlined: boolean;
}

/** Metal hands the globals on in a struct, which the entry point fills. */
const CONTEXT = /^\s*(?:\(&kernelContext_\d+\)->(\w+?)_\d+ = |threadgroup .* (\w+?)_\d+;$)/;

function correctedPlace(
  { code, at, name, place, declared, near, wasInlined }: Doubtful,
  index: DeclarationIndex,
): Placed | null {
  const words = code.words(at);
  const context = CONTEXT.exec(code.lines[at] ?? '');
  const global = context && globalNamed(context[1] ?? context[2] ?? '', index);
  if (global) return global;
  const better = declared && betterPlace(code, at, place, declared);
  if (better) return { kind: 'line', place: better };
  if (index.explains(place.known, place.line, words)) return { kind: 'line', place };
  if (!declared) return isDerivative(name) ? null : { kind: 'line', place };
  const from = isInside(declared, place) ? place.line : wasInlined ? near + 1 : near;
  const own = nearestSharing(declared, words, from);
  const around = isInside(declared, place) ? null : index.functionAt(place.known, place.line);
  const inlined = around && nearestSharing(around, words, place.line);
  const found = inlined && inlined.score >= (own?.score ?? 0) ? inlined : own;
  // The compiler may have computed the numbers from constants.
  const isFar = !found || Math.abs(found.line - from) > MAX_FOR_NUMBERS;
  if (hasOnlyNumbers(words) && isFar) return { kind: 'line', place };
  if (found) return { kind: 'line', place: found };
  return (
    nextExplaining(declared, words, from, index) ??
    placeInlined(code, at, index, words) ?? { kind: 'function', declared }
  );
}

/** How many lines further on a statement may be that has the place of the one before it. */
const MAX_REPEATED = 2;

/**
 * A better place for a line whose place may be that of the code before: that of the header, at the
 * start of a function, or one that is repeated, such as for an assignment in a branch. A line that
 * shares at least one more name takes its place.
 */
function betterPlace(
  { places, words }: PrintedCode,
  at: number,
  place: Place,
  declared: DeclaredLines,
): Place | null {
  if (place.known !== declared.known) return null;
  const isOfHeader = place.line === declared.line;
  if (!isOfHeader && !isSame(place, placeBefore(places, at))) return null;
  const found = nearestSharing(declared, words(at), place.line);
  if (!found || (!isOfHeader && !isSoonAfter(found.line, place.line))) return null;
  const own = weightShared(words(at), place.known.wordsAt(place.line));
  // A place that shares nothing may be that of an inlined call.
  if (own === 0) return null;
  return weightShared(words(at), place.known.wordsAt(found.line)) >= own + 1 ? found : null;
}

function isSoonAfter(line: number, other: number): boolean {
  return line > other && line - other <= MAX_REPEATED;
}

function placeBefore(places: PrintedCode['places'], at: number): Place | null {
  for (let before = at - 1; before >= 0; before -= 1) {
    const place = places[before];
    if (place) return place;
  }
  return null;
}

/** How far away a line may be that shares nothing but numbers. */
const MAX_FOR_NUMBERS = 3;

/** How many lines further on a statement is looked for that calls what the compiler inlined. */
const MAX_FORWARD = 8;

function nextExplaining(
  { known, line, to }: DeclaredLines,
  words: Words,
  near: number,
  index: DeclarationIndex,
): Placed | null {
  const end = Math.min(to, near + MAX_FORWARD);
  for (let next = Math.max(near, line + 1); next <= end; next += 1) {
    if (index.explains(known, next, words)) return { kind: 'line', place: { known, line: next } };
  }
  return null;
}

/** How far the next line with another place is looked for. */
const MAX_AHEAD = 8;

/** The first statement of an inlined function has the place before it, the next one its own. */
function placeInlined(
  { places }: PrintedCode,
  at: number,
  index: DeclarationIndex,
  words: Words,
): Placed | null {
  for (let next = at + 1; next <= at + MAX_AHEAD; next += 1) {
    const place = places[next];
    if (!place || isSame(place, places[at])) continue;
    const inlined = index.functionAt(place.known, place.line);
    const found = inlined && nearestSharing(inlined, words, place.line);
    return found ? { kind: 'line', place: found } : null;
  }
  return null;
}

/** Lines with nothing to compare go where the next line of the same printed place went. */
function moveWordless(
  { places, words }: PrintedCode,
  { from, to }: CodeFunction,
  placed: (Placed | null)[],
): void {
  let next = -1;
  for (let at = to - 1; at >= from - 1; at -= 1) {
    const place = places[at];
    if (!place) continue;
    if (words(at).size > 0) next = at;
    else if (next >= 0 && isSame(place, places[next])) placed[at] = placed[next] ?? null;
  }
}

function isSame(place: Place, other: Place | null | undefined): boolean {
  return other?.known === place.known && other.line === place.line;
}

/**
 * Finds the declaration that a function of target code comes from: of those with its name, or with a
 * part of it, such as `center` for `Rectangle_center_get`, the one that most of its lines come from.
 * Entry points of GLSL have no name of their own, but the place of their header. Null if its lines
 * come from no function, and for derivatives of the compiler's own functions.
 */
function sourceFunction(
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
