import { beforeEach, expect, it } from 'vitest';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import type { Workspace } from '#workspace/workspace.ts';
import {
  createFakeServices,
  type FakeServices,
} from '../../../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../../../tests/support/programs.ts';
import { showOutput } from './targetsSession.ts';

let fakes: FakeServices;
let workspace: Workspace;
beforeEach(() => {
  fakes = createFakeServices({
    compile: ({ target }) =>
      target === 'CUDA'
        ? { succ: false, message: 'It failed.', log: '', diagnostics: [], result: null }
        : playbackProgram({ draws: true }),
    entryPoints: () => ({
      ...{ succ: true, message: '', log: '', diagnostics: [] },
      result: ['draw', 'blur'].map((name) => ({ name, stage: 'compute' })),
    }),
  });
  workspace = createWorkspace(fakes.services);
});

async function shownTab(target: CompileTarget, entryPoint: string | null): Promise<string> {
  workspace.selectTab('targets');
  await showOutput(workspace, { target, entryPoint });
  return workspace.store.getState().activeTab;
}

it('shows the code of an output, or the diagnostics if it failed', async () => {
  expect(await shownTab('HLSL', 'blur')).toBe('target-code');
  expect(fakes.compiled.at(-1)).toMatchObject({ target: 'HLSL', entrypoint: 'blur' });
  expect(await shownTab('METAL', null)).toBe('target-code');
  // The chosen entry point is kept for a whole program.
  expect(workspace.store.getState()).toMatchObject({ target: 'METAL', entryPoint: 'blur' });
  expect(await shownTab('CUDA', 'blur')).toBe('diagnostics');
  expect(workspace.store.getState().messages).toHaveLength(1);
});
