import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import { createFakeServices } from '../../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../../tests/support/programs.ts';
import { createPlaying } from './playing.ts';

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

const DRAWS = playbackProgram({ draws: true });
const FAILS = { succ: false, message: 'No.', log: '', diagnostics: [], result: null } as const;

function create(...answers: readonly (typeof DRAWS | typeof FAILS)[]) {
  const rest = [...answers];
  const compile = () => rest.shift() ?? DRAWS;
  const { services, started } = createFakeServices({ compile });
  const bare = createWorkspace(services);
  const playing = createPlaying(bare, {} as Element, 'play');
  return { ...playing, started, kind: () => bare.store.getState().run.kind };
}

it('runs again when Resume is pressed after a failed compile', async () => {
  const { workspace, started, plays, kind } = create(FAILS);
  await workspace.run();
  expect([kind(), plays(), started.length]).toEqual(['idle', false, 0]);
  workspace.resume();
  await vi.waitFor(() => expect(kind()).toBe('running'));
  expect([plays(), started.length]).toEqual([true, 1]);
});

it('does not run again when Resume is pressed while a run starts or is paused', async () => {
  const { workspace, started, kind } = create();
  const running = workspace.run();
  expect(kind()).toBe('starting');
  workspace.resume();
  await running;
  workspace.pause();
  workspace.resume();
  await vi.waitFor(() => expect(kind()).toBe('running'));
  expect(started).toHaveLength(1);
});
