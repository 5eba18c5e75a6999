import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import { holdWhileCompiling } from './holdWhileCompiling.ts';

const DONE = { kind: 'done', target: 'WGSL', succeeded: true } as const;
const COMPILING = { kind: 'compiling', since: 0, live: false } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const store = createStore<WorkspaceState>(() => INITIAL_STATE);
  const held: boolean[] = [];
  holdWhileCompiling({ store }, (isHeld) => held.push(isHeld));
  return {
    held,
    become: (compilation: WorkspaceState['compilation']) => store.setState({ compilation }),
  };
}

it('holds from the start of a compile to its end', () => {
  const { held, become } = start();
  become(COMPILING);
  expect(held).toEqual([true]);
  become({ ...COMPILING, live: true });
  become(DONE);
  expect(held).toEqual([true, false]);
});

it('holds for at most three seconds', () => {
  const { held, become } = start();
  become(COMPILING);
  vi.advanceTimersByTime(3000);
  expect(held).toEqual([true, false]);
  become(DONE);
  become(COMPILING);
  expect(held).toEqual([true, false, true]);
});
