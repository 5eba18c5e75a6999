import { EditorState, type StateEffect, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { LineMap } from '#core/output/lineMap/lineMap.ts';
import { compiledLines } from '#tools/code/linkedLines/compiledField.ts';
import { type LitLines, litLines } from '#tools/code/linkedLines/editors.ts';
import { indexLines } from '#tools/code/linkedLines/links/lineIndex.ts';
import { type ProjectEditor, projectEditor } from '#ui/editor/fileEdits.ts';
import { INITIAL_STATE, type TargetCode, type WorkspaceState } from '#workspace/state.ts';
import { createLights, createLinkSession } from './linkSession.ts';

const CODE: TargetCode = {
  target: 'WGSL',
  request: { target: 'WGSL', entrypoint: null, sourceCode: '', shaderPath: '/user.slang' },
  text: 'fn f() {}',
  succeeded: true,
  binary: null,
};

function create() {
  const store = createStore<WorkspaceState>(() => ({
    ...INITIAL_STATE,
    targetCode: CODE,
    reflection: {},
    activeTab: 'target-code',
  }));
  let answer: (map: LineMap) => void = () => {};
  const map = new Promise<LineMap>((resolve) => {
    answer = resolve;
  });
  const ask = vi.fn(async () => ({}));
  const session = createLinkSession({
    workspace: { store },
    lineMaps: { of: () => map },
    analysis: { ask },
  } as never);
  const answerMap = async () => {
    answer({ files: [], origins: [], functions: [], parts: new Int32Array() });
    // Longer than any wait for the map.
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { session, ask, answerMap };
}

it('colours nothing if the colours are turned off before the lines are mapped', async () => {
  const { session, ask, answerMap } = create();
  session.toggleColours();
  session.toggleColours();
  await answerMap();
  expect(session.store.getState().colours).toBe(false);
  expect(ask).not.toHaveBeenCalled();
  session.dispose();
});

it('reports that functions cannot be coloured', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const { session, ask, answerMap } = create();
  ask.mockRejectedValueOnce(new Error('broken'));
  session.toggleColours();
  await answerMap();
  expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('broken'));
  session.dispose();
  vi.unstubAllGlobals();
});

const INDEX = indexLines({
  files: [{ kind: 'project', path: '/user.slang' }],
  origins: [null, { kind: 'line', file: 0, line: 1 }],
  functions: [],
  parts: new Int32Array(),
});

const FILES = [
  { id: 0, path: 'user.slang' },
  { id: 1, path: 'noise.slang' },
];
const TEXT = 'a\nb';

/** An editor without a page. */
function fakeView(shownFile: number) {
  const project = { files: () => FILES, shownFile: () => shownFile };
  let state = EditorState.create({
    doc: TEXT,
    extensions: [
      projectEditor.of(project as unknown as ProjectEditor),
      compiledLines(() => TEXT),
      litLines((_, line) => line),
    ],
  });
  let lit: readonly number[] = [];
  const view = {
    get state() {
      return state;
    },
    dispatch(spec: TransactionSpec) {
      state = state.update(spec).state;
      const effect = spec.effects as StateEffect<LitLines> | undefined;
      if (effect) lit = effect.value.lines;
    },
  };
  return { view: view as EditorView, lit: () => lit };
}

function createLit() {
  const code = fakeView(0);
  const views: Record<'source' | 'code', EditorView | null> = { source: null, code: code.view };
  let isOpen = true;
  const lights = createLights({
    views,
    lookup: { state: () => ({ kind: 'there', index: INDEX }), want: async () => INDEX, drop() {} },
    isOpen: () => isOpen,
    isInSight: () => false,
  });
  const show = (file: number) => {
    const { view } = fakeView(file);
    views.source = view;
    return view;
  };
  const close = () => {
    isOpen = false;
  };
  return { lights, show, close, lit: code.lit };
}

const EDIT = { changes: { from: 0, insert: 'x' } };

it('keeps a file’s lines highlighted while another file is edited', () => {
  const { lights, show, lit } = createLit();
  show(0);
  lights.hover('source', 1, 0);
  show(1).dispatch(EDIT);
  lights.edited();
  expect(lit()).toEqual([2]);
});

it('highlights nothing while the target code is closed', () => {
  const { lights, show, close, lit } = createLit();
  show(0);
  lights.hover('source', 1, 0);
  close();
  lights.relight();
  expect(lit()).toEqual([]);
  lights.cursor('source', 1, 0);
  expect(lit()).toEqual([]);
});
