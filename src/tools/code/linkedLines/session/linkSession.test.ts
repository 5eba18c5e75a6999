import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { LineMap } from '#core/output/lineMap/lineMap.ts';
import { INITIAL_STATE, type TargetCode, type WorkspaceState } from '#workspace/state.ts';
import { createLinkSession } from './linkSession.ts';

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

it('requests the functions once the lines are mapped', async () => {
  const { session, ask, answerMap } = create();
  session.toggleColours();
  await answerMap();
  expect(ask.mock.calls).toEqual([['functionLines', { '/user.slang': '' }]]);
  session.dispose();
});

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
