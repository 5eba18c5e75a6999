import { history, undo } from '@codemirror/commands';
import { EditorState, type Extension, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import type { TracedValue } from '#core/source/instrument/trace.ts';
import type { LineValues } from '#tools/debugger/trace/replay.ts';
import {
  type InlineTrace,
  inlineTrace,
  lineNow,
  showTrace,
  tracedLine,
  ValuesWidget,
} from './inlineTrace.ts';

/** An editor without a page: a state and a dispatch function. */
function createView(doc: string, extensions: Extension) {
  let state = EditorState.create({ doc, extensions });
  const view = {
    get state() {
      return state;
    },
    dispatch(...specs: TransactionSpec[]) {
      state = state.update(...specs).state;
    },
    lineBlockAt: () => ({ top: 0, bottom: 0 }),
    scrollDOM: { getBoundingClientRect: () => ({ top: 0, height: 100 }) },
    documentTop: 0,
  };
  return view as unknown as EditorView;
}

const number = (value: number): TracedValue => ({ kind: 'number', type: 'float', value });

const at = (line: number, name: string, value: number, count = 1): LineValues => ({
  line,
  values: [{ name, value: number(value) }],
  count,
});

const SOURCE = 'one\ntwo\n\nfour\nfive';

const trace: InlineTrace = {
  source: SOURCE,
  step: 0,
  values: [at(1, 'a', 1), at(4, 'b', 2, 3)],
  notExecuted: new Set([2]),
  currentLine: 4,
  unseen: [{ from: 14, to: 18, line: 5, reason: 'No.' }],
  isDated: false,
};

/** What each line shows. Lines that show nothing are omitted. */
function shown({ state }: EditorView): Readonly<Record<number, string[]>> {
  const lines: Record<number, string[]> = {};
  for (const decorations of state.facet(EditorView.decorations)) {
    if (typeof decorations === 'function') continue;
    decorations.between(0, state.doc.length, (from, to, { spec }) => {
      const { number: line } = state.doc.lineAt(from);
      const marks = lines[line] ?? [];
      lines[line] = marks;
      const widget: unknown = spec.widget;
      if (widget instanceof ValuesWidget) {
        const { count, values } = widget.shown;
        const texts = values.map(
          ({ name, value }) => `${name} = ${value.kind === 'number' && value.value}`,
        );
        marks.push(`${widget.line}: ${texts.join(', ')} ×${count}`);
        expect(from).toBe(state.doc.lineAt(from).to);
      } else if (spec.attributes?.title) {
        marks.push(`${spec.class} ${state.sliceDoc(from, to)} ${spec.attributes.title}`);
      } else marks.push(spec.class);
    });
  }
  return lines;
}

const isDated = ({ state }: EditorView) =>
  state
    .facet(EditorView.editorAttributes)
    .some((each) => typeof each === 'object' && each['class'] === 'cm-debugger-dated');

function createTraced(first: InlineTrace | null = trace, doc = SOURCE) {
  return createView(doc, [inlineTrace(() => first), history()]);
}

describe('the trace in the source', () => {
  it('shows values, lines that were not executed, the current line, and unrecorded places', () => {
    const view = createTraced(null);
    expect(shown(view)).toEqual({});
    showTrace(view, trace);
    expect(shown(view)).toEqual({
      1: ['1: a = 1 ×1'],
      2: ['cm-not-executed'],
      4: ['cm-debugger-line', '4: b = 2 ×3'],
      5: ['cm-trace-unseen five No.'],
    });
    expect(isDated(view)).toBe(false);
    showTrace(view, null);
    expect(shown(view)).toEqual({});
  });

  it('shows nothing after a line without values that was executed once', () => {
    const view = createTraced();
    const values = [
      { line: 1, values: [], count: 1 },
      { line: 2, values: [], count: 2 },
    ];
    showTrace(view, { ...trace, values, notExecuted: new Set(), unseen: [], currentLine: null });
    expect(shown(view)).toEqual({ 2: ['2:  ×2'] });
  });

  it('keeps the marks of the whole trace when only the step changes', () => {
    const view = createTraced();
    const [before] = view.state.facet(EditorView.decorations);
    showTrace(view, { ...trace, step: 1, values: [at(5, 'c', 3)], currentLine: 5 });
    expect(view.state.facet(EditorView.decorations)[0]).toBe(before);
    expect(shown(view)).toEqual({
      2: ['cm-not-executed'],
      5: ['cm-trace-unseen five No.', 'cm-debugger-line', '5: c = 3 ×1'],
    });
  });

  it('becomes outdated by an edit, and moves with its lines', () => {
    const view = createTraced();
    view.dispatch({ changes: { from: 0, insert: 'zero\n' } });
    view.dispatch({ changes: { from: 'zero\none'.length, insert: '!\n' } });
    expect(shown(view)).toEqual({
      2: ['2: a = 1 ×1'],
      4: ['cm-not-executed'],
      6: ['cm-debugger-line', '6: b = 2 ×3'],
      7: ['cm-trace-unseen five No.'],
    });
    expect(isDated(view)).toBe(true);
  });

  it('follows a line when its start moves down', () => {
    const view = createTraced();
    view.dispatch({ changes: { from: 9, insert: '\n    ' } });
    expect(shown(view)[5]).toEqual(['cm-debugger-line', '5: b = 2 ×3']);
  });

  it('shows another step’s values at the lines that edits have moved', () => {
    const view = createTraced();
    view.dispatch({ changes: { from: 0, insert: 'zero\n' } });
    showTrace(view, { ...trace, step: 1, isDated: true, values: [at(5, 'c', 3)], currentLine: 5 });
    expect(shown(view)).toEqual({
      3: ['cm-not-executed'],
      6: ['cm-trace-unseen five No.', 'cm-debugger-line', '6: c = 3 ×1'],
    });
  });

  it('is up to date again once the edit is undone', () => {
    const view = createTraced();
    view.dispatch({ changes: { from: 0, to: 4 } });
    expect(shown(view)[1]).toEqual(['cm-not-executed']);
    undo(view);
    expect(isDated(view)).toBe(false);
    expect(shown(view)).toEqual(shown(createTraced()));
  });

  it('removes the marks of deleted lines, and everything when the text is replaced', () => {
    const view = createTraced();
    view.dispatch({ changes: { from: 8, to: 13 } });
    expect(shown(view)).toEqual({
      1: ['1: a = 1 ×1'],
      2: ['cm-not-executed'],
      4: ['cm-trace-unseen five No.'],
    });
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: 'a\nb\nc\n' } });
    expect(shown(view)).toEqual({});
  });

  it('finds its lines in a text that was edited before the trace arrived', () => {
    const view = createTraced(null, `zero\n${SOURCE}`);
    showTrace(view, trace);
    expect(shown(view)).toMatchObject({ 2: ['2: a = 1 ×1'], 3: ['cm-not-executed'] });
    expect(isDated(view)).toBe(true);
    const later = { ...trace, source: `zero\n${SOURCE}`, values: [at(2, 'a', 1)] };
    showTrace(view, later);
    expect(isDated(view)).toBe(false);
  });

  it('ignores lines and places outside the text', () => {
    const values = [at(0, 'a', 1), at(9, 'a', 1)];
    const unseen = [{ from: 3, to: 99, line: 1, reason: 'No.' }];
    const notExecuted = new Set([99]);
    const view = createTraced({ ...trace, values, unseen, notExecuted, currentLine: 77 });
    expect(shown(view)).toEqual({});
  });

  it('can be outdated from the start', () => {
    expect(isDated(createTraced({ ...trace, isDated: true }))).toBe(true);
  });

  it('maps between lines of the traced source and lines of the text', () => {
    const view = createTraced();
    view.dispatch({ changes: { from: 3, insert: '\nnew' } });
    const lines = [1, 2, 3, 4, 5, 6];
    expect(lines.map((line) => tracedLine(view.state, line))).toEqual([1, null, 2, 3, 4, 5]);
    expect(lines.map((line) => lineNow(view.state, line))).toEqual([1, 3, 4, 5, 6, null]);
  });
});

describe('a widget of values', () => {
  it('equals another only for the same values, count and line', () => {
    const shownValues = at(1, 'a', 1);
    const widget = new ValuesWidget(1, shownValues);
    expect(widget.eq(new ValuesWidget(1, { ...shownValues }))).toBe(true);
    const others = [at(1, 'a', 1, 2), at(1, 'a', 2), { ...shownValues, values: [] }];
    const widgets = others.map((other) => new ValuesWidget(1, other));
    widgets.push(new ValuesWidget(2, shownValues));
    expect(widgets.map((other) => widget.eq(other))).toEqual([false, false, false, false]);
  });

  it('leaves clicks to the editor', () => {
    expect(new ValuesWidget(1, at(1, 'a', 1)).ignoreEvent()).toBe(false);
  });
});
