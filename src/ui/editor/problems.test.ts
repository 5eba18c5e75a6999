import { type Diagnostic, forEachDiagnostic, setDiagnosticsEffect } from '@codemirror/lint';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import type { Problem } from './problem.ts';
import { problems, shownProblems, showProblems } from './problems.ts';

function createView(doc: string, onDraw?: (drawn: readonly Diagnostic[]) => void) {
  let state = EditorState.create({ doc, extensions: problems });
  const view = {
    get state() {
      return state;
    },
    dispatch(...specs: TransactionSpec[]) {
      const transaction = state.update(...specs);
      for (const effect of transaction.effects) {
        if (effect.is(setDiagnosticsEffect)) onDraw?.(effect.value);
      }
      state = transaction.state;
    },
  };
  return view as unknown as EditorView;
}

const problem = (from: number, to: number, message: string): Problem => ({
  ...{ from, to, message, severity: 'error', code: '', related: [], fixes: [] },
});

function shown({ state }: EditorView): string[] {
  const found: string[] = [];
  forEachDiagnostic(state, ({ message }, from, to) => {
    found.push(`${state.sliceDoc(from, to)}: ${message}`);
  });
  return found;
}

it('problems from several finders are shown together, and each finder replaces its own', () => {
  const view = createView('one two three');
  showProblems(view, 'server', [problem(0, 3, 'unknown')]);
  showProblems(view, 'lints', [problem(8, 13, 'unused')]);
  expect(shown(view)).toEqual(['one: unknown', 'three: unused']);
  showProblems(view, 'server', [problem(4, 7, 'wrong')]);
  expect(shown(view)).toEqual(['two: wrong', 'three: unused']);
  showProblems(view, 'lints', []);
  expect(shown(view)).toEqual(['two: wrong']);
});

it('problems move with the text, even when another finder shows its problems afterwards', () => {
  const view = createView('one two');
  showProblems(view, 'server', [problem(4, 7, 'wrong')]);
  view.dispatch({ changes: { from: 0, insert: '🎉 ' } });
  showProblems(view, 'lints', [problem(0, 2, 'festive')]);
  expect(shown(view)).toEqual(['🎉: festive', 'two: wrong']);
});

it('problems are removed with their text, so that the drawn and counted problems agree', () => {
  // The gutter maps its marks to the start of the new text, and updates them only on this effect.
  let drawn: readonly Diagnostic[] = [];
  const view = createView('one two', (diagnostics) => {
    drawn = diagnostics;
  });
  showProblems(view, 'lints', [problem(0, 3, 'unused')]);
  expect(drawn).toHaveLength(1);
  view.dispatch({ changes: { from: 0, to: 7, insert: 'another project' } });
  expect(drawn).toEqual([]);
  showProblems(view, 'lints', [problem(0, 7, 'unused'), problem(8, 15, 'wrong')]);
  view.dispatch({ changes: { from: 0, to: 8 } });
  expect(drawn).toMatchObject([{ from: 0, to: 7, message: 'wrong' }]);
  expect(shownProblems(view.state)).toHaveLength(1);
});

it('problems that are found again unchanged leave the state unchanged', () => {
  const view = createView('one two');
  showProblems(view, 'lints', [problem(4, 7, 'wrong')]);
  view.dispatch({ changes: { from: 0, insert: '# ' } });
  const before = view.state;
  showProblems(view, 'lints', [problem(6, 9, 'wrong')]);
  expect(view.state).toBe(before);
});

it('problems move their fixes and related places, and lose fixes whose text is edited', () => {
  const view = createView('one two');
  const edits = (from: number, to: number) => [{ from, to, insert: 'three' }];
  const fixes = [
    { label: 'Change one', edits: edits(0, 3) },
    { label: 'Change two', edits: edits(4, 7) },
  ];
  const seen = { kind: 'here', message: 'seen before', at: 4 } as const;
  const place = { message: 'declared', label: 'module 3', open: null };
  const other = { kind: 'elsewhere', ...place } as const;
  showProblems(view, 'lints', [{ ...problem(4, 7, 'wrong'), fixes, related: [seen, other] }]);
  view.dispatch({ changes: { from: 1, insert: '\nx' } });
  const [moved] = shownProblems(view.state);
  expect(moved?.fixes).toEqual([{ label: 'Change two', edits: edits(6, 9) }]);
  expect(moved?.related).toEqual([{ ...seen, at: 6 }, other]);
});
