import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CompileResult } from '#program/compileResult.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { createFakeServices, type FakeBehaviour } from '../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../tests/support/programs.ts';
import { createWorkspace } from './workspace.ts';

const DRAWS = playbackProgram({ draws: true });
const PRINTS = playbackProgram({ prints: true });
const HAS_SLIDER = playbackProgram({ draws: true, slider: { min: 0, max: 1, default: 0.5 } });

function start(behaviour: Partial<FakeBehaviour> = {}) {
  const fakes = createFakeServices({ compile: () => DRAWS, ...behaviour });
  const workspace = createWorkspace(fakes.services);
  return { fakes, workspace, state: workspace.store.getState };
}

/** A workspace whose source can be swapped. */
function startWith(program: CompileResult) {
  let compiled = program;
  const started = start({ compile: () => compiled });
  return {
    ...started,
    async run(next: CompileResult) {
      compiled = next;
      await started.workspace.run();
    },
  };
}

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

afterEach(() => {
  vi.useRealTimers();
});

describe('the tab that a run opens', () => {
  it('is Output if the shader prints', async () => {
    const { workspace, state } = start({ compile: () => PRINTS });
    await workspace.run();
    expect(state()).toMatchObject({ activeTab: 'output', outputTypes: ['printing'] });
  });

  it('is Uniforms if there is something to set, even if the shader prints too', async () => {
    const both = playbackProgram({ prints: true, slider: { min: 0, max: 1, default: 0.5 } });
    const { workspace, state } = start({ compile: () => both });
    await workspace.run();
    expect(state()).toMatchObject({
      activeTab: 'uniforms',
      uniforms: [{ type: 'SLIDER', name: 'radius', default: 0.5 }],
    });
  });

  it('is Diagnostics whenever there is something to tell', async () => {
    const warns = { ...HAS_SLIDER, log: '/user.slang(1): warning 1: hm' };
    const { workspace, state } = start({ compile: () => warns });
    await workspace.run();
    expect(state().activeTab).toBe('diagnostics');
  });

  it('is Target Code if there is nothing else', async () => {
    const { run, state } = startWith(DRAWS);
    await run(PRINTS);
    await run(DRAWS);
    expect(state()).toMatchObject({ activeTab: 'target-code', outputTypes: ['image'] });
  });

  it('does not leave the Uniforms tab for a moment between two runs', async () => {
    const { workspace, state } = start({ compile: () => HAS_SLIDER });
    await workspace.run();
    const tabs = new Set([state().activeTab]);
    workspace.store.subscribe(({ activeTab }) => tabs.add(activeTab));
    await workspace.run();
    expect([...tabs]).toEqual(['uniforms']);
  });
});

describe('printed text', () => {
  it('is that of the newest frame that printed, until a run takes its place or it is cleared', async () => {
    const { workspace, state, fakes } = start({ compile: () => PRINTS });
    await workspace.run();
    fakes.runEvents.onPrinted('one\n');
    fakes.runEvents.onPrinted('two\n');
    expect(state().printed).toBe('two\n');
    await workspace.run();
    expect(state().printed).toBe('');
    fakes.runEvents.onPrinted('three\n');
    workspace.clearOutput();
    expect(state().printed).toBe('');
  });

  it('stays if the next source does not compile', async () => {
    const { run, state, fakes } = startWith(PRINTS);
    await run(PRINTS);
    fakes.runEvents.onPrinted('one\n');
    await run({ ...PRINTS, succ: false, message: 'no', result: null });
    expect(state().printed).toBe('one\n');
  });
});

describe('playback', () => {
  it('asks the runner and shows what it answers', async () => {
    const { workspace, state, fakes } = start();
    await workspace.run();
    fakes.asked.length = 0;
    workspace.pause();
    expect(state().playback).toBe('playing');
    fakes.runEvents.onPlayback('paused');
    expect(state().playback).toBe('paused');
    workspace.step(1);
    workspace.step(-1);
    workspace.resetFrame();
    workspace.resume();
    expect(fakes.asked).toEqual(['pause', 'step 1', 'step -1', 'reset', 'resume']);
  });

  it('plays after each run', async () => {
    const { workspace, state, fakes } = start();
    await workspace.run();
    fakes.runEvents.onPlayback('paused');
    await workspace.run();
    expect(state().playback).toBe('playing');
  });

  it('passes the figures of each frame to those who listen, and no one else', async () => {
    const { workspace, fakes } = start();
    await workspace.run();
    const frames: number[] = [];
    const stop = workspace.onFrame(({ frame }) => frames.push(frame));
    const stats = { frameTime: 16, framesPerSecond: 60, width: 4, height: 4 };
    fakes.runEvents.onFrame({ ...stats, frame: 0 });
    fakes.runEvents.onFrame({ ...stats, frame: 1 });
    stop();
    fakes.runEvents.onFrame({ ...stats, frame: 2 });
    expect(frames).toEqual([0, 1]);
  });

  it('tells messages without an end to the run', async () => {
    const { workspace, state, fakes } = start();
    await workspace.run();
    fakes.runEvents.onMessage('Image missing');
    fakes.runEvents.onMessage('Frame took long');
    expect(state()).toMatchObject({
      run: { kind: 'running' },
      diagnosticsText: 'Image missing\nFrame took long',
      activeTab: 'diagnostics',
    });
  });
});

describe('uniform values', () => {
  it('reach the runner at once and the next run by name', async () => {
    const { run, workspace, state, fakes } = startWith(HAS_SLIDER);
    await run(HAS_SLIDER);
    workspace.setUniform('radius', 0.75);
    expect(fakes.asked.at(-1)).toBe('radius = 0.75');
    await run(DRAWS);
    await run(HAS_SLIDER);
    expect(state().uniformValues).toEqual({ radius: 0.75 });
    expect(fakes.startedWith).toEqual([{}, {}, { radius: 0.75 }]);
  });

  it('are moved into a range that has changed', async () => {
    const { run, workspace, fakes } = startWith(HAS_SLIDER);
    await run(HAS_SLIDER);
    workspace.setUniform('radius', 0.75);
    await run(playbackProgram({ draws: true, slider: { min: 2, max: 3, default: 2.5 } }));
    expect(fakes.startedWith.at(-1)).toEqual({ radius: 2 });
  });

  it('go back to their defaults, one or all', async () => {
    const { run, workspace, state, fakes } = startWith(HAS_SLIDER);
    await run(HAS_SLIDER);
    for (const name of ['radius', undefined]) {
      workspace.setUniform('radius', 0.75);
      workspace.resetUniforms(name);
      expect(state().uniformValues).toEqual({});
      expect(fakes.asked.at(-1)).toBe('radius = 0.5');
    }
    workspace.setUniform('radius', 0.75);
    workspace.resetUniforms('another');
    expect(state().uniformValues).toEqual({ radius: 0.75 });
  });
});

describe('a lost device', () => {
  it('is replaced and the run started again by itself, on the same canvas and resolution', async () => {
    const { workspace, state, fakes } = start({ compile: () => HAS_SLIDER });
    workspace.attachCanvas(fakes.canvas);
    workspace.setResolution(0.5);
    await workspace.run();
    workspace.setUniform('radius', 0.75);
    fakes.asked.length = 0;
    fakes.runEvents.onLost('driver reset');
    expect(state()).toMatchObject({
      gpu: { kind: 'lost', reason: 'driver reset' },
      run: { kind: 'starting', before: { kind: 'failed' } },
    });
    await settled();
    expect(fakes.asked).toEqual([
      'detach canvas from 1',
      'dispose 1',
      'resolution 0.5',
      'attach canvas to 2',
    ]);
    expect(fakes.startedWith.at(-1)).toEqual({ radius: 0.75 });
    expect(fakes.started).toHaveLength(2);
    expect(state()).toMatchObject({
      gpu: { kind: 'ready' },
      run: { kind: 'running' },
      diagnosticsText:
        'The graphics device was lost: driver reset\nThe run is started again on a new device.',
    });
  });

  it('is left alone after the third loss in a row by one source, until Run', async () => {
    const { workspace, state, fakes } = start();
    await workspace.run();
    for (let loss = 0; loss < 3; loss += 1) {
      fakes.runEvents.onLost('hung');
      await settled();
    }
    expect(fakes.started).toHaveLength(3);
    expect(state()).toMatchObject({ run: { kind: 'failed' }, gpu: { kind: 'lost' } });
    expect(state().diagnosticsText).toMatch(
      /This source has lost the graphics device 3 times in a row, so it is not started again by itself\. Run starts it once more\.$/,
    );
    await workspace.run();
    expect(fakes.started).toHaveLength(4);
    expect(state().run).toEqual({ kind: 'running' });
    fakes.runEvents.onLost('hung');
    await settled();
    expect(fakes.started).toHaveLength(4);
    workspace.sourceEdited(() => 'mended');
    await workspace.run();
    fakes.runEvents.onLost('hung');
    await settled();
    expect(fakes.started).toHaveLength(6);
  });

  it('does not count against a source whose run has lasted', async () => {
    vi.useFakeTimers();
    const { workspace, state, fakes } = start();
    await workspace.run();
    for (let loss = 0; loss < 5; loss += 1) {
      await vi.advanceTimersByTimeAsync(60_000);
      fakes.runEvents.onFrame({
        frame: 9,
        frameTime: 16,
        framesPerSecond: 60,
        width: 4,
        height: 4,
      });
      fakes.runEvents.onLost('sleep');
      await settled();
    }
    expect(state().run).toEqual({ kind: 'running' });
  });

  it('with nothing running is replaced at the next run only', async () => {
    const { workspace, state, fakes } = start();
    await settled();
    fakes.runEvents.onLost('driver reset');
    await settled();
    expect(fakes.runnerCount).toBe(1);
    expect(state().run).toEqual({ kind: 'idle' });
    await workspace.run();
    expect(fakes.runnerCount).toBe(2);
    expect(state()).toMatchObject({ run: { kind: 'running' }, gpu: { kind: 'ready' } });
  });

  it('that cannot be replaced is asked for again at each run', async () => {
    let later: Result<void> = fail('No adapter.');
    const { workspace, state, fakes } = start({ laterGpu: () => later });
    await workspace.run();
    fakes.runEvents.onLost('driver reset');
    await settled();
    expect(state()).toMatchObject({ run: { kind: 'failed' }, gpu: { kind: 'lost' } });
    await workspace.run();
    expect(state().diagnosticsText).toBe(
      'The graphics device was lost, and there is no new one yet. Run asks again.\nNo adapter.',
    );
    later = ok(undefined);
    await workspace.run();
    expect(state()).toMatchObject({ run: { kind: 'running' }, gpu: { kind: 'ready' } });
  });

  it('while a run is being built starts that run again, and its stale answer is dropped', async () => {
    const answers: ((result: Result<void>) => void)[] = [];
    const { workspace, state, fakes } = start({
      startRun: () => new Promise((settle) => answers.push(settle)),
    });
    const run = workspace.run();
    await settled();
    fakes.runEvents.onLost('hung');
    await settled();
    expect(answers).toHaveLength(2);
    answers[0]?.(fail('Device lost while building'));
    await run;
    expect(state().run.kind).toBe('starting');
    answers[1]?.(ok(undefined));
    await settled();
    expect(state().run).toEqual({ kind: 'running' });
    expect(state().diagnosticsText).not.toContain('while building');
  });

  it('says nothing more once it is lost', async () => {
    const { workspace, state, fakes } = start();
    await workspace.run();
    const old = fakes.runEvents;
    old.onLost('driver reset');
    await settled();
    old.onError('late');
    old.onPlayback('paused');
    old.onLost('again');
    expect(state()).toMatchObject({ run: { kind: 'running' }, playback: 'playing' });
    expect(state().diagnosticsText).not.toContain('late');
    expect(fakes.runnerCount).toBe(2);
  });
});
