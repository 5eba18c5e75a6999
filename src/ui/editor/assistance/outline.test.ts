import { expect, it } from 'vitest';
import type { DocumentSymbol } from 'vscode-languageserver-protocol';
import { flatten, pathsOf } from './outline.ts';

const symbol = (name: string, line: number, children: DocumentSymbol[] = []): DocumentSymbol => {
  const range = { start: { line, character: 2 }, end: { line, character: 9 } };
  return { name, kind: 12, range, selectionRange: range, children };
};

it('lists symbols with their children and depths', () => {
  const outline = flatten([symbol('S', 0, [symbol('$init', 1)]), symbol('f', 4)], 0);
  expect(outline.map(({ name, depth, position }) => [name, depth, position.line])).toEqual([
    ['S', 0, 0],
    ['init', 1, 1],
    ['f', 0, 4],
  ]);
});

it('gives the names of the enclosing symbols', () => {
  const outline = flatten([symbol('S', 0, [symbol('T', 1, [symbol('m', 2)])]), symbol('f', 4)], 0);
  expect(pathsOf(outline)).toEqual([['S'], ['S', 'T'], ['S', 'T', 'm'], ['f']]);
});
