import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompileResult } from '#core/output/compileResult.ts';
import { fail, ok } from '#core/util/result.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import { createFakeServices, type FakeBehaviour } from '../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../tests/support/programs.ts';
import { shownState } from '../../../tests/support/shownState.ts';

const DRAWS = playbackProgram({ draws: true, slider: { min: 0, max: 1, default: 0.5 } });
const FAILS: CompileResult = {
  ...{ succ: false, diagnostics: [], result: null },
  ...{ message: 'USER error: see log', log: '/user.slang(1): error 1: no' },
};
const METAL: CompileResult = DRAWS.succ
  ? { ...DRAWS, result: { ...DRAWS.result, code: 'metal' } }
  : FAILS;
const WHY = `${FAILS.message}\n${FAILS.log}`;

/** A workspace that runs a text in live mode. Texts that contain `bad` do not compile. */
async function startLive(behaviour: Partial<FakeBehaviour> = {}) {
  const fakes = createFakeServices({
    compile: ({ sourceCode }) => (sourceCode.includes('bad') ? FAILS : DRAWS),
    ...behaviour,
  });
  const workspace = createWorkspace(fakes.services);
  workspace.sourceEdited(() => 'first');
  await workspace.run();
  workspace.selectTab('target-code');
  workspace.setLive(true);
  return { ...fakes, fakes, workspace, state: () => shownState(workspace) };
}

type Live = Awaited<ReturnType<typeof startLive>>;

const type = ({ workspace }: Live, text: string) => workspace.sourceEdited(() => text);
const rest = () => vi.advanceTimersByTimeAsync(100);
const typeAndRest = (live: Live, text: string) => {
  type(live, text);
  return rest();
};
const texts = ({ compiled }: Live) => compiled.map(({ sourceCode }) => sourceCode);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('live mode', () => {
  it('is remembered; while it is off, edits compile nothing, and are picked up afterwards', async () => {
    const live = await startLive();
    const again = createWorkspace(createFakeServices({ compile: () => DRAWS }).services);
    expect(again.store.getState().live).toBe(true);
    live.workspace.setLive(false);
    expect(localStorage.getItem('playground:live')).toBe('off');
    await typeAndRest(live, 'second');
    expect(texts(live)).toEqual(['first']);
    live.workspace.setLive(true);
    await rest();
    expect(live.updated).toHaveLength(1);
  });

  it('waits for Run after a version lost the device, and continues with the next version', async () => {
    const live = await startLive();
    await typeAndRest(live, 'second');
    live.fakes.runEvents.onLost('hung');
    await typeAndRest(live, 'third');
    const launched = live.started.length + live.updated.length;
    await typeAndRest(live, 'second');
    expect(live.state()).toMatchObject({ held: { kind: 'suspect' }, run: { kind: 'running' } });
    expect(live.started.length + live.updated.length).toBe(launched);
    await typeAndRest(live, 'fourth');
    expect(live.state().held).toBeNull();
    expect(live.started.length + live.updated.length).toBe(launched + 1);
  });

  it('updates the run 40 ms after the last edit', async () => {
    const live = await startLive();
    live.workspace.setUniform('radius', 0.25);
    for (const text of ['a', 'ab', 'abc']) {
      type(live, text);
      await vi.advanceTimersByTimeAsync(39);
      expect(live.updated).toEqual([]);
    }
    await vi.advanceTimersByTimeAsync(1);
    expect(live.updated).toHaveLength(1);
    expect(texts(live).at(-1)).toBe('abc');
    expect(live.updatedWith).toEqual([{ radius: 0.25 }]);
    expect(live.started).toHaveLength(1);
    const compilation = { kind: 'done', target: 'WGSL', succeeded: true };
    expect(live.state()).toMatchObject({ run: { kind: 'running' }, compilation, stale: false });
  });

  it('prepares the next version while the text may still be edited', async () => {
    const live = await startLive();
    type(live, 'second');
    await vi.advanceTimersByTimeAsync(30);
    expect(live.expected).toHaveLength(1);
    expect(live.updated).toEqual([]);
    await rest();
    expect(live.updated).toEqual(live.expected);
    expect(live.updated[0]).toBe(live.expected[0]);
  });

  it('neither compiles nor updates if the text is unchanged', async () => {
    const live = await startLive();
    await typeAndRest(live, 'second');
    type(live, 'third');
    await typeAndRest(live, 'second');
    expect(live.updated).toHaveLength(1);
    await typeAndRest(live, 'first');
    expect(live.updated).toHaveLength(2);
  });

  it('starts a run if there is none to update', async () => {
    const updateRun = () => ok({ kind: 'started' } as const);
    const fakes = createFakeServices({ compile: () => DRAWS, updateRun });
    const workspace = createWorkspace(fakes.services);
    workspace.setLive(true);
    workspace.sourceEdited(() => 'first');
    await rest();
    expect(shownState(workspace)).toMatchObject({ run: { kind: 'running' }, playback: 'playing' });
  });
});

describe('a slow compile', () => {
  /** Compiles after the first one end when the test calls the next of `answers`. */
  const startSlow = async () => {
    const answers: ((answer: CompileResult) => void)[] = [];
    let compile = (): CompileResult | Promise<CompileResult> => DRAWS;
    const live = await startLive({ compile: () => compile() });
    compile = () => new Promise((resolve) => answers.push(resolve));
    return { live, answers };
  };

  it('is followed only by the newest text', async () => {
    const { live, answers } = await startSlow();
    for (const text of ['a', 'ab', 'abc', 'abcd']) await typeAndRest(live, text);
    expect(texts(live)).toEqual(['first', 'a']);
    expect(live.state().compilation).toMatchObject({ kind: 'compiling', live: true });
    answers[0]?.(DRAWS);
    await vi.advanceTimersByTimeAsync(0);
    expect(texts(live)).toEqual(['first', 'a', 'abcd']);
    expect(live.updated).toEqual([]);
    answers[1]?.(DRAWS);
    await vi.advanceTimersByTimeAsync(0);
    expect(live.updated).toHaveLength(1);
  });

  it('yields to Run, which is never lost', async () => {
    const { live, answers } = await startSlow();
    await typeAndRest(live, 'a');
    const run = live.workspace.run();
    answers[0]?.(FAILS);
    await vi.advanceTimersByTimeAsync(0);
    answers[1]?.(DRAWS);
    await run;
    expect(live.started).toHaveLength(2);
    expect(live.updated).toEqual([]);
    expect(live.state()).toMatchObject({ run: { kind: 'running' }, diagnosticsText: '' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(texts(live)).toEqual(['first', 'a', 'a']);
  });

  it('is not prepared in the runner if Run waits for the same compile', async () => {
    const report = { ...DRAWS, milliseconds: 1, memoryBytes: null, cached: false };
    let shared = Promise.resolve(report);
    const fakes = createFakeServices({ compile: () => DRAWS });
    const workspace = createWorkspace({
      ...fakes.services,
      createCompiler: (onState) => ({
        ...fakes.services.createCompiler(onState),
        compile: () => shared,
      }),
    });
    await workspace.run();
    workspace.setLive(true);
    let answer = () => {};
    shared = new Promise((resolve) => {
      answer = () => resolve(report);
    });
    workspace.sourceEdited(() => 'edited');
    const run = workspace.run();
    answer();
    await run;
    expect(fakes.started).toHaveLength(2);
    expect(fakes.expected).toEqual([]);
  });

  it('for Run is not superseded by live mode, which picks up later edits afterwards', async () => {
    const { live, answers } = await startSlow();
    const run = live.workspace.run();
    await typeAndRest(live, 'edited meanwhile');
    expect(texts(live)).toEqual(['first', 'first']);
    answers[0]?.(DRAWS);
    await run;
    expect(live.started).toHaveLength(2);
    answers[1]?.(DRAWS);
    await vi.advanceTimersByTimeAsync(0);
    expect(texts(live).at(-1)).toBe('edited meanwhile');
    expect(live.updated).toHaveLength(1);
  });

  it('is discarded when live mode is switched off', async () => {
    const { live, answers } = await startSlow();
    await typeAndRest(live, 'a');
    live.workspace.setLive(false);
    expect(live.state().compilation).toMatchObject({ kind: 'done' });
    answers[0]?.(FAILS);
    await rest();
    expect(live.state()).toMatchObject({ diagnosticsText: '', stale: false });
  });
});

describe('a text with errors', () => {
  it('keeps the run and its code, marks the picture as stale and reports the problem, without a change of tabs', async () => {
    const live = await startLive();
    live.workspace.selectTab('uniforms');
    await typeAndRest(live, 'bad');
    expect(live.state()).toMatchObject({
      ...{ run: { kind: 'running' }, stale: true, diagnosticsText: WHY, activeTab: 'uniforms' },
      targetCode: { text: 'fn paint() {}', succeeded: true },
    });
    await typeAndRest(live, 'mended');
    const mended = { stale: false, diagnosticsText: '', activeTab: 'uniforms' };
    expect(live.state()).toMatchObject(mended);
  });

  it('restores the tab that was left for Diagnostics once it is fixed', async () => {
    const live = await startLive();
    live.workspace.selectTab('reflection');
    await typeAndRest(live, 'bad');
    live.workspace.selectTab('diagnostics');
    await typeAndRest(live, 'still bad');
    expect(live.state().activeTab).toBe('diagnostics');
    await typeAndRest(live, 'mended');
    expect(live.state().activeTab).toBe('reflection');
  });

  it('is reported in the same way if the device rejects it or it cannot run', async () => {
    const diagnosticsText = 'Failed to create pipeline';
    const refusing = await startLive({ updateRun: () => fail(diagnosticsText) });
    await typeAndRest(refusing, 'second');
    expect(refusing.state()).toMatchObject({
      ...{ run: { kind: 'running' }, stale: true, diagnosticsText, activeTab: 'target-code' },
    });
    const nothing = await startLive({
      compile: ({ sourceCode }) => (sourceCode === 'first' ? DRAWS : playbackProgram({})),
    });
    await typeAndRest(nothing, 'second');
    expect(nothing.updated).toEqual([]);
    expect(nothing.state()).toMatchObject({ stale: true, run: { kind: 'running' } });
    expect(nothing.state().diagnosticsText).toContain('there is nothing to run');
  });

  it('also marks the picture on Run, which stays marked without live mode', async () => {
    const live = await startLive();
    type(live, 'bad');
    await live.workspace.run();
    expect(live.state()).toMatchObject({ stale: true, activeTab: 'diagnostics' });
    live.workspace.setLive(false);
    expect(live.state().stale).toBe(true);
    type(live, 'mended');
    await live.workspace.run();
    expect(live.state().stale).toBe(false);
  });
});

describe('a live update', () => {
  it('keeps playback and printed text, unless the new version no longer prints', async () => {
    let silenced = false;
    const live = await startLive({ updateRun: () => ok({ kind: 'updated', silenced }) });
    live.fakes.runEvents.onPlayback('paused');
    live.fakes.runEvents.onPrinted('hello');
    await typeAndRest(live, 'second');
    expect(live.state()).toMatchObject({ playback: 'paused', printed: 'hello' });
    silenced = true;
    await typeAndRest(live, 'third');
    expect(live.state()).toMatchObject({ playback: 'paused', printed: '' });
  });

  it('keeps showing the code of another target', async () => {
    const live = await startLive({ compile: ({ target }) => (target === 'METAL' ? METAL : DRAWS) });
    live.workspace.selectTarget('METAL');
    await live.workspace.compile();
    await typeAndRest(live, 'second');
    expect(live.updated).toHaveLength(1);
    expect(live.state().targetCode).toMatchObject({ target: 'METAL', text: 'metal' });
  });

  it('lists messages of frames without opening their tab', async () => {
    const live = await startLive();
    const diagnosticsText = 'Print buffer is full';
    live.fakes.runEvents.onMessage(diagnosticsText);
    expect(live.state()).toMatchObject({ diagnosticsText, activeTab: 'target-code' });
  });

  it.each([
    ['after', undefined],
    ['during', () => new Promise<never>(() => {})],
  ])('starts on the new device if the device is lost %s it', async (_when, updateRun) => {
    const live = await startLive(updateRun && { updateRun });
    await typeAndRest(live, 'second');
    live.fakes.runEvents.onLost('driver reset');
    await vi.advanceTimersByTimeAsync(0);
    expect(live.started).toHaveLength(2);
    expect(live.started.at(-1)).toBe(live.updated.at(-1));
    expect(live.state().run).toMatchObject({ kind: 'running' });
  });
});

describe('without WebGPU', () => {
  it('live mode only reports problems of the text', async () => {
    const live = await startLive({ gpu: fail('The browser has no navigator.gpu.') });
    await typeAndRest(live, 'bad');
    expect(live.state()).toMatchObject({ diagnosticsText: WHY, stale: false });
    await typeAndRest(live, 'mended');
    expect(live.updated).toEqual([]);
    expect(live.state().diagnosticsText).toBe('');
  });
});
