import { createCallFinder, readScopes } from './codeScopes.ts';
import {
  type CodeToken,
  countShared,
  isPlainNumber,
  tokensOfCode,
  type Words,
  wordsByLine,
} from './codeWords.ts';
import type { Columns, FindFolded, FoldedLine, FoldedPart, PlacedCode } from './placedCode.ts';
import type { Place } from './printedFiles.ts';
import { createSourceFlow, type SourceFlow } from './sourceFlow.ts';

/** The most places compared for a line. The table has a row for each. */
const MAX_PLACES = 24;
const MAX_REACHED = 200;
/** A number that occurs on more lines than this does not identify its line. */
const MAX_SAME_NUMBERS = 3;

/** What a token adds to the score of a source line that has it, or subtracts if it lacks it. */
const WORTH = {
  number: { has: 3, lacks: 2 },
  plainNumber: { has: 0.6, lacks: 0.3 },
  name: { has: 1.2, lacks: 0.8 },
  operator: { has: 0.3, lacks: 0.4 },
} as const;

/** Cost of assigning a token to another place than the token before it. */
const COST = { sameStatement: 0.2, related: 0.5, unrelated: 2, sameDepth: 0.15 } as const;

/** Bonus for starting a line of code at the place that the compiler gives. */
const FIRST_GAIN = 0.3;

/** Penalty per token for a function's header: the compiler repeats its place for other code. */
const HEADER_LOSS = 0.7;

/** The minimum total score of a place's own tokens. */
const MIN_EVIDENCE = 1;

interface Candidate extends Place {
  readonly words: Words;
  readonly text: string;
  /** Index of the candidate that this one was folded into; -1 if it was found otherwise. */
  readonly user: number;
  /** Indices of candidates that are part of this one or that this one is part of. */
  readonly related: Set<number>;
}

/**
 * Finds all source lines whose values a line of code computes. The compiler folds temporaries into
 * the expressions that use them and inlines functions, so one line of code contains names and
 * numbers from several source lines. The search starts at the place that the compiler gives and
 * follows the names that the code lacks to the lines that define them. Each token is then assigned
 * to a line that contains it, preferring the line of the neighbouring tokens, or a line related to
 * it by use.
 */
export function createFolding(text: string, code: PlacedCode): FindFolded {
  const { index, placeAt } = code;
  const lines = text.split('\n');
  const words = wordsByLine(lines);
  const flow = createSourceFlow(code);
  const calls = createCallFinder(code);
  const tokensOfSource = new Map<string, readonly CodeToken[]>();
  const sourceTokens = (line: string) => {
    const known = tokensOfSource.get(line) ?? tokensOfCode(line);
    tokensOfSource.set(line, known);
    return known;
  };
  const functions = readScopes(lines, words, code);
  // The lines before the first with an origin are the compiler's prelude.
  const start = lines.findIndex((_, at) => placeAt(at) !== null);
  return (at) => {
    const own = words(at);
    if (own.size === 0 || at < start || start < 0 || lines[at]?.startsWith('#')) return null;
    const place = placeAt(at);
    const scope = functions.at(at);
    const unexplained = [...own].filter((word) => !isPlainNumber(word) && !hasWord(place, word));
    const isInlined = place !== null && scope !== null && calls.isInlined(place, scope);
    const mayBeFolded =
      unexplained.length > 0 ||
      isInlined ||
      (place !== null && flow.sourcesOf(place).some(({ name }) => !own.has(name)));
    if (!mayBeFolded) return null;
    const found = createCandidates(own, functions.wordsAt(at), flow);
    if (place) found.add(place);
    if (isInlined) {
      for (const call of calls.to(place, scope, functions.near(at))) found.add(call);
    }
    found.follow();
    for (const word of unexplained) {
      if (found.has(word)) continue;
      const same = word.startsWith('#') ? index.linesWith(word) : [];
      if (same.length > MAX_SAME_NUMBERS || (!place && same.length > 1)) continue;
      for (const each of same) found.add(each);
    }
    found.follow();
    const candidates = found.choose(place);
    if (candidates.length < (place ? 2 : 1)) return null;
    const isHeader =
      place !== null &&
      scope?.line === place.line &&
      scope.to > scope.line &&
      at >= functions.bodyAt(at);
    return fold({
      ...{ text: lines[at] ?? '', candidates, place, isHeader, own },
      ...{ inFunction: functions.wordsAt(at), flow, sourceTokens },
      callsOf: (each, others) =>
        scope && calls.isInlined(each, scope) && !calls.hasCall(each, others)
          ? calls.to(each, scope, functions.near(at))
          : [],
    });
  };
}

function hasWord(place: Place | null, word: string): boolean {
  return place?.known.wordsAt(place.line).has(word) ?? false;
}

interface Candidates {
  add(place: Place): void;
  /** Adds the lines that define the values used by the candidates so far. */
  follow(): void;
  has(word: string): boolean;
  /** The most likely candidates, starting with the place. */
  choose(place: Place | null): Candidate[];
}

function createCandidates(own: Words, inFunction: Words, flow: SourceFlow): Candidates {
  const all: Candidate[] = [];
  const known = new Map<Place['known'], Map<number, number>>();
  let followed = 0;
  const add = (place: Place, other: number, user: number): void => {
    const ofFile = known.get(place.known) ?? new Map<number, number>();
    known.set(place.known, ofFile);
    const at = ofFile.get(place.line);
    const index = at ?? all.length;
    if (at === undefined) {
      if (all.length >= MAX_REACHED) return;
      ofFile.set(place.line, index);
      const words = place.known.wordsAt(place.line);
      const text = place.known.lines[place.line - 1] ?? '';
      const related = new Set<number>();
      all.push({ known: place.known, line: place.line, words, text, user, related });
    }
    if (other >= 0 && other !== index) {
      all[index]?.related.add(other);
      all[other]?.related.add(index);
    }
  };
  return {
    add: (place) => add(place, -1, -1),
    follow() {
      for (; followed < all.length; followed += 1) {
        const each = all[followed];
        if (!each) return;
        const use = flow.userOf(each, inFunction);
        if (use) add(use, followed, -1);
        const { from, to } = flow.statementAt(each);
        for (let line = from; line <= to && from < to; line += 1) {
          if (line !== each.line && sharesAny(own, each.known.wordsAt(line))) {
            add({ known: each.known, line }, followed, each.user);
          }
        }
        for (const { name, known: file, lines } of flow.sourcesOf(each)) {
          // A name that the code has may hold another value there, but it was not folded into its
          // user.
          const user = inFunction.has(name) ? -1 : followed;
          for (const line of lines) {
            if (line !== each.line || file !== each.known)
              add({ known: file, line }, followed, user);
          }
        }
      }
    },
    has: (word) => all.some(({ words }) => words.has(word)),
    choose(place) {
      const isFirst = (each: Candidate) => each.known === place?.known && each.line === place.line;
      const scores = all.map((each) => {
        if (isFirst(each)) return Number.POSITIVE_INFINITY;
        let score = 0;
        for (const word of own) {
          if (each.words.has(word))
            score += isPlainNumber(word) ? 0.2 : word.startsWith('#') ? 3 : 1;
        }
        return score;
      });
      const kept = [...all.keys()]
        .filter((at) => (scores[at] ?? 0) > 0.5)
        .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0))
        .slice(0, MAX_PLACES);
      // Also keep the calls and other users that lead to these.
      const chosen = new Set(kept);
      for (const at of kept) {
        for (let user = all[at]?.user ?? -1; user >= 0 && !chosen.has(user); ) {
          chosen.add(user);
          user = all[user]?.user ?? -1;
        }
      }
      const numbers = new Map([...chosen].map((at, number) => [at, number]));
      return [...chosen].flatMap((at) => {
        const each = all[at];
        if (!each) return [];
        const related = new Set([...each.related].flatMap((other) => numbers.get(other) ?? []));
        return [{ ...each, user: numbers.get(each.user) ?? -1, related }];
      });
    },
  };
}

function sharesAny(some: Words, others: Words): boolean {
  for (const word of some) if (!isPlainNumber(word) && others.has(word)) return true;
  return false;
}

interface FoldInput {
  readonly text: string;
  readonly candidates: readonly Candidate[];
  readonly place: Place | null;
  /** Whether the place is the header of the function whose body contains the line. */
  readonly isHeader: boolean;
  readonly own: Words;
  /** The words of the whole code function. */
  readonly inFunction: Words;
  readonly flow: SourceFlow;
  readonly sourceTokens: (text: string) => readonly CodeToken[];
  /** The calls that lead to an inlined place, unless one of the other places is such a call. */
  callsOf(place: Place, others: readonly Place[]): readonly Place[];
}

function fold(input: FoldInput): FoldedLine | null {
  const { text, candidates, place, own } = input;
  const tokens = tokensOfCode(text);
  const first = place ? 0 : -1;
  const path = likeliestPlaces(tokens, input, first);
  const worth = candidates.map(() => 0);
  const main = candidates[first];
  const isTold = candidates.map((_, at) => at === first);
  for (const [at, { words }] of tokens.entries()) {
    const chosen = path[at] ?? -1;
    const candidate = candidates[chosen];
    if (!candidate || !has(candidate, words)) continue;
    const isExclusive = !main || !has(main, words);
    if (isExclusive) worth[chosen] = (worth[chosen] ?? 0) + worthOf(words).has;
  }
  for (const [at, sum] of worth.entries()) if (sum >= MIN_EVIDENCE) isTold[at] = true;
  addVanished(input, isTold);
  addUsers(candidates, isTold);
  const places = candidates.filter((_, at) => isTold[at]);
  const strongest = worth.indexOf(Math.max(...worth));
  const best = candidates[strongest];
  const isWrong =
    main !== undefined &&
    best !== undefined &&
    (worth[strongest] ?? 0) >= WORTH.number.has &&
    (input.isHeader
      ? !path.includes(first)
      : !sharesAny(own, main.words) && main.related.size === 0);
  const all: Place[] = places.filter((each) => !isWrong || each !== main);
  for (const each of places) {
    for (const call of input.callsOf(each, all)) if (!includes(all, call)) all.push(call);
  }
  for (const each of all) {
    const user = input.flow.userOf(each, input.inFunction);
    if (user && !includes(all, user)) all.push(user);
  }
  const start = isWrong || !main ? best : main;
  if (!start || all.length === 0) return null;
  const parts = all.length > 1 ? partsOf(text, tokens, path, input, all) : [];
  return { main: start, places: all, parts };
}

function includes(places: readonly Place[], { known, line }: Place): boolean {
  return places.some((each) => each.known === known && each.line === line);
}

function has({ words, text }: Candidate, ofToken: Words): boolean {
  for (const word of ofToken) {
    if (words.has(word) || (OPERATOR.test(word) && text.includes(word))) return true;
  }
  return false;
}

const OPERATOR = /^[-+*/%<>&|^?!~]$/;

function worthOf(words: Words): { readonly has: number; readonly lacks: number } {
  const [word = ''] = words;
  if (word.startsWith('#')) return isPlainNumber(word) ? WORTH.plainNumber : WORTH.number;
  return OPERATOR.test(word) ? WORTH.operator : WORTH.name;
}

/** The candidate for each token, chosen for the greatest total score. */
function likeliestPlaces(
  tokens: readonly CodeToken[],
  { text, candidates, isHeader, flow }: FoldInput,
  first: number,
): number[] {
  const count = candidates.length;
  const costs = costsBetween(candidates, flow);
  const depths = depthsOf(text, tokens);
  let sums = new Float64Array(count);
  if (first >= 0) sums[first] = FIRST_GAIN;
  let next = new Float64Array(count);
  const steps = new Uint8Array(tokens.length * count);
  for (const [at, { words }] of tokens.entries()) {
    // A folded expression usually starts or ends at a bracket, so a change at the same depth costs
    // more.
    const more = at > 0 && depths[at] === depths[at - 1] ? COST.sameDepth : 0;
    const found = candidates.map((each) => has(each, words));
    const { has: gain, lacks } = worthOf(words);
    const isSomewhere = found.includes(true);
    for (let to = 0; to < count; to += 1) {
      let best = to;
      let most = sums[to] ?? 0;
      for (let from = 0; from < count; from += 1) {
        if (from === to) continue;
        const sum = (sums[from] ?? 0) - more - (costs[from * count + to] ?? 0);
        if (sum <= most) continue;
        most = sum;
        best = from;
      }
      const own = found[to] ? gain : isSomewhere ? -lacks : 0;
      steps[at * count + to] = best;
      next[to] = most + own - (isHeader && to === first ? HEADER_LOSS : 0);
    }
    [sums, next] = [next, sums];
  }
  const path: number[] = new Array(tokens.length);
  let at = sums.indexOf(Math.max(...sums));
  for (let token = tokens.length - 1; token >= 0; token -= 1) {
    path[token] = at;
    at = steps[token * count + at] ?? 0;
  }
  return path;
}

/** The number of open brackets at each token. */
function depthsOf(text: string, tokens: readonly CodeToken[]): number[] {
  let depth = 0;
  let column = 0;
  return tokens.map(({ from }) => {
    for (; column < from; column += 1) {
      const character = text[column];
      if (character === '(' || character === '[') depth += 1;
      else if (character === ')' || character === ']') depth -= 1;
    }
    return depth;
  });
}

function costsBetween(candidates: readonly Candidate[], flow: SourceFlow): Float32Array {
  const count = candidates.length;
  const costs = new Float32Array(count * count);
  const statements = candidates.map((each) => flow.statementAt(each));
  for (const [from, one] of candidates.entries()) {
    for (const [to, other] of candidates.entries()) {
      if (from === to) continue;
      const isSame = one.known === other.known && statements[from]?.from === statements[to]?.from;
      const isRelated = one.related.has(to);
      costs[from * count + to] = isSame
        ? COST.sameStatement
        : isRelated
          ? COST.related
          : COST.unrelated;
    }
  }
  return costs;
}

/** The share of a line's words required in the code if the code lacks the name it defines. */
const MIN_SHARE = 0.6;

/** Includes the definitions of variables that the code lacks: they were folded into their users. */
function addVanished({ candidates, own, inFunction, flow }: FoldInput, isTold: boolean[]): void {
  for (let round = 0, isNew = true; isNew && round < MAX_PLACES; round += 1) {
    isNew = false;
    for (const [at, each] of candidates.entries()) {
      if (!isTold[at]) continue;
      for (const { name, known, lines } of flow.sourcesOf(each)) {
        const line = lines.at(-1);
        if (inFunction.has(name) || lines.length > 4 || line === undefined) continue;
        const found = candidates.findIndex((other) => other.known === known && other.line === line);
        const candidate = candidates[found];
        if (!candidate || isTold[found] || shareOf(candidate.words, own, inFunction) < MIN_SHARE)
          continue;
        isTold[found] = true;
        isNew = true;
      }
    }
  }
}

/** The share of a line's words that the code has, of those that the code function has. */
function shareOf(words: Words, own: Words, inFunction: Words): number {
  let [shared, all] = [0, 0];
  for (const word of words) {
    if (!inFunction.has(word)) continue;
    all += 1;
    if (own.has(word)) shared += 1;
  }
  return all === 0 ? 0 : shared / all;
}

/** Includes the users of each included line's value: they belong to the same expression. */
function addUsers(candidates: readonly Candidate[], isTold: boolean[]): void {
  for (const at of candidates.keys()) {
    if (!isTold[at]) continue;
    for (let user = candidates[at]?.user ?? -1; user >= 0 && !isTold[user]; ) {
      isTold[user] = true;
      user = candidates[user]?.user ?? -1;
    }
  }
}

/** Groups adjacent tokens of the same place. */
function partsOf(
  text: string,
  tokens: readonly CodeToken[],
  path: readonly number[],
  { candidates, sourceTokens }: FoldInput,
  places: readonly Place[],
): FoldedPart[] {
  const parts: { place: Candidate; tokens: CodeToken[] }[] = [];
  for (const [at, token] of tokens.entries()) {
    const place = candidates[path[at] ?? -1];
    if (!place || !includes(places, place)) continue;
    const last = parts.at(-1);
    if (last?.place === place) last.tokens.push(token);
    else parts.push({ place, tokens: [token] });
  }
  return parts.map(({ place, tokens: own }, at) => {
    const from = own[0]?.from ?? 0;
    const limit = parts[at + 1]?.tokens[0]?.from ?? text.length;
    const to = endOfPart(text, from, own.at(-1)?.to ?? 0, limit);
    return {
      code: { from, to },
      place,
      source: columnsOf(place.text, sourceTokens(place.text), own),
    };
  });
}

/** The columns from the first to the last shared token of a source line. */
function columnsOf(
  source: string,
  all: readonly CodeToken[],
  tokens: readonly CodeToken[],
): Columns {
  const isShared = ({ words }: CodeToken) =>
    tokens.some((token) => countShared(token.words, words) > 0);
  const from = all.find(isShared)?.from ?? 0;
  const last = all.findLast(isShared)?.to ?? 0;
  return { from, to: endOfPart(source, from, last, source.length) };
}

const OPENING = /[([]/;
const CLOSING = /[)\]]/;

/** Includes a number's suffix, vector components, and brackets that the part leaves open. */
function endOfPart(text: string, from: number, to: number, limit: number): number {
  let open = 0;
  for (const character of text.slice(from, to)) {
    if (OPENING.test(character)) open += 1;
    else if (CLOSING.test(character)) open = Math.max(0, open - 1);
  }
  let end = to;
  for (; end < limit; end += 1) {
    const character = text[end] ?? '';
    const isClosing = open > 0 && CLOSING.test(character);
    const isComponent = character === '.' && /\w/.test(text[end + 1] ?? '');
    if (!isClosing && !isComponent && !/\w/.test(character)) break;
    if (isClosing) open -= 1;
  }
  return end;
}
