import type { ChangedLine, CodeDifference } from '#program/codeDifference/codeDifference.ts';

export type RowKind = 'same' | 'added' | 'removed';

/** The new code with the removed lines between its own, as one text. */
export interface ChangeRows {
  readonly text: string;
  /** Of each row. */
  readonly kinds: readonly RowKind[];
  /** The line of the new code of each row, one-based; null for removed lines. */
  readonly lines: readonly (number | null)[];
  /** Changed words, as offsets in the text, in order. */
  readonly words: readonly { readonly from: number; readonly to: number; readonly kind: RowKind }[];
  /** The rows, from zero, that each change begins with. */
  readonly changes: readonly number[];
  /** Unchanged rows far from any change, from zero, without `to`. */
  readonly folds: readonly { readonly from: number; readonly to: number }[];
}

/** Unchanged rows that stay around a change. */
const MARGIN = 3;

/** Fewer rows are not worth a fold. */
const MIN_FOLD = 3;

const DIRECTIVE = /^\s*#line\b/;

/** Lays out a difference. Line directives and repeated blank lines are left out. */
export function changeRows(before: string, after: string, { hunks }: CodeDifference): ChangeRows {
  const rows = createRows();
  const oldLines = before.split('\n');
  const newLines = after.split('\n');
  let line = 1;
  const addUnchanged = (end: number) => {
    for (; line < end; line += 1) rows.addUnchanged(newLines[line - 1] ?? '', line);
  };
  for (const { at, removed, added } of hunks) {
    addUnchanged(at);
    rows.beginChange();
    for (const each of removed) rows.addChanged('removed', oldLines[each.line - 1] ?? '', each);
    for (const each of added) {
      addUnchanged(each.line);
      rows.addChanged('added', newLines[each.line - 1] ?? '', each);
      line = each.line + 1;
    }
  }
  addUnchanged(newLines.length + 1);
  return rows.done();
}

function createRows() {
  const texts: string[] = [];
  const kinds: RowKind[] = [];
  const lines: (number | null)[] = [];
  const words: ChangeRows['words'][number][] = [];
  const changes: number[] = [];
  let offset = 0;
  const add = (kind: RowKind, text: string, line: number | null) => {
    texts.push(text);
    kinds.push(kind);
    lines.push(line);
    offset += text.length + 1;
  };
  return {
    addUnchanged(text: string, line: number) {
      if (DIRECTIVE.test(text)) return;
      if (text.trim() === '' && (texts.at(-1) ?? '').trim() === '') return;
      add('same', text, line);
    },
    beginChange: () => changes.push(texts.length),
    addChanged(kind: 'added' | 'removed', text: string, changed: ChangedLine) {
      for (const { from, to } of changed.words) {
        words.push({ from: offset + from, to: offset + to, kind });
      }
      add(kind, text, kind === 'added' ? changed.line : null);
    },
    done: (): ChangeRows => ({
      text: texts.join('\n'),
      ...{ kinds, lines, words, changes },
      folds: foldsIn(kinds),
    }),
  };
}

function foldsIn(kinds: readonly RowKind[]): ChangeRows['folds'] {
  const folds: ChangeRows['folds'][number][] = [];
  let start = 0;
  const end = (row: number) => {
    const from = start === 0 ? 0 : start + MARGIN;
    const to = row === kinds.length ? row : row - MARGIN;
    if (to - from >= MIN_FOLD) folds.push({ from, to });
  };
  for (const [row, kind] of kinds.entries()) {
    if (kind === 'same') continue;
    end(row);
    start = row + 1;
  }
  if (start > 0) end(kinds.length);
  return folds;
}

/** Such as `+3 −1`. */
export function countText({ added, removed }: CodeDifference): string {
  const counts = [added > 0 && `+${added}`, removed > 0 && `−${removed}`];
  return counts.filter((each) => each !== false).join(' ');
}

/** Such as `3 lines added, 1 line removed`. */
export function describeDifference({ added, removed }: CodeDifference): string {
  const parts = [
    added > 0 && `${linesText(added)} added`,
    removed > 0 && `${linesText(removed)} removed`,
  ];
  return parts.filter((each) => each !== false).join(', ');
}

export function linesText(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`;
}
