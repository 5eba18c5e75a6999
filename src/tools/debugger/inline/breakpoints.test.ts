import { EditorState, type TransactionSpec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import type { Breakpoint } from '#tools/debugger/trace/replay.ts';
import {
  type BreakpointOptions,
  cursorLine,
  showBreakpoints,
  shownBreakpoints,
} from './breakpoints.ts';
import { debuggerExtension } from './sourceBinding.ts';

const plain = (line: number): Breakpoint => ({ line, condition: null });

/**
 * An editor without a page: a state and a dispatch function. Like a view, it calls the update
 * listeners after each transaction.
 */
function createEditor(first: readonly Breakpoint[] = [], doc = 'one\ntwo\n\nfour') {
  const calls: unknown[] = [];
  const options: BreakpointOptions = {
    onPaint: (line) => calls.push(['paint', line]),
    onToggleBreakpoint(line) {
      const list = shownBreakpoints(view.state);
      const others = list.filter((each) => each.line !== line);
      showBreakpoints(view, others.length < list.length ? others : [...list, plain(line)]);
    },
    onCondition: () => null,
    onBreakpointsMoved: (list) => calls.push(['moved', ...list]),
  };
  const extension = debuggerExtension({
    ...options,
    onCommand: ({ title }) => calls.push(title) < 100,
    onExpression: async () => null,
    onResource: () => null,
    first: { trace: () => null, breakpoints: () => first },
  });
  let state = EditorState.create({ doc, extensions: extension });
  const view = {
    get state() {
      return state;
    },
    dispatch(...specs: TransactionSpec[]) {
      const startState = state;
      const transaction = state.update(...specs);
      state = transaction.state;
      const { docChanged } = transaction;
      const update = { startState, state, docChanged, transactions: [transaction] };
      for (const listen of state.facet(EditorView.updateListener)) listen(update as never);
    },
  } as unknown as EditorView;
  return { view, calls, list: () => shownBreakpoints(view.state) };
}

function press(view: EditorView, pressed: string): unknown {
  const bindings = view.state.facet(keymap).flat();
  return bindings.find(({ key }) => key === pressed)?.run?.(view);
}

describe('breakpoints', () => {
  it('are present from the start in an editor created later, even beyond the end of the text', () => {
    expect(createEditor([plain(2), plain(77)]).list()).toEqual([plain(2), plain(77)]);
  });

  it('are shown in line order', () => {
    const { view, list } = createEditor();
    const unsorted = [plain(4), { line: 1, condition: 'k > 3' }];
    showBreakpoints(view, unsorted);
    expect(list()).toEqual(unsorted.toReversed());
  });

  it('change nothing when they are shown again', () => {
    const { view } = createEditor([plain(2), plain(4)]);
    const before = view.state;
    showBreakpoints(view, [plain(4), plain(2)]);
    expect(view.state).toBe(before);
    showBreakpoints(view, [plain(4), { line: 2, condition: 'a' }]);
    expect(view.state).not.toBe(before);
  });

  it('move with their lines, and report the move', () => {
    const { view, calls, list } = createEditor([plain(2), { line: 4, condition: 'a > 1' }]);
    view.dispatch({ changes: { from: 4, insert: 'new\n' } });
    expect(list()).toEqual([plain(3), { line: 5, condition: 'a > 1' }]);
    expect(calls).toEqual([['moved', ...list()]]);
  });

  it('report nothing for an edit that moves none', () => {
    const { view, calls } = createEditor([plain(2)]);
    view.dispatch({ changes: { from: 5, insert: 'new' } });
    view.dispatch({ changes: { from: view.state.doc.length, insert: '\n' } });
    expect(calls).toEqual([]);
  });

  it('are removed with their lines', () => {
    const { view, calls, list } = createEditor([plain(2), plain(3), plain(4)]);
    view.dispatch({ changes: { from: 4, to: 8 } });
    expect(list()).toEqual([plain(2), plain(3)]);
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: 'other\ntext' } });
    expect(calls.at(-1)).toEqual(['moved']);
  });

  it('merge when their lines are joined', () => {
    const { view, list } = createEditor([plain(1), plain(2)]);
    view.dispatch({ changes: { from: 3, to: 4 } });
    expect(list()).toEqual([plain(1)]);
  });
});

describe('the debugger’s keys', () => {
  it('set and remove a breakpoint at the cursor with F9', () => {
    const { view, list } = createEditor();
    view.dispatch({ selection: { anchor: 5 } });
    expect(cursorLine(view)).toBe(2);
    expect(press(view, 'F9')).toBe(true);
    expect(list()).toEqual([plain(2)]);
    expect(press(view, 'F9')).toBe(true);
    expect(list()).toEqual([]);
  });

  it('step through the trace', () => {
    const { view, calls } = createEditor();
    for (const key of ['F10', 'Shift-F11', 'Ctrl-F5']) expect(press(view, key)).toBe(true);
    expect(calls).toEqual(['step over', 'step out', 'continue to the next breakpoint']);
  });
});
