import { beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { CompilerState } from '#program/compilerState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { afterFirstAnswer } from './firstRun.ts';

// It asks the window, which is not there.
vi.mock('#app/browser/smallScreen.ts', () => ({ smallScreen: { matches: false } }));

const LOADING = { kind: 'loading', progress: { received: 0, total: null } } as const;
const FAILED = { kind: 'failed', message: 'No.' } as const;

function start(compiler: CompilerState) {
  const store = createStore(() => ({ compiler }));
  const over = vi.fn();
  afterFirstAnswer({ store } as unknown as Workspace, over);
  return { over, become: (next: CompilerState) => store.setState({ compiler: next }) };
}

beforeEach(() => performance.clearMarks());

it('the first answer is waited for, not a compiler that is ready for it', async () => {
  const { over, become } = start(LOADING);
  become({ kind: 'ready', compilerVersion: 'test' });
  expect(over).not.toHaveBeenCalled();
  performance.mark('playground:compiler-ready');
  await vi.waitUntil(() => over.mock.calls.length > 0);
  become(FAILED);
  expect(over).toHaveBeenCalledOnce();
});

it('an answer that was given before counts', async () => {
  performance.mark('playground:compiler-ready');
  const { over } = start(LOADING);
  await vi.waitUntil(() => over.mock.calls.length > 0);
});

it('of a compiler that has failed, or fails, none is waited for', () => {
  expect(start(FAILED).over).toHaveBeenCalledOnce();
  const { over, become } = start(LOADING);
  become(FAILED);
  expect(over).toHaveBeenCalledOnce();
});
