import { afterEach, expect, it, vi } from 'vitest';
import { addRunStep, type RunStep } from '#workspace/runs/beforeRun.ts';
import { createWorkspace } from '#workspace/workspace.ts';
import { createFakeServices } from '../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../tests/support/programs.ts';
import { pageActions } from './pageActions.ts';

const EMPTY = playbackProgram({ draws: false });

let dispose = () => {};
afterEach(() => dispose());

/** What happens, in order, when a person presses Run. */
function press(step: RunStep) {
  const happened: string[] = [];
  dispose = addRunStep(step);
  const run = vi.fn(async () => void happened.push('run'));
  const workspace = {
    ...createWorkspace(createFakeServices({ compile: () => EMPTY }).services),
    run,
  };
  pageActions(workspace, (view) => happened.push(view)).run();
  return happened;
}

it('runs at once if nothing has to be done before', () => {
  expect(press(() => null)).toEqual(['results', 'run']);
});

it('runs once what has to be done before is done', async () => {
  let done = () => {};
  const happened = press(() => new Promise((resolve) => (done = resolve)));
  expect(happened).toEqual(['results']);
  done();
  await vi.waitFor(() => expect(happened).toEqual(['results', 'run']));
});

it('runs although what had to be done before has failed, and reports it', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const happened = press(() => Promise.reject(new Error('no connection')));
  await vi.waitFor(() => expect(happened).toEqual(['results', 'run']));
  expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('no connection'));
  vi.unstubAllGlobals();
});
