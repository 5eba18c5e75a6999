import { Text } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import { expect, it } from 'vitest';
import { decorate } from './semanticTokens.ts';

const marks = ['type', 'function'].map((type) => Decoration.mark({ class: type }));

function decorated(lines: string[], data: number[]): string[] {
  const doc = Text.of(lines);
  const found: string[] = [];
  decorate(doc, data, marks).between(0, doc.length, (from, to, { spec }) => {
    found.push(`${doc.sliceString(from, to)} ${spec.class}`);
  });
  return found;
}

it('decodes positions relative to the token before or to the start of a later line', () => {
  const data = [...[0, 0, 5, 0, 0], ...[0, 6, 1, 1, 0], ...[2, 2, 4, 0, 0]];
  expect(decorated(['float f();', '', '  Ball b;'], data)).toEqual([
    'float type',
    'f function',
    'Ball type',
  ]);
});

it('leaves out tokens outside the text or of unknown types', () => {
  const data = [...[0, 0, 99, 0, 0], ...[0, 2, 1, 7, 0], ...[5, 0, 3, 0, 0]];
  expect(decorated(['abc'], data)).toEqual(['abc type']);
});
