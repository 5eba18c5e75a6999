import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Diagnostic,
  type EntryPointsResult,
  USER_SHADER_PATH,
} from '#core/output/compileResult.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { createFakeServices, type FakeBehaviour } from '../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../tests/support/programs.ts';
import { shownState } from '../../tests/support/shownState.ts';
import { createWorkspace } from './createWorkspace.ts';

const DRAWS = playbackProgram({ draws: true });

function start(behaviour: Partial<FakeBehaviour> = {}) {
  const fakes = createFakeServices({ compile: () => DRAWS, ...behaviour });
  const workspace = createWorkspace(fakes.services);
  const compileTo = (target: CompileTarget) => {
    workspace.selectTarget(target);
    return workspace.compile();
  };
  return { ...fakes, workspace, compileTo, state: () => shownState(workspace) };
}

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

describe('entry points', () => {
  const found = (...names: string[]): EntryPointsResult => ({
    ...{ succ: true, message: '', log: '', diagnostics: [] },
    result: names.map((name) => ({ name, stage: 'compute' })),
  });
  const TYPO: Diagnostic = {
    ...{ severity: 'error', path: USER_SHADER_PATH, line: 1, message: 'unexpected', notes: [] },
  };
  const broken: EntryPointsResult = {
    ...{ succ: false, diagnostics: [TYPO], result: null },
    ...{ message: 'Unable to load', log: '/user.slang(1): error 20001: unexpected' },
  };

  it('are looked up before a compile for a target that needs one, and the first is selected', async () => {
    const entryPoints = () => found('one', 'two');
    const { workspace, compileTo, state, compiled } = start({ entryPoints });
    workspace.sourceEdited(() => 'an edit');
    await compileTo('HLSL');
    const names = [{ name: 'one' }, { name: 'two' }];
    expect(state()).toMatchObject({ entryPoint: 'one', entryPoints: names });
    expect(compiled).toMatchObject([{ target: 'HLSL', entrypoint: 'one' }]);
  });

  it('are not looked up for a target that compiles the whole program', async () => {
    const { compileTo, state, compiled } = start({
      entryPoints: () => expect.fail('They were looked up.'),
    });
    await compileTo('METAL');
    expect(state().entryPoints).toEqual([]);
    expect(compiled.at(-1)).toMatchObject({ target: 'METAL', entrypoint: null });
  });

  it('keep the choice while it exists, and fall back to the first', async () => {
    let names = ['one', 'two'];
    const { workspace, compileTo, state } = start({ entryPoints: () => found(...names) });
    await compileTo('CUDA');
    workspace.selectEntryPoint('two');
    names = ['zero', 'two'];
    workspace.sourceEdited(() => 'an edit');
    await workspace.compile();
    expect(state().entryPoint).toBe('two');
    names = ['zero'];
    workspace.sourceEdited(() => 'another edit');
    await workspace.compile();
    expect(state().entryPoint).toBe('zero');
  });

  it('stay unchanged if the source does not parse, with the reason in the console, and are looked up again', async () => {
    let answer = found('one');
    const { workspace, compileTo, state } = start({ entryPoints: () => answer });
    await compileTo('GLSL');
    answer = broken;
    workspace.sourceEdited(() => 'an edit');
    await workspace.compile();
    expect(state().entryPoint).toBe('one');
    expect(console.warn).toHaveBeenCalledWith('Failed to find entry points: Unable to load');
    answer = found('renamed');
    await workspace.compile();
    expect(state().entryPoint).toBe('renamed');
  });

  it('are not requested if the first text does not parse; its problem is listed', async () => {
    const { compileTo, state, compiled } = start({ entryPoints: () => broken });
    await compileTo('HLSL');
    expect(compiled).toEqual([]);
    expect(state()).toMatchObject({
      compilation: { kind: 'done', target: 'HLSL', succeeded: false },
      targetCode: { target: 'HLSL', succeeded: false },
      ...{ diagnosticsText: `${broken.message}\n${broken.log}`, diagnostics: [TYPO] },
      activeTab: 'diagnostics',
    });
  });

  it('are never requested from another program', async () => {
    let answer = found('one');
    const { workspace, compileTo, state, compiled } = start({ entryPoints: () => answer });
    await compileTo('HLSL');
    answer = broken;
    await workspace.openDemo('circle');
    expect(state()).toMatchObject({ entryPoints: [], entryPoint: null });
    await workspace.compile();
    expect(compiled.filter(({ target }) => target === 'HLSL')).toHaveLength(1);
  });

  it('belong to the selected target', async () => {
    const { compileTo, state } = start({
      entryPoints: ({ target }) => found(target === 'CUDA' ? 'kernel' : 'place'),
    });
    await compileTo('HLSL');
    await compileTo('CUDA');
    expect(state().entryPoints).toMatchObject([{ name: 'kernel' }]);
  });

  it('are looked up with the user’s priority if the user waits for them', async () => {
    const askers: string[] = [];
    const { workspace, compileTo } = start({
      entryPoints(_, asker) {
        askers.push(asker);
        return found('one');
      },
    });
    workspace.sourceEdited(() => 'an edit');
    await compileTo('HLSL');
    expect(askers).toEqual(['page', 'person']);
  });

  it('belong to the newest text, even if it was edited in the meantime', async () => {
    let answer: (result: EntryPointsResult) => void = () => {};
    let texts: string[] = [];
    const { workspace, compiled } = start({
      entryPoints({ sourceCode }) {
        texts.push(sourceCode);
        if (sourceCode === 'new') return found('renamed');
        return new Promise((resolve) => (answer = resolve));
      },
    });
    workspace.sourceEdited(() => 'old');
    workspace.selectTarget('HLSL');
    texts = [];
    const compiling = workspace.compile();
    await vi.waitUntil(() => texts.length > 0);
    workspace.sourceEdited(() => 'new');
    answer(found('one'));
    await compiling;
    expect(compiled).toMatchObject([{ sourceCode: 'new', entrypoint: 'renamed' }]);
  });

  it('are no longer looked up for a text that is edited', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const { workspace } = start({
      entryPoints(_request, _asker, signal) {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    workspace.selectTarget('HLSL');
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
    workspace.sourceEdited(() => 'edited');
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it('do not delay an earlier run while they are looked up for a compile', async () => {
    let answer: (result: EntryPointsResult) => void = () => {};
    const lookup = new Promise<EntryPointsResult>((resolve) => (answer = resolve));
    const { workspace, compileTo, compiled, started } = start({ entryPoints: () => lookup });
    const compiling = compileTo('HLSL');
    await new Promise((resolve) => setTimeout(resolve));
    const running = workspace.run();
    answer(found('one'));
    await Promise.all([compiling, running]);
    expect(compiled).toMatchObject([{ target: 'WGSL' }]);
    expect(started).toHaveLength(1);
  });

  it('follow edits after a pause in typing', async () => {
    vi.useFakeTimers();
    const entryPoints = vi.fn(() => found('one'));
    const { workspace } = start({ entryPoints });
    workspace.selectTarget('HLSL');
    for (const text of ['a', 'ab', 'abc']) workspace.sourceEdited(() => text);
    await vi.advanceTimersByTimeAsync(1000);
    expect(entryPoints).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });
});
