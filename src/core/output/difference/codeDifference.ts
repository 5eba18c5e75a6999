import type { CompileTarget } from '#core/output/compileTarget.ts';
import { isLineDirective } from '#core/output/lineDirectives.ts';

/** Two outputs for the same target and entry point. */
export interface CodePair {
  readonly target: CompileTarget;
  readonly before: string;
  readonly after: string;
}

/** The difference between two outputs, ignoring the numbers in compiler-generated names. */
export interface CodeDifference {
  readonly added: number;
  readonly removed: number;
  /** Number of lines that differ only in compiler-generated numbers. */
  readonly renamed: number;
  /** In the order of the new code. */
  readonly hunks: readonly CodeHunk[];
}

/** Lines of the old code and the lines that replace them; either list may be empty. */
export interface CodeHunk {
  /** The one-based line of the new code before which the removed lines belong. */
  readonly at: number;
  readonly removed: readonly ChangedLine[];
  readonly added: readonly ChangedLine[];
}

export interface ChangedLine {
  /** One-based line in its own text. */
  readonly line: number;
  /** Words that differ from the replaced or the replacing line; empty if the whole line does. */
  readonly words: readonly WordRange[];
}

export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/** The new code with the removed lines interleaved, as one text. Rows are zero-based. */
export interface ChangeRows {
  readonly text: string;
  /** For each row, 1 if the line is added, -1 if it is removed, otherwise 0. */
  readonly signs: Int8Array;
  /** For each row, the one-based line of the new code; 0 for removed lines. */
  readonly lines: Int32Array;
  /** Changed words, as offsets in the text, in order. */
  readonly words: readonly WordRange[];
  /** The first row of each change. */
  readonly changes: readonly number[];
  /** Unchanged rows far from any change; `to` is exclusive. */
  readonly folds: readonly { readonly from: number; readonly to: number }[];
}

/** Unchanged rows to show around a change. */
const MARGIN = 3;

/** Don't fold fewer rows than this. */
const MIN_FOLD = 3;

const BLANK = /^\s*$/;

/** Lays out a difference, without line directives and repeated blank lines. */
export function changeRows(
  before: string,
  after: string,
  hunks: CodeDifference['hunks'],
): ChangeRows {
  const rows = createRows();
  const oldLines = before.split('\n');
  const newLines = after.split('\n');
  let line = 1;
  const addUnchanged = (end: number) => {
    for (; line < end; line += 1) rows.addUnchanged(newLines[line - 1] ?? '', line);
  };
  for (const { at, removed, added } of hunks) {
    // Declarations that moved may precede added lines.
    addUnchanged(removed.length > 0 ? at : (added[0]?.line ?? at));
    rows.beginChange();
    for (const each of removed) rows.addRemoved(oldLines[each.line - 1] ?? '', each);
    for (const each of added) {
      addUnchanged(each.line);
      rows.addAdded(newLines[each.line - 1] ?? '', each);
      line = each.line + 1;
    }
  }
  addUnchanged(newLines.length + 1);
  return rows.done();
}

function createRows() {
  const texts: string[] = [];
  const signs: number[] = [];
  const lines: number[] = [];
  const words: WordRange[] = [];
  const changes: number[] = [];
  let offset = 0;
  let isBlank = true;
  const add = (text: string, line: number, sign: number) => {
    texts.push(text);
    signs.push(sign);
    lines.push(line);
    offset += text.length + 1;
    isBlank = sign === 0 && BLANK.test(text);
  };
  const addWords = ({ words: changed }: ChangedLine) => {
    for (const { from, to } of changed) words.push({ from: offset + from, to: offset + to });
  };
  return {
    addUnchanged(text: string, line: number) {
      if (isLineDirective(text) || (isBlank && BLANK.test(text))) return;
      add(text, line, 0);
    },
    beginChange: () => changes.push(texts.length),
    addRemoved(text: string, changed: ChangedLine) {
      addWords(changed);
      add(text, 0, -1);
    },
    addAdded(text: string, changed: ChangedLine) {
      addWords(changed);
      add(text, changed.line, 1);
    },
    done: (): ChangeRows => ({
      text: texts.join('\n'),
      signs: Int8Array.from(signs),
      lines: Int32Array.from(lines),
      ...{ words, changes },
      folds: foldsIn(signs),
    }),
  };
}

function foldsIn(signs: readonly number[]): ChangeRows['folds'] {
  const folds: ChangeRows['folds'][number][] = [];
  let start = 0;
  const end = (row: number) => {
    const from = start === 0 ? 0 : start + MARGIN;
    const to = row === signs.length ? row : row - MARGIN;
    if (to - from >= MIN_FOLD) folds.push({ from, to });
  };
  for (const [row, sign] of signs.entries()) {
    if (sign === 0) continue;
    end(row);
    start = row + 1;
  }
  if (start > 0) end(signs.length);
  return folds;
}
