import { EditorState, type StateEffect, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { compiledLines } from '#tools/code/linkedLines/editor/compiledField.ts';
import { type LitLines, litLines } from '#tools/code/linkedLines/editor/litLines.ts';
import { indexLines } from '#tools/code/linkedLines/links/lineIndex.ts';
import { type ProjectEditor, projectEditor } from '#ui/editor/fileEdits.ts';
import { createLights } from './linkSession.ts';

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

function create() {
  const code = fakeView(0);
  const views: Record<'source' | 'code', EditorView | null> = { source: null, code: code.view };
  let isOpen = true;
  const lights = createLights({
    views,
    lookup: {
      state: () => ({ kind: 'there', index: INDEX }),
      want: async () => INDEX,
      drop() {},
    },
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

it('highlights nothing for a line that was edited since the compile', () => {
  const { lights, show, lit } = create();
  const source = show(0);
  lights.hover('source', 1, 0);
  expect(lit()).toEqual([2]);
  source.dispatch(EDIT);
  lights.edited();
  expect(lit()).toEqual([]);
});

it('keeps a file’s lines highlighted while another file is edited', () => {
  const { lights, show, lit } = create();
  show(0);
  lights.hover('source', 1, 0);
  show(1).dispatch(EDIT);
  lights.edited();
  expect(lit()).toEqual([2]);
});

it('highlights nothing while the target code is closed', () => {
  const { lights, show, close, lit } = create();
  show(0);
  lights.hover('source', 1, 0);
  close();
  lights.relight();
  expect(lit()).toEqual([]);
  lights.cursor('source', 1, 0);
  expect(lit()).toEqual([]);
});
