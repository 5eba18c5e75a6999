import { EditorState, type Extension, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { compiledLines } from '#tools/code/linkedLines/compiledField.ts';
import { indexLines } from '#tools/code/linkedLines/links/lineIndex.ts';
import type { LookupState } from '#tools/code/linkedLines/state.ts';
import { type ProjectEditor, projectEditor } from '#ui/editor/fileEdits.ts';
import { INITIAL_STATE, type TargetCode } from '#workspace/state.ts';
import { createGoing } from './going.ts';

const at = (file: number, line: number) => ({ kind: 'line', file, line }) as const;
const INDEX = indexLines({
  files: [
    { kind: 'project', path: '/user.slang' },
    { kind: 'project', path: '/noise.slang' },
    { kind: 'core', name: 'hlsl.meta.slang' },
    { kind: 'project', path: '/gone.slang' },
  ],
  origins: [null, at(0, 2), at(1, 3), at(2, 3200), at(3, 1)],
  functions: [],
  parts: new Int32Array(),
});

const CODE: TargetCode = {
  target: 'HLSL',
  request: {
    ...{ target: 'HLSL', entrypoint: 'main', shaderPath: '/user.slang' },
    sourceCode: 'a\nb\nc',
    files: [
      { path: 'noise.slang', text: 'x\ny\n    z\nw' },
      { path: 'gone.slang', text: 'g' },
    ],
  },
  text: '1\n2\n3\n4\n5',
  succeeded: true,
  binary: null,
};

/** An editor without a page, and what it announced. */
function fakeView(doc: string, extensions: Extension = []) {
  let state = EditorState.create({ doc, extensions });
  const told: string[] = [];
  const view = {
    get state() {
      return state;
    },
    dispatch(spec: TransactionSpec) {
      const transaction = state.update(spec);
      state = transaction.state;
      for (const effect of transaction.effects) {
        if (effect.is(EditorView.announce)) told.push(effect.value);
      }
    },
  };
  Object.assign(view, { focus() {} });
  return { view: view as EditorView, told };
}

/** An editor with the main file as it was compiled. */
function sourceView() {
  const project = { files: () => [{ id: 0, path: 'user.slang' }], shownFile: () => 0 };
  return fakeView('a\nb\nc', [
    projectEditor.of(project as unknown as ProjectEditor),
    compiledLines(() => 'a\nb\nc'),
  ]);
}

function create({
  code = CODE,
  state = { kind: 'there', index: INDEX } as LookupState,
  source = null as EditorView | null,
} = {}) {
  const store = createStore(() => ({ ...INITIAL_STATE, targetCode: code }));
  const { view, told } = fakeView(code.text);
  const ask = vi.fn();
  const reveal = vi.fn();
  const workspace = {
    ...{ store, reveal },
    selectTab: vi.fn(),
    project: () => ({
      text: 'a\nnew\nb\nc',
      files: [{ path: 'noise.slang', text: 'x\n    z\nw' }],
    }),
  };
  const going = createGoing({
    workspace: workspace as never,
    lookup: {
      state: () => state,
      want: async () => (state.kind === 'there' ? state.index : null),
      drop() {},
    },
    analysis: { ask },
    views: { source: () => source, code: () => view },
  });
  return { going, reveal, told, view, ask };
}

it('goes to a line’s current position, in the main file and in others', async () => {
  const { going, reveal, told } = create();
  await going.fromCode(2);
  await going.fromCode(3);
  expect(reveal.mock.calls).toEqual([
    [{ line: 3, column: 1, length: 0 }, '/user.slang'],
    [{ line: 2, column: 5, length: 0 }, '/noise.slang'],
  ]);
  expect(told).toEqual([]);
});

it('says why it cannot go anywhere', async () => {
  const { going, reveal, told } = create();
  for (const line of [1, 4, 5]) await going.fromCode(line);
  expect(told).toEqual([
    'This line comes from no line of the source.',
    "From the compiler's core library (hlsl.meta.slang, line 3200), whose text is not part of the page.",
    'gone.slang is no longer part of the project.',
  ]);
  expect(reveal).not.toHaveBeenCalled();
});

/** Goes from a line of the source, of which the worker says this. */
function createFromSource(code = CODE) {
  const source = sourceView();
  const created = create({ source: source.view, code });
  return {
    ...created,
    sourceTold: source.told,
    from(line: number, role: object) {
      created.ask.mockResolvedValueOnce(role);
      return created.going.fromSource(line);
    },
    line: () => created.view.state.doc.lineAt(created.view.state.selection.main.head).number,
  };
}

it('says why no code comes from a line, or goes to the code of its function', async () => {
  const { from, sourceTold, told, line } = createFromSource();
  const statement = { kind: 'statement', function: { name: 'main', from: 1, to: 3 }, unused: null };
  await from(1, { kind: 'comment' });
  await from(1, { ...statement, unused: 'x' });
  await from(3, { ...statement, function: { name: 'other', from: 3, to: 3 } });
  expect(sourceTold).toEqual([
    'No target code comes from this line: it’s a comment.',
    'No target code comes from this line: nothing uses “x”, so the compiler removed it.',
    'No target code comes from this line: this output has no code of “other”, because nothing calls it here or the compiler computed its result.',
  ]);
  await from(3, statement);
  expect(line()).toBe(2);
  expect(told).toEqual([
    'It isn’t certain which code comes from that line. The code of “main” begins here.',
  ]);
});

it('reports a line that cannot be analysed', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const { going, ask, sourceTold } = createFromSource();
  ask.mockRejectedValueOnce(new Error('broken'));
  await going.fromSource(1);
  expect(sourceTold).toEqual(['No target code is linked with this line.']);
  expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('broken'));
  vi.unstubAllGlobals();
});

it('goes to the code that names the line’s declaration', async () => {
  const text = 'time before the code\n#line 1\nint timer;\nfloat _time_0;\n5';
  const { from, line, told, sourceTold } = createFromSource({ ...CODE, text });
  const declaration = { kind: 'declaration', isConstant: false };
  await from(1, { ...declaration, name: 'time' });
  expect(line()).toBe(4);
  expect(told).toHaveLength(1);
  await from(1, { ...declaration, name: 'tim' });
  expect(sourceTold).toEqual([expect.stringContaining('nothing in this output uses “tim”')]);
});

it('says why lines are not linked', async () => {
  const failed = create({ code: { ...CODE, succeeded: false }, state: { kind: 'none' } });
  await failed.going.fromCode(2);
  const broken = create({ state: { kind: 'failed', reason: 'The worker is gone.' } });
  await broken.going.fromCode(2);
  expect([...failed.told, ...broken.told]).toEqual([
    'The newest compile failed, so there is no target code.',
    'Lines are not linked: The worker is gone.',
  ]);
});

it('goes nowhere if the user types or moves the cursor before the map arrives', async () => {
  const source = fakeView('a\nb\nc').view;
  const { going, reveal, told, view } = create({ source });
  const typed = going.fromCode(2);
  source.dispatch({ changes: { from: 0, insert: 'x' } });
  await typed;
  const moved = going.fromCode(3);
  view.dispatch({ selection: { anchor: 0 } });
  await moved;
  expect([reveal.mock.calls, told]).toEqual([[], []]);
  await going.fromCode(2);
  expect(reveal).toHaveBeenCalledOnce();
});
