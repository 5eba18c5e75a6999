import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { foldableBlock } from './basics.ts';
import { slangLanguage } from './grammars/slang.ts';

/** The text that each line can fold, by the line's number. */
function foldsOf(doc: string, isParsed = true): Record<number, string> {
  let state = EditorState.create({ doc, extensions: isParsed ? slangLanguage : [] });
  // Parsing stops after a few milliseconds, which may be too few on a busy machine.
  if (isParsed) ensureSyntaxTree(state, doc.length, 60_000);
  ({ state } = state.update({}));
  const folds = Array.from({ length: state.doc.lines }, (_, index) => {
    const { number, from, to } = state.doc.line(index + 1);
    const fold = foldableBlock(state, from, to);
    return fold ? [[number, state.sliceDoc(fold.from, fold.to)]] : [];
  });
  return Object.fromEntries(folds.flat());
}

it.each<[string, string, Record<number, string>]>([
  ['hides a block between braces', 'struct S {\n    int a;\n};', { 1: '\n    int a;\n' }],
  [
    'starts at the line before a brace on its own line',
    'void f()\n{\n    if (a) {\n        b();\n    }\n}',
    { 1: '\n{\n    if (a) {\n        b();\n    }\n', 3: '\n        b();\n    ' },
  ],
  ['starts at the brace if there is no line before it', '\n{\n    a();\n}', { 2: '\n    a();\n' }],
  [
    'ignores braces in comments and strings',
    'void f() { // }\n    s = "}";\n}',
    { 1: ' // }\n    s = "}";\n' },
  ],
  [
    'ignores braces in raw strings and characters',
    'void f() {\n    R"(}\n})";\n    c = \'}\';\n}',
    { 1: '\n    R"(}\n})";\n    c = \'}\';\n' },
  ],
  ['ignores line comments', '// {\n// }', {}],
  ['ignores block comments', '/* {\n} */\nint a;', {}],
  ['skips a block that ends on its first line or never', 'void f() { }\nvoid g() {\n    a();', {}],
])('folding %s', (_, text, folds) => {
  expect(foldsOf(text)).toEqual(folds);
});

it('does not fold text that is not parsed yet', () => {
  expect(foldsOf('struct S {\n    int a;\n};', false)).toEqual({});
});
