import { describe, expect, it, vi } from 'vitest';
import {
  type Diagnostic,
  type EntryPointsResult,
  USER_SHADER_PATH,
} from '#core/output/compileResult.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import { createFakeServices, type FakeBehaviour } from '../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../tests/support/programs.ts';
import { shownState } from '../../../tests/support/shownState.ts';

const DRAWS = playbackProgram({ draws: true });

function start(behaviour: Partial<FakeBehaviour> = {}) {
  const fakes = createFakeServices({ compile: () => DRAWS, ...behaviour });
  const workspace = createWorkspace(fakes.services);
  return { ...fakes, workspace, state: () => shownState(workspace) };
}

describe('entry points', () => {
  const found = (...names: string[]): EntryPointsResult => ({
    succ: true,
    message: '',
    log: '',
    diagnostics: [],
    result: names.map((name) => ({ name, stage: 'compute' })),
  });
  const TYPO: Diagnostic = {
    severity: 'error',
    path: USER_SHADER_PATH,
    line: 1,
    message: 'unexpected token',
    notes: [],
  };
  const broken: EntryPointsResult = {
    succ: false,
    message: 'Unable to load user module: unexpected token',
    log: '/user.slang(1): error 20001: unexpected token',
    diagnostics: [TYPO],
    result: null,
  };

  it('are looked up for a target that needs one, and the first is selected', async () => {
    const { workspace, state, compiled } = start({ entryPoints: () => found('one', 'two') });
    workspace.selectTarget('HLSL');
    await workspace.compile();
    expect(state()).toMatchObject({
      entryPoint: 'one',
      entryPoints: [{ name: 'one' }, { name: 'two' }],
    });
    expect(compiled.at(-1)).toMatchObject({ target: 'HLSL', entrypoint: 'one' });
  });

  it('delay a compile while they are being looked up', async () => {
    const { workspace, compiled } = start({ entryPoints: () => found('one') });
    workspace.sourceEdited(() => 'an edit');
    workspace.selectTarget('HLSL');
    await workspace.compile();
    expect(compiled.at(-1)).toMatchObject({ target: 'HLSL', entrypoint: 'one' });
  });

  it('are not looked up for a target that compiles the whole program', async () => {
    const { workspace, state, compiled } = start({
      entryPoints: () => {
        throw new Error('Nobody asks.');
      },
    });
    workspace.selectTarget('METAL');
    await workspace.compile();
    expect(state().entryPoints).toEqual([]);
    expect(compiled.at(-1)).toMatchObject({ target: 'METAL', entrypoint: null });
  });

  it('keep the choice while it exists, and fall back to the first', async () => {
    let names = ['one', 'two'];
    const { workspace, state } = start({ entryPoints: () => found(...names) });
    workspace.selectTarget('CUDA');
    await workspace.compile();
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

  it('stay unchanged if the source does not parse, with the reason in the console', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    let answer = found('one');
    const { workspace, state } = start({ entryPoints: () => answer });
    workspace.selectTarget('GLSL');
    await workspace.compile();
    answer = broken;
    workspace.sourceEdited(() => 'an edit');
    await workspace.compile();
    expect(state().entryPoint).toBe('one');
    expect(warn).toHaveBeenCalledWith(
      'Failed to find entry points: Unable to load user module: unexpected token',
    );
    warn.mockRestore();
  });

  it('are not requested if the first text does not parse; its problem is listed', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { workspace, state, compiled } = start({ entryPoints: () => broken });
    workspace.selectTarget('HLSL');
    await workspace.compile();
    expect(compiled).toEqual([]);
    expect(state()).toMatchObject({
      compilation: { kind: 'done', target: 'HLSL', succeeded: false },
      targetCode: { target: 'HLSL', succeeded: false },
      diagnostics: [TYPO],
      diagnosticsText:
        'Unable to load user module: unexpected token\n/user.slang(1): error 20001: unexpected token',
      activeTab: 'diagnostics',
    });
    warn.mockRestore();
  });

  it('are never requested from another program', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    let answer = found('one');
    const { workspace, state, compiled } = start({ entryPoints: () => answer });
    workspace.selectTarget('HLSL');
    await workspace.compile();
    answer = broken;
    await workspace.openDemo('circle');
    expect(state()).toMatchObject({ entryPoints: [], entryPoint: null });
    await workspace.compile();
    expect(compiled.filter(({ target }) => target === 'HLSL')).toHaveLength(1);
    warn.mockRestore();
  });

  it('belong to the selected target', async () => {
    const { workspace, state } = start({
      entryPoints: ({ target }) => found(target === 'CUDA' ? 'kernel' : 'place'),
    });
    workspace.selectTarget('HLSL');
    await workspace.compile();
    workspace.selectTarget('CUDA');
    await workspace.compile();
    expect(state().entryPoints).toMatchObject([{ name: 'kernel' }]);
  });

  it('are looked up with the user’s priority if the user waits for them', async () => {
    const askers: string[] = [];
    const { workspace } = start({
      entryPoints(_, asker) {
        askers.push(asker);
        return found('one');
      },
    });
    workspace.sourceEdited(() => 'an edit');
    workspace.selectTarget('HLSL');
    await workspace.compile();
    expect(askers).toEqual(['page', 'person']);
  });

  it('belong to the newest text, even if it was edited in the meantime', async () => {
    let answer: (result: EntryPointsResult) => void = () => {};
    let texts: string[] = [];
    const { workspace, compiled } = start({
      entryPoints({ sourceCode }) {
        texts.push(sourceCode);
        if (sourceCode === 'new') return found('renamed');
        return new Promise((resolve) => {
          answer = resolve;
        });
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
    const lookup = new Promise<EntryPointsResult>((resolve) => {
      answer = resolve;
    });
    const { workspace, compiled, started } = start({ entryPoints: () => lookup });
    workspace.selectTarget('HLSL');
    const compiling = workspace.compile();
    await new Promise((resolve) => setTimeout(resolve));
    const running = workspace.run();
    answer(found('one'));
    await Promise.all([compiling, running]);
    expect(compiled).toMatchObject([{ target: 'WGSL' }]);
    expect(started).toHaveLength(1);
  });

  it('are looked up again after a failure, which the text may not have caused', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    let answer: EntryPointsResult = broken;
    const { workspace, state } = start({ entryPoints: () => answer });
    workspace.selectTarget('GLSL');
    await workspace.compile();
    answer = found('one');
    await workspace.compile();
    expect(state().entryPoint).toBe('one');
    warn.mockRestore();
  });

  it('follow edits after a pause in typing', async () => {
    vi.useFakeTimers();
    let lookups = 0;
    const { workspace } = start({
      entryPoints: () => {
        lookups += 1;
        return found('one');
      },
    });
    workspace.selectTarget('HLSL');
    for (const text of ['a', 'ab', 'abc']) workspace.sourceEdited(() => text);
    await vi.advanceTimersByTimeAsync(1000);
    expect(lookups).toBe(2);
    vi.useRealTimers();
  });
});
