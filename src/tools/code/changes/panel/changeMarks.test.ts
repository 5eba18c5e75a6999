import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { changeRows } from '#core/output/difference/codeDifference.ts';
import { marksIn } from './ChangesPanel.tsx';

it('marks a long line once when the editor shows only its ends', () => {
  const words = [
    { from: 0, to: 4 },
    { from: 95, to: 100 },
  ];
  const rows = changeRows('', `${'word '.repeat(20)}\nend`, [
    { at: 1, removed: [], added: [{ line: 1, words }] },
  ]);
  const state = EditorState.create({ doc: rows.text });
  const visibleRanges = [
    { from: 0, to: 10 },
    { from: 90, to: rows.text.length },
  ];
  const found: [number, number, string][] = [];
  marksIn({ state, visibleRanges }, rows).between(0, state.doc.length, (from, to, { spec }) => {
    found.push([from, to, spec.class]);
  });
  expect(found).toEqual([
    [0, 0, 'cm-added-row'],
    [0, 4, 'cm-added-word'],
    [95, 100, 'cm-added-word'],
  ]);
});
