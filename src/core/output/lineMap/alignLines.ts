import { longestRising } from '#core/util/longestRising.ts';
import { type LineTokens, similarity } from './lineTokens.ts';

/** A line to be aligned. */
export interface AlignedLine {
  readonly tokens: LineTokens;
  /** Without spaces at its ends, such as `{`. */
  readonly text: string;
}

/** Lines that are less similar are no partners. */
const MIN_SIMILARITY = 0.5;

/** Longer stretches of lines are cut in the middle: a table has a cell for each pair of lines. */
const MAX_CELLS = 250_000;

/** A line without words, such as a brace, counts little. */
const EMPTY_WEIGHT = 0.1;

/**
 * Finds for each line of `ours` its partner in `theirs`, or -1. Partners keep the order.
 * Equal lines that both have only once are partners; between them, the similar ones.
 */
export function alignLines(
  ours: readonly AlignedLine[],
  theirs: readonly AlignedLine[],
): Int32Array {
  const partners = new Int32Array(ours.length).fill(-1);
  let from = { our: 0, their: 0 };
  const end = { our: ours.length, their: theirs.length };
  for (const anchor of [...findAnchors(ours, theirs), end]) {
    alignBetween({ ours, theirs, from, to: anchor }, partners);
    if (anchor !== end) partners[anchor.our] = anchor.their;
    from = { our: anchor.our + 1, their: anchor.their + 1 };
  }
  return partners;
}

interface Place {
  readonly our: number;
  readonly their: number;
}

/** Lines that are equal and unique in both: the most of them that have the same order in both. */
function findAnchors(ours: readonly AlignedLine[], theirs: readonly AlignedLine[]): Place[] {
  const their = uniqueLines(theirs);
  const common: Place[] = [];
  for (const [key, our] of uniqueLines(ours)) {
    const partner = their.get(key);
    if (partner !== undefined && our >= 0 && partner >= 0) common.push({ our, their: partner });
  }
  common.sort((one, other) => one.our - other.our);
  return longestRising(common, ({ their }) => their);
}

/** The index of each line with words, by its tokens; -1 for tokens that several lines have. */
function uniqueLines(lines: readonly AlignedLine[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [index, { tokens }] of lines.entries()) {
    if (tokens.length < 2) continue;
    const key = tokens.join(' ');
    places.set(key, places.has(key) ? -1 : index);
  }
  return places;
}

interface Stretch {
  readonly ours: readonly AlignedLine[];
  readonly theirs: readonly AlignedLine[];
  readonly from: Place;
  readonly to: Place;
}

function alignBetween(stretch: Stretch, partners: Int32Array): void {
  const { from, to } = stretch;
  const rows = to.our - from.our;
  const columns = to.their - from.their;
  if (rows <= 0 || columns <= 0) return;
  if (rows * columns <= MAX_CELLS) {
    alignTable(stretch, partners);
    return;
  }
  const middle = { our: from.our + (rows >> 1), their: from.their + (columns >> 1) };
  alignBetween({ ...stretch, to: middle }, partners);
  alignBetween({ ...stretch, from: middle }, partners);
}

/** Maximises the sum of the partners' similarity by dynamic programming. */
function alignTable(stretch: Stretch, partners: Int32Array): void {
  const { from, to } = stretch;
  const rows = to.our - from.our;
  const columns = to.their - from.their;
  const choices = chooseSteps(stretch, rows, columns);
  let row = 0;
  let column = 0;
  while (row < rows && column < columns) {
    const choice = choices[row * columns + column];
    if (choice === PAIR) partners[from.our + row] = from.their + column;
    if (choice !== SKIP_THEIRS) row += 1;
    if (choice !== SKIP_OURS) column += 1;
  }
}

/** The best step from each pair of lines on, row by row. */
function chooseSteps({ ours, theirs, from }: Stretch, rows: number, columns: number): Uint8Array {
  // The best sums of all lines from a row and a column on, of two rows at a time.
  let below = new Float64Array(columns + 1);
  let current = new Float64Array(columns + 1);
  const choices = new Uint8Array(rows * columns);
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const gain = gainOf(ours[from.our + row], theirs[from.their + column]);
      const paired = gain > 0 ? gain + (below[column + 1] ?? 0) : -1;
      const withoutOurs = below[column] ?? 0;
      const withoutTheirs = current[column + 1] ?? 0;
      const best = Math.max(paired, withoutOurs, withoutTheirs);
      current[column] = best;
      choices[row * columns + column] =
        best === paired ? PAIR : best === withoutTheirs ? SKIP_THEIRS : SKIP_OURS;
    }
    [below, current] = [current, below];
  }
  return choices;
}

const SKIP_OURS = 1;
const SKIP_THEIRS = 2;
const PAIR = 3;

/** What it is worth that two lines are partners; 0 if they cannot be. */
function gainOf(our: AlignedLine | undefined, their: AlignedLine | undefined): number {
  if (!our || !their) return 0;
  const length = our.tokens.length + their.tokens.length;
  if (length === 0) return our.text === their.text ? EMPTY_WEIGHT : 0;
  if (our.tokens.length === 0 || their.tokens.length === 0) return 0;
  const shorter = Math.min(our.tokens.length, their.tokens.length);
  if ((2 * shorter) / length < MIN_SIMILARITY) return 0;
  const alike = similarity(our.tokens, their.tokens);
  // Long lines are less often alike by chance.
  return alike < MIN_SIMILARITY ? 0 : alike * (1 + Math.min(length, 20) / 20);
}
