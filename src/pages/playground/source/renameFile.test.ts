import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Asset } from '#core/project/project.ts';
import { INITIAL_STATE } from '#workspace/state.ts';
import { renameFile } from './SourcePanel.tsx';

const A = { id: 1, path: 'a.slang', text: '' };
const B = { id: 2, path: 'b.slang', text: '' };
const IMAGE: Asset = { path: 'c.slang', type: 'image/png', size: 1, hash: 'h' };

function renamed(id: number, path: string) {
  const setFiles = vi.fn();
  const store = createStore(() => ({ ...INITIAL_STATE, files: [A, B], assets: [IMAGE] }));
  renameFile({ store, setFiles }, id, path);
  return setFiles.mock.calls;
}

it('restores a file’s former name', () => {
  expect(renamed(A.id, 'old.slang')).toEqual([[[{ ...A, path: 'old.slang' }, B]]]);
});

it.each([
  ['another file has the name', A.id, B.path],
  ['an image has the name', A.id, IMAGE.path],
  ['the file already has the name', A.id, A.path],
  ['the file is gone', 3, 'old.slang'],
])('does nothing if %s', (_why, id, path) => {
  expect(renamed(id, path)).toEqual([]);
});
