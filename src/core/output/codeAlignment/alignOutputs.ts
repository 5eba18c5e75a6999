import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { CodeFunction } from '#core/output/lineMap/lineMap.ts';
import { type Pair, pairsInOrder } from '#core/util/matchInOrder.ts';
import { lowerBound } from '#core/util/partitionPoint.ts';
import {
  type AlignedOutput,
  type Alignment,
  type AlignmentRequest,
  PRELUDE,
  type SideRows,
  SPACER,
} from './alignment.ts';
import { shownLines } from './shownLines.ts';
import { type LineKeys, sourceKeys } from './sourceKeys.ts';

/** What is compared of one side. */
interface Side {
  readonly texts: readonly string[];
  /** Its shown lines, one-based. */
  readonly lines: readonly number[];
  readonly prelude: number;
  readonly functions: readonly CodeFunction[];
}

/**
 * Places the lines of two outputs in rows, so that lines that belong together begin in the same row.
 * The order of the lines stays on both sides: what has moved is beside something else.
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

/** Numbers that change with each edit before them: those of temporaries, names and ids. */
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

/** Pairs indices of shown lines: functions of the same name first, then the lines in them. */
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

/** The functions with indices of shown lines instead of lines. */
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

/** Where lines of another source line begin. Lines of no source line belong to those before. */
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

/** Gives both lines of a pair the same row, with spacers before them on the shorter side. */
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
