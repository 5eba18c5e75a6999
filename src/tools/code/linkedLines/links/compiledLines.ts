import { type ChangeDesc, Text } from '@codemirror/state';

/** Maps the lines of a text to those of the compiled text. Lines are one-based. */
export interface CompiledLines {
  readonly base: Text;
  /** By current line: its line in the compiled text; 0 if it was edited or is new. */
  readonly compiled: Int32Array;
  /** By compiled line: its current line; 0 if it was edited or deleted. */
  readonly current: Int32Array;
}

/** The whole lines that a change replaced, and their replacement. */
interface ChangedLines {
  readonly before: Span;
  readonly after: Span;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** A file's text as a document, split into lines as the compiler counts them. */
export function textOf(text: string): Text {
  return Text.of(text.split(/\r\n?|\n/));
}

/** Compares the text with the compiled one. Equal lines at the start and end stay linked. */
export function compareLines(base: Text, doc: Text): CompiledLines {
  const identity = Int32Array.from({ length: base.lines + 1 }, (_, line) => line);
  if (isSame(base, doc)) return { base, compiled: identity, current: identity };
  const whole = { before: { from: 1, to: base.lines }, after: { from: 1, to: doc.lines } };
  return carryOver(base, identity, [whole], base, doc);
}

/**
 * Updates the mapping after an edit: the lines that it touches lose their link, the others move.
 */
export function followEdit(
  lines: CompiledLines,
  changes: ChangeDesc,
  before: Text,
  after: Text,
): CompiledLines {
  const { base, compiled } = lines;
  // Undo can restore the compiled text.
  if (isSame(base, after)) return compareLines(base, after);
  const changed = changedLines(changes, before, after);
  const [first] = changed;
  // Typing in a line that has already lost its link changes no other line.
  const isTyping = changed.length === 1 && before.lines === after.lines;
  if (first && isTyping && isOneLine(first.before) && compiled[first.before.from] === 0) {
    return lines;
  }
  return carryOver(base, compiled, changed, before, after);
}

/** The current line closest to where a compiled line is or was. */
export function nearestLine({ current }: CompiledLines, compiled: number): number {
  for (let line = Math.min(compiled, current.length - 1); line > 0; line -= 1) {
    const found = current[line] ?? 0;
    if (found > 0) return line === compiled ? found : found + 1;
  }
  return 1;
}

function carryOver(
  base: Text,
  old: Int32Array,
  changed: readonly ChangedLines[],
  before: Text,
  after: Text,
): CompiledLines {
  const compiled = new Int32Array(after.lines + 1);
  let [from, to] = [1, 1];
  for (const change of changed) {
    compiled.set(old.subarray(from, change.before.from), to);
    keepSameEnds(old, compiled, change, before, after);
    from = change.before.to + 1;
    to = change.after.to + 1;
  }
  compiled.set(old.subarray(from), to);
  return { base, compiled, current: inverted(compiled, base.lines) };
}

/**
 * Keeps the links of changed lines with unchanged text at both ends: a line break only moved them.
 */
function keepSameEnds(
  old: Int32Array,
  compiled: Int32Array,
  { before, after }: ChangedLines,
  textBefore: Text,
  textAfter: Text,
): void {
  const most = Math.min(before.to - before.from, after.to - after.from) + 1;
  const keep = (one: number, other: number) => {
    if (textBefore.line(one).text !== textAfter.line(other).text) return false;
    compiled[other] = old[one] ?? 0;
    return true;
  };
  let start = 0;
  while (start < most && keep(before.from + start, after.from + start)) start += 1;
  let end = 0;
  while (end < most - start && keep(before.to - end, after.to - end)) end += 1;
}

function changedLines(changes: ChangeDesc, before: Text, after: Text): ChangedLines[] {
  const found: ChangedLines[] = [];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const change = { before: linesIn(before, fromA, toA), after: linesIn(after, fromB, toB) };
    const last = found.at(-1);
    // Two changes can touch the same line.
    if (last && (change.before.from <= last.before.to || change.after.from <= last.after.to)) {
      found[found.length - 1] = {
        before: { from: last.before.from, to: change.before.to },
        after: { from: last.after.from, to: change.after.to },
      };
    } else {
      found.push(change);
    }
  });
  return found;
}

function linesIn(doc: Text, from: number, to: number): Span {
  return { from: doc.lineAt(from).number, to: doc.lineAt(to).number };
}

function inverted(compiled: Int32Array, lines: number): Int32Array {
  const current = new Int32Array(lines + 1);
  compiled.forEach((line, at) => {
    if (line > 0) current[line] = at;
  });
  return current;
}

const isOneLine = ({ from, to }: Span) => from === to;

/** Compares the lengths first, which differ for most texts. */
function isSame(one: Text, other: Text): boolean {
  return one.length === other.length && one.lines === other.lines && one.eq(other);
}
