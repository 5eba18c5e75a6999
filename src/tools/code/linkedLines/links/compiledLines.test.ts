import { ChangeSet, type ChangeSpec, Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { type CompiledLines, compareLines, followEdit, nearestLine } from './compiledLines.ts';

const textOf = (text: string) => Text.of(text.split('\n'));
const BASE = textOf('a\nb\nc\nd\ne');

/** The lines after successive edits. */
function edited(...edits: ChangeSpec[]): CompiledLines {
  let doc = BASE;
  let lines = compareLines(BASE, doc);
  for (const edit of edits) {
    const changes = ChangeSet.of(edit, doc.length);
    const next = changes.apply(doc);
    lines = followEdit(lines, changes, doc, next);
    doc = next;
  }
  return lines;
}

describe('lines after edits', () => {
  it.each<[string, ChangeSpec[], compiled: number[]]>([
    ['keep their links where the text equals the compiled text', [], [1, 2, 3, 4, 5]],
    ['lose their link when they are edited', [{ from: 5, insert: 'x' }], [1, 2, 0, 4, 5]],
    ['move with a line break before them', [{ from: 4, insert: '\n' }], [1, 2, 0, 3, 4, 5]],
    ['stay before a line break', [{ from: 5, insert: '\n' }], [1, 2, 3, 0, 4, 5]],
    ['move with new lines', [{ from: 4, insert: 'new\nlines\n' }], [1, 2, 0, 0, 3, 4, 5]],
    ['move with deleted lines', [{ from: 2, to: 4 }], [1, 3, 4, 5]],
    ['lose their link when they are joined', [{ from: 3, to: 4 }], [1, 0, 4, 5]],
    [
      'follow several changes of one edit',
      [
        [
          { from: 0, insert: '\n' },
          { from: 3, insert: '!' },
          { from: 6, to: 8 },
        ],
      ],
      [0, 1, 0, 3, 5],
    ],
    [
      'get their links back when an edit is undone',
      [
        { from: 4, to: 5, insert: 'x' },
        { from: 4, to: 5, insert: 'c' },
      ],
      [1, 2, 3, 4, 5],
    ],
  ])('%s', (_, edits, compiled) => {
    expect([...edited(...edits).compiled.subarray(1)]).toEqual(compiled);
  });

  it('do not change while the user types in a new line', () => {
    const typed = edited({ from: 5, insert: 'x' });
    const doc = textOf('a\nb\ncx\nd\ne');
    const changes = ChangeSet.of({ from: 6, insert: 'y' }, doc.length);
    expect(followEdit(typed, changes, doc, changes.apply(doc))).toBe(typed);
  });

  it('are found by their compiled line', () => {
    const lines = edited({ from: 2, insert: 'new\n' }, { from: 8, insert: 'x' });
    expect([...lines.current.subarray(1)]).toEqual([1, 3, 0, 5, 6]);
    expect([1, 2, 3, 4, 99].map((line) => nearestLine(lines, line))).toEqual([1, 3, 4, 5, 7]);
  });

  it('are matched from both ends after a change that was not observed', () => {
    const { compiled } = compareLines(BASE, textOf('a\nb\nx\ny\nd\ne'));
    expect([...compiled.subarray(1)]).toEqual([1, 2, 0, 0, 4, 5]);
    expect([...compareLines(BASE, textOf('')).compiled.subarray(1)]).toEqual([0]);
  });
});

it('follows typing in a text of 50,000 lines without delay', () => {
  const doc = Text.of(Array.from({ length: 50_000 }, (_, line) => `line ${line}`));
  const changes = ChangeSet.of({ from: 0, insert: 'x\n' }, doc.length);
  const lines = followEdit(compareLines(doc, doc), changes, doc, changes.apply(doc));
  expect([lines.compiled[1], lines.compiled[50_001]]).toEqual([0, 50_000]);
});
