import { createVocabulary } from '#core/output/difference/readCode.ts';
import type {
  CodeFunction,
  LineOrigin,
  MainOrigins,
  SourceFile,
  SourceTexts,
} from '#core/output/lineMap/lineMap.ts';
import { type Pair, pairsInOrder } from '#core/util/matchInOrder.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { lowerBound } from '#core/util/partitionPoint.ts';
import type { CompileTarget } from './compileTarget.ts';
import { isLineDirective } from './lineDirectives.ts';

export interface AlignedOutput {
  readonly target: CompileTarget;
  readonly code: string;
  /** Null until it is known. */
  readonly map: PackedMap | null;
  readonly sources: SourceTexts;
  /** Whether to show a long prelude. */
  readonly showsPrelude: boolean;
}

export interface AlignmentRequest {
  readonly left: AlignedOutput | null;
  readonly right: AlignedOutput | null;
  /** Align by source line, or by the text of two versions of the same output. */
  readonly by: 'source' | 'text';
}

/** A row without a line of code, and a row for the folded prelude. */
export const SPACER = 0;
export const PRELUDE = -1;

/** Both sides have the same number of rows, unless one side is missing. */
export interface SideRows {
  /** One line for each row. */
  readonly text: string;
  /** The one-based line of code per row, {@link SPACER}, or {@link PRELUDE} for folded lines. */
  readonly lines: readonly number[];
  /** Corresponding rows of the two sides have equal keys; 0 matches no row. */
  readonly keys: readonly number[];
  /** The number of folded lines. */
  readonly prelude: number;
}

export interface Alignment {
  /** The number of pairs of lines that start in the same row. */
  readonly matches: number;
  readonly left: SideRows | null;
  readonly right: SideRows | null;
}

/** A compact line map: posting the objects of a long one to a worker takes time. */
export interface PackedMap {
  readonly files: readonly SourceFile[];
  readonly functions: readonly CodeFunction[];
  /** For each line of code, a file and a line in it, or {@link NOWHERE} or {@link SOMEWHERE}. */
  readonly origins: Int32Array;
}

/** In place of a file: the line has no source. */
const NOWHERE = -1;
/** In place of a line: the line comes from somewhere in the file. */
const SOMEWHERE = 0;

export function packMap({ files, functions, origins }: MainOrigins): PackedMap {
  const packed = new Int32Array(2 * origins.length);
  for (const [index, origin] of origins.entries()) {
    packed[2 * index] = origin ? origin.file : NOWHERE;
    packed[2 * index + 1] = origin?.kind === 'line' ? origin.line : SOMEWHERE;
  }
  return { files, functions, origins: packed };
}

/** Index of the first line that comes from a source; -1 if none does. */
function firstMapped({ origins }: PackedMap): number {
  for (let index = 0; 2 * index < origins.length; index += 1) {
    if (origins[2 * index] !== NOWHERE) return index;
  }
  return -1;
}

/** Each line's exact origin; null if it has none or only an approximate one. */
function exactOrigins({ origins }: PackedMap): (Extract<LineOrigin, { kind: 'line' }> | null)[] {
  return Array.from({ length: origins.length / 2 }, (_, index) => {
    const file = origins[2 * index] ?? NOWHERE;
    const line = origins[2 * index + 1] ?? SOMEWHERE;
    return file === NOWHERE || line === SOMEWHERE ? null : { kind: 'line', file, line };
  });
}

interface Side {
  readonly texts: readonly string[];
  /** The visible lines, one-based. */
  readonly lines: readonly number[];
  readonly prelude: number;
  readonly functions: readonly CodeFunction[];
}

/**
 * Arranges the lines of two outputs in rows, so that corresponding lines start in the same row.
 * Each side keeps its line order, so moved code does not line up.
 */
export function alignOutputs({ left, right, by }: AlignmentRequest): Alignment {
  const one = left && readSide(left);
  const other = right && readSide(right);
  if (!left || !right || !one || !other) {
    return { matches: 0, left: one && placeAlone(one), right: other && placeAlone(other) };
  }
  if (by === 'text') return placeByText(one, other, left.target);
  const keys = sourceKeys(left, right);
  return place(one, other, pairBySource(one, other, keys), keys);
}

function readSide({ code, map, showsPrelude }: AlignedOutput): Side {
  const texts = code.split('\n');
  return { texts, ...shownLines(texts, map, showsPrelude), functions: map?.functions ?? [] };
}

function placeAlone(side: Side): SideRows {
  const rows = createRows(side, []);
  rows.addUntil(side.lines.length);
  return rows.done();
}

/** Numbers in the names of temporaries, variables and ids, which shift with every earlier edit. */
const CHANGING = { ids: /%\d+\b/g, suffixes: /(?<=_|_S)\d+\b/g };

function placeByText(one: Side, other: Side, target: CompileTarget): Alignment {
  const changing = target === 'SPIRV' ? CHANGING.ids : CHANGING.suffixes;
  const textKeys = ({ texts, lines }: Side) =>
    lines.map((line) => (texts[line - 1] ?? '').replace(changing, ''));
  const pairs = pairsInOrder(textKeys(one), textKeys(other));
  const keys = { left: [] as number[], right: [] as number[] };
  for (const [index, { left, right }] of pairs.entries()) {
    keys.left[one.lines[left] ?? 0] = index + 1;
    keys.right[other.lines[right] ?? 0] = index + 1;
  }
  return place(one, other, pairs, keys);
}

/** Pairs indices of visible lines: first functions of the same name, then the lines in them. */
function pairBySource(
  one: Side,
  other: Side,
  keys: { readonly left: LineKeys; readonly right: LineKeys },
): Pair[] {
  const ours = shownFunctions(one);
  const theirs = shownFunctions(other);
  const namesOf = (functions: readonly CodeFunction[]) => functions.map(({ name }) => name);
  const pairs: Pair[] = [];
  const end = { left: 0, right: 0 };
  const pairRuns = (leftEnd: number, rightEnd: number) => {
    const left = readRuns(one.lines, keys.left, end.left, leftEnd);
    const right = readRuns(other.lines, keys.right, end.right, rightEnd);
    for (const pair of pairsInOrder(left.keys, right.keys)) {
      pairs.push({ left: left.starts[pair.left] ?? 0, right: right.starts[pair.right] ?? 0 });
    }
    Object.assign(end, { left: leftEnd, right: rightEnd });
  };
  for (const { left, right } of pairsInOrder(namesOf(ours), namesOf(theirs))) {
    const our = ours[left];
    const their = theirs[right];
    if (!our || !their) continue;
    pairRuns(our.from, their.from);
    pairs.push({ left: our.from, right: their.from });
    Object.assign(end, { left: our.from + 1, right: their.from + 1 });
    pairRuns(our.to + 1, their.to + 1);
  }
  pairRuns(one.lines.length, other.lines.length);
  return pairs;
}

/** The functions, with indices into the visible lines instead of line numbers. */
function shownFunctions({ functions, lines }: Side): CodeFunction[] {
  const shown: CodeFunction[] = [];
  let end = 0;
  for (const { name, from, to } of functions) {
    const first = lowerBound(lines, from);
    const last = lowerBound(lines, to + 1) - 1;
    if (first < end || last < first) continue;
    shown.push({ name, from: first, to: last });
    end = last + 1;
  }
  return shown;
}

/** Finds where runs of lines from one source line start. Lines without one extend the run. */
function readRuns(lines: readonly number[], keys: LineKeys, from: number, to: number) {
  const runs = { keys: [] as number[], starts: [] as number[] };
  for (let index = from; index < to; index += 1) {
    const key = keys[lines[index] ?? 0] ?? 0;
    if (key === 0 || key === runs.keys.at(-1)) continue;
    runs.keys.push(key);
    runs.starts.push(index);
  }
  return runs;
}

/** Puts both lines of each pair in the same row, padding the shorter side with spacers. */
function place(
  one: Side,
  other: Side,
  pairs: readonly Pair[],
  keys: { readonly left: LineKeys; readonly right: LineKeys },
): Alignment {
  const left = createRows(one, keys.left);
  const right = createRows(other, keys.right);
  const end = { left: one.lines.length, right: other.lines.length };
  for (const pair of [...pairs, end]) {
    left.addUntil(pair.left);
    right.addUntil(pair.right);
    const rows = Math.max(left.lines.length, right.lines.length);
    left.padTo(rows);
    right.padTo(rows);
  }
  return { matches: pairs.length, left: left.done(), right: right.done() };
}

function createRows({ texts, lines: shown, prelude }: Side, keysOfLines: LineKeys) {
  const lines: number[] = prelude > 0 ? [PRELUDE] : [];
  const keys: number[] = lines.map(() => 0);
  let next = 0;
  const add = (line: number) => {
    lines.push(line);
    keys.push(keysOfLines[line] ?? 0);
  };
  return {
    lines,
    addUntil(index: number) {
      for (; next < index; next += 1) add(shown[next] ?? SPACER);
    },
    padTo(rows: number) {
      while (lines.length < rows) add(SPACER);
    },
    done(): SideRows {
      const text = lines.map((line) => texts[line - 1] ?? '').join('\n');
      return { text, lines, keys, prelude };
    },
  };
}

interface ShownLines {
  /** One-based, in order, without directives. */
  readonly lines: readonly number[];
  /** The number of lines hidden before these as a long prelude. */
  readonly prelude: number;
}

/** The longest prelude shown by default, in lines. More would push the code down too far. */
const MAX_PRELUDE = 5;

/**
 * Hides `#line` directives, the blank line before each, and, by default, a long prelude: the lines
 * before the first with an origin.
 */
function shownLines(
  texts: readonly string[],
  map: PackedMap | null,
  showsPrelude: boolean,
): ShownLines {
  const prelude = showsPrelude ? 0 : preludeLength(texts, map);
  const lines: number[] = [];
  for (let index = prelude; index < texts.length; index += 1) {
    const text = texts[index] ?? '';
    const next = texts[index + 1];
    // The text ends with a line break or a blank line.
    if (next === undefined && text === '') continue;
    if (isLineDirective(text)) continue;
    if (text.trim() === '' && next !== undefined && isLineDirective(next)) continue;
    lines.push(index + 1);
  }
  return { lines, prelude };
}

function preludeLength(texts: readonly string[], map: PackedMap | null): number {
  const mapped = map ? firstMapped(map) : -1;
  let first = mapped >= 0 ? mapped : texts.findIndex((text) => isLineDirective(text));
  while (isLineDirective(texts[first - 1] ?? '')) first -= 1;
  return first > MAX_PRELUDE ? first : 0;
}

/** A number per line of code, equal for lines from the same source line; 0 means no source. */
type LineKeys = readonly number[];

interface MappedCode {
  readonly map: PackedMap | null;
  readonly sources: SourceTexts;
}

/** Maps lines of the older text to equal lines of the newer one; unmatched lines are absent. */
type LineChange = ReadonlyMap<number, number>;

/** Computes the keys of two outputs. Source lines that both versions share get the same key. */
function sourceKeys(left: MappedCode, right: MappedCode): { left: LineKeys; right: LineKeys } {
  const { wordOf: numberOf } = createVocabulary();
  const changes = changedFiles(left.sources, right.sources);
  const keyOfLeft = (file: SourceFile, line: number) => {
    const change = file.kind === 'project' ? changes.get(file.path) : undefined;
    if (!change) return numberOf(`${nameOf(file)}:${line}`);
    const now = change.get(line);
    return numberOf(
      now === undefined ? `before ${nameOf(file)}:${line}` : `${nameOf(file)}:${now}`,
    );
  };
  return {
    left: keysOf(left.map, keyOfLeft),
    right: keysOf(right.map, (file, line) => numberOf(`${nameOf(file)}:${line}`)),
  };
}

/** Indexed by one-based line, so the key of line 1 is at index 1. */
function keysOf(
  map: PackedMap | null,
  keyOf: (file: SourceFile, line: number) => number,
): LineKeys {
  if (!map) return [];
  const keys = exactOrigins(map).map((origin) => {
    const file = origin && map.files[origin.file];
    return file ? keyOf(file, origin.line) : 0;
  });
  return [0, ...keys];
}

function nameOf(file: SourceFile): string {
  return file.kind === 'project' ? `project ${file.path}` : `${file.kind} ${file.name}`;
}

function changedFiles(before: SourceTexts, after: SourceTexts): ReadonlyMap<string, LineChange> {
  const changes = new Map<string, LineChange>();
  for (const [path, text] of Object.entries(before)) {
    const now = ownValue(after, path);
    if (now !== undefined && now !== text) changes.set(path, lineChange(text, now));
  }
  return changes;
}

function lineChange(before: string, after: string): LineChange {
  const pairs = pairsInOrder(before.split('\n'), after.split('\n'));
  return new Map(pairs.map(({ left, right }) => [left + 1, right + 1]));
}
