import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { foldableBlock } from './basics.ts';
import { slangLanguage } from './grammars/slang.ts';

/** For each line, the text that it can fold; null if none. */
function foldsOf(text: string): (string | null)[] {
  const created = EditorState.create({ doc: text, extensions: slangLanguage });
  // Parsing stops after a few milliseconds, which may be too few on a busy machine.
  ensureSyntaxTree(created, text.length, 60_000);
  return foldsIn(created.update({}).state);
}

function foldsIn(state: EditorState): (string | null)[] {
  return Array.from({ length: state.doc.lines }, (_, index) => {
    const { from, to } = state.doc.line(index + 1);
    const fold = foldableBlock(state, from, to);
    return fold && state.sliceDoc(fold.from, fold.to);
  });
}

describe('folding', () => {
  it('hides a block between braces', () => {
    expect(foldsOf('struct S {\n    int a;\n};')).toEqual(['\n    int a;\n', null, null]);
  });

  it('starts at the line before a brace on its own line', () => {
    expect(foldsOf('void f()\n{\n    if (a) {\n        b();\n    }\n}')).toEqual([
      '\n{\n    if (a) {\n        b();\n    }\n',
      null,
      '\n        b();\n    ',
      null,
      null,
      null,
    ]);
  });

  it('starts at the brace itself if there is no line before it', () => {
    expect(foldsOf('\n{\n    a();\n}')).toEqual([null, '\n    a();\n', null, null]);
  });

  it('ignores braces in comments and strings', () => {
    expect(foldsOf('void f() { // }\n    s = "}";\n}')).toEqual([
      ' // }\n    s = "}";\n',
      null,
      null,
    ]);
    expect(foldsOf('// {\n// }')).toEqual([null, null]);
  });

  it('ignores braces in multi-line strings, characters and directives', () => {
    expect(foldsOf('void f() {\n    R"(}\n})";\n    c = \'}\';\n}')[0]).toBe(
      '\n    R"(}\n})";\n    c = \'}\';\n',
    );
    expect(foldsOf('/* {\n} */\nint a;')).toEqual([null, null, null]);
  });

  it('does not fold text that is not parsed yet', () => {
    const state = EditorState.create({ doc: 'struct S {\n    int a;\n};' });
    expect(foldsIn(state)).toEqual([null, null, null]);
  });

  it('does not fold a block that ends on its first line or never', () => {
    expect(foldsOf('void f() { }\nvoid g() {\n    a();')).toEqual([null, null, null]);
  });
});
