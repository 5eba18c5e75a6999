import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { afterFirstAnswer, afterFirstRun, createPageStart } from './firstRun.ts';

// The module needs `window`, which Node lacks.
vi.mock('#pages/playground/browser/smallScreen.ts', () => ({ smallScreen: { matches: false } }));

const LOADING = { kind: 'loading', progress: { received: 0, total: null } } as const;
const FAILED = { kind: 'failed', message: 'No.' } as const;
const COMPILED = { kind: 'done', target: 'WGSL', succeeded: true } as const;

function open(state: Partial<WorkspaceState>, pageStart = createPageStart()) {
  const store = createStore<WorkspaceState>(() => ({ ...INITIAL_STATE, ...state }));
  const { start, reports } = pageStart;
  const workspace = { store } as unknown as Workspace;
  const answered = vi.fn();
  void afterFirstAnswer(workspace, start).then(answered);
  const shown = vi.fn();
  void afterFirstRun(workspace, start).then(shown);
  return { store, reports, answered, shown };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('waits for the first compile result, not only for a ready compiler', async () => {
  const { store, reports, answered } = open({ compiler: LOADING });
  store.setState({ compiler: { kind: 'ready', compilerVersion: 'test' } });
  await settled();
  expect(answered).not.toHaveBeenCalled();
  reports.compilerAnswered();
  await settled();
  store.setState({ compiler: FAILED });
  expect(answered).toHaveBeenCalledOnce();
});

it('counts a result that arrived earlier', async () => {
  const pageStart = createPageStart();
  pageStart.reports.compilerAnswered();
  const { answered } = open({ compiler: LOADING }, pageStart);
  await settled();
  expect(answered).toHaveBeenCalledOnce();
});

it('does not wait for the result of a compiler that failed or fails', async () => {
  const failed = open({ compiler: FAILED });
  const { store, answered } = open({ compiler: LOADING });
  store.setState({ compiler: FAILED });
  await settled();
  expect(failed.answered).toHaveBeenCalledOnce();
  expect(answered).toHaveBeenCalledOnce();
});

it('waits for the first frame while a run starts', async () => {
  const { store, reports, shown } = open({ compiler: LOADING });
  store.setState({ run: { kind: 'starting', before: { kind: 'idle' }, outputs: ['image'] } });
  store.setState({ compilation: COMPILED });
  await settled();
  expect(shown).not.toHaveBeenCalled();
  reports.frameDrawn();
  await settled();
  expect(shown).toHaveBeenCalledOnce();
});

it('does not wait for a frame if nothing runs, whether the first compile ends now or ended earlier', async () => {
  const { store, shown } = open({ compiler: LOADING });
  const earlier = open({ compilation: COMPILED });
  store.setState({ compilation: COMPILED });
  await settled();
  expect(shown).toHaveBeenCalledOnce();
  expect(earlier.shown).toHaveBeenCalledOnce();
});
