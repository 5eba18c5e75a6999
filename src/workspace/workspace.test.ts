import { describe, expect, it } from 'vitest';
import type { CompileRequest, CompileResult } from '#core/output/compileResult.ts';
import { fail, ok } from '#core/util/result.ts';
import { createFakeServices, type FakeBehaviour } from '../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../tests/support/programs.ts';
import { shownState } from '../../tests/support/shownState.ts';
import { createWorkspace } from './createWorkspace.ts';
import type { Workspace } from './workspace.ts';

const DRAWS = playbackProgram({ draws: true });

const FAILS: CompileResult = {
  ...{ succ: false, diagnostics: [], result: null },
  ...{ message: 'USER error: see log', log: '/user.slang(1): error 1: no' },
};

function start(behaviour: Partial<FakeBehaviour> = {}) {
  const fakes = createFakeServices({ compile: () => DRAWS, ...behaviour });
  const workspace = createWorkspace(fakes.services);
  return { ...fakes, fakes, workspace, state: () => shownState(workspace) };
}

it('reports a demo that is missing, and keeps the text and the run', async () => {
  const { workspace, state, compiled } = start();
  await workspace.openDemo('circle');
  await workspace.openDemo('missing');
  expect(compiled).toHaveLength(1);
  expect(state()).toMatchObject({
    ...{ opened: { text: '// circle' }, run: { kind: 'running' }, activeTab: 'diagnostics' },
    diagnosticsText: 'The demo missing could not be loaded: 404.',
  });
});

describe('running', () => {
  it('shows the code of a program that has entry points for graphics only', async () => {
    const answer = playbackProgram({});
    if (!answer.succ) throw new Error('It compiles.');
    const entryPoints = [{ name: 'shade', stage: 'fragment' }];
    const result = { ...answer.result, reflection: { parameters: [], entryPoints } };
    const { workspace, state } = start({ compile: () => ({ ...answer, result }) });
    await workspace.run();
    expect(state()).toMatchObject({ activeTab: 'target-code', run: { kind: 'idle' } });
    expect(state().diagnosticsText).toMatch(
      /^This program is for compiling, not for running: shade is/,
    );
  });

  it('reports a source that does not compile, and marks the old run until a newer source runs', async () => {
    const answers = [DRAWS, FAILS, DRAWS];
    const { workspace, state, started } = start({ compile: () => answers.shift() ?? FAILS });
    for (const stale of [false, true, false, true]) {
      await workspace.run();
      expect(state()).toMatchObject({ stale, run: { kind: 'running' }, outputs: ['image'] });
    }
    expect(started).toHaveLength(2);
    expect(state()).toMatchObject({
      targetCode: { text: 'Compilation returned empty result.' },
      ...{ diagnosticsText: `${FAILS.message}\n${FAILS.log}`, activeTab: 'diagnostics' },
    });
  });

  it('reports what the browser rejects until the next run, and marks nothing if nothing ran', async () => {
    const text = 'Failed to create pipeline';
    const answers = [fail(text)];
    const { workspace, state } = start({ startRun: () => answers.pop() ?? ok(undefined) });
    await workspace.run();
    expect(state()).toMatchObject({ run: { kind: 'idle' }, stale: false, diagnosticsText: text });
    await workspace.run();
    expect(state()).toMatchObject({ diagnosticsText: '', activeTab: 'target-code' });
  });

  it('reports errors of frames and the loss of the device', async () => {
    const { workspace, state, fakes } = start();
    await workspace.run();
    fakes.runEvents.onError('Error rendering frame 7: oops');
    expect(state().run).toMatchObject({ kind: 'failed' });
    fakes.runEvents.onLost('driver reset');
    expect(state()).toMatchObject({
      gpu: { kind: 'lost', reason: 'driver reset' },
      diagnosticsText: 'Error rendering frame 7: oops\nThe graphics device was lost: driver reset',
    });
  });
});

describe('without WebGPU', () => {
  const noGpu = { gpu: fail('The browser has no navigator.gpu.') };

  it('shows a notice with the real reason in the diagnostics from the start', async () => {
    const { state } = start(noGpu);
    await Promise.resolve();
    await Promise.resolve();
    expect(state()).toMatchObject({
      gpu: { kind: 'unavailable', reason: 'The browser has no navigator.gpu.' },
      diagnosticsText:
        'Browser does not support WebGPU, Run shader feature is disabled.\nThe browser has no navigator.gpu.',
    });
  });

  it.each<[string, (workspace: Workspace) => Promise<void>]>([
    ['Run', ({ run }) => run()],
    ['a demo', ({ openDemo }) => openDemo('circle')],
  ])('compiles %s, shows the code and explains once why nothing runs', async (_name, act) => {
    const { workspace, state } = start(noGpu);
    await act(workspace);
    expect(state()).toMatchObject({ targetCode: { text: 'fn paint() {}' }, run: { kind: 'idle' } });
    expect(state().diagnosticsText).toMatch(
      /^Browser does not support WebGPU, Run shader feature is disabled\.\nThe shader compiled successfully, but it cannot run because your browser does not support WebGPU\.\n.*Safari 16\.4 or later.*navigator\.gpu\.$/s,
    );
    expect(state().diagnosticsText.match(/navigator\.gpu/g)).toHaveLength(1);
  });

  it('keeps the initial notice with the first answer, but not with the next', async () => {
    const { workspace, state } = start({ ...noGpu, compile: () => FAILS });
    await workspace.openDemo('circle');
    expect(state().diagnosticsText).toMatch(
      /^Browser does not support WebGPU, Run shader feature is disabled\.\nUSER error: see log/,
    );
    await workspace.compile();
    expect(state().diagnosticsText).toMatch(/^USER error: see log/);
  });
});

describe('compiling', () => {
  const slowly = () => {
    let answer: (result: CompileResult) => void = () => {};
    const slow = new Promise<CompileResult>((resolve) => (answer = resolve));
    return { answer: () => answer(DRAWS), ...start({ compile: () => slow }) };
  };
  const targets = (requests: readonly CompileRequest[]) => requests.map(({ target }) => target);

  it('lets an earlier request to run finish first', async () => {
    const { answer, workspace, compiled, started } = slowly();
    const running = workspace.run();
    workspace.selectTarget('METAL');
    const compiling = workspace.compile();
    answer();
    await Promise.all([running, compiling]);
    expect(targets(compiled)).toEqual(['WGSL', 'METAL']);
    expect(started).toHaveLength(1);
  });

  it('yields to a run that is requested while it waits', async () => {
    const { answer, workspace, compiled } = slowly();
    const running = workspace.run();
    workspace.selectTarget('METAL');
    const compiling = workspace.compile();
    const again = workspace.run();
    answer();
    await Promise.all([running, compiling, again]);
    expect(targets(compiled)).toEqual(['WGSL', 'WGSL']);
  });

  it('shows one result for two presses on Run that wait for the same compile', async () => {
    const { services } = createFakeServices({ compile: () => DRAWS });
    const report = { ...FAILS, milliseconds: 1, memoryBytes: null, cached: false };
    const { run, store } = createWorkspace({
      ...services,
      createCompiler: (onState) => ({
        ...services.createCompiler(onState),
        async compile(_request, _asker, signal) {
          await Promise.resolve();
          return signal?.aborted ? null : report;
        },
      }),
    });
    await Promise.all([run(), run()]);
    expect(shownState({ store }).diagnosticsText).toBe(`${FAILS.message}\n${FAILS.log}`);
  });

  it('shows the code and runs nothing', async () => {
    const { workspace, state, started } = start();
    await workspace.compile();
    expect(started).toEqual([]);
    expect(state()).toMatchObject({ run: { kind: 'idle' }, targetCode: { text: 'fn paint() {}' } });
  });
});

it('offers the profiles of the selected target, and selects the first', () => {
  const { workspace, state } = start({
    profilesOf: (target) => (target === 'HLSL' ? ['sm_6_0', 'sm_6_6'] : []),
  });
  expect(state()).toMatchObject({ profiles: [], profile: null });
  workspace.selectTarget('HLSL');
  expect(state()).toMatchObject({ profiles: ['sm_6_0', 'sm_6_6'], profile: 'sm_6_0' });
  workspace.selectProfile('sm_6_6');
  expect(state().profile).toBe('sm_6_6');
  workspace.selectTarget('WGSL');
  expect(state()).toMatchObject({ profiles: [], profile: null });
});
