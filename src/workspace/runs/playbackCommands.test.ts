import { describe, expect, it, vi } from 'vitest';
import type { CompileResult } from '#core/output/compileResult.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import { createFakeServices, type FakeBehaviour } from '../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../tests/support/programs.ts';
import { shownState } from '../../../tests/support/shownState.ts';

const DRAWS = playbackProgram({ draws: true });
const PRINTS = playbackProgram({ prints: true });
const SLIDER = { min: 0, max: 1, default: 0.5 };
const BOTH = playbackProgram({ prints: true, slider: SLIDER });
const HAS_SLIDER = playbackProgram({ draws: true, slider: SLIDER });

function start(behaviour: Partial<FakeBehaviour> = {}) {
  const fakes = createFakeServices({ compile: () => DRAWS, ...behaviour });
  const workspace = createWorkspace(fakes.services);
  return { fakes, workspace, state: () => shownState(workspace) };
}

/** A workspace that runs this program. Its source can be replaced. */
async function startWith(program: CompileResult) {
  let compiled = program;
  const started = start({ compile: () => compiled });
  const run = (next: CompileResult) => {
    compiled = next;
    return started.workspace.run();
  };
  await run(program);
  return { ...started, run };
}

describe('the tab that a run opens', () => {
  const radius = { type: 'SLIDER', name: 'radius', default: 0.5 };
  it.each([
    ['target-code', 'a picture', DRAWS, { outputs: ['image'], uniforms: [] }],
    ['output', 'printed text', PRINTS, { outputs: ['printing'], uniforms: [] }],
    ['uniforms', 'controls and printed text', BOTH, { outputs: ['printing'], uniforms: [radius] }],
    ['diagnostics', 'a warning', { ...BOTH, log: '(1): warning 1: hm' }, { outputs: ['printing'] }],
  ])('is %s for a shader with %s', async (activeTab, _, program, shown) => {
    const { run, state } = await startWith(PRINTS);
    await run(program);
    expect(state()).toMatchObject({ activeTab, ...shown });
  });

  it('does not change if the run restarts with another seed', async () => {
    const { workspace, state, fakes } = await startWith(HAS_SLIDER);
    workspace.selectTab('reflection');
    workspace.setSeed(7);
    // The user opens another tab meanwhile.
    workspace.selectTab('reflection');
    await vi.waitFor(() => expect(fakes.startedBy).toHaveLength(2));
    await vi.waitFor(() => expect(state().run.kind).toBe('running'));
    expect(state()).toMatchObject({ activeTab: 'reflection', seed: 7 });
  });

  it('does not leave the Uniforms tab between two runs', async () => {
    const { workspace, state } = await startWith(HAS_SLIDER);
    const tabs = new Set([state().activeTab]);
    workspace.store.subscribe(({ activeTab }) => tabs.add(activeTab));
    await workspace.run();
    expect([...tabs]).toEqual(['uniforms']);
  });
});

describe('printed text', () => {
  it('belongs to the newest frame that printed, until another run or Clear', async () => {
    const { workspace, state, fakes } = await startWith(PRINTS);
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
    const { run, state, fakes } = await startWith(PRINTS);
    fakes.runEvents.onPrinted('one\n');
    await run({ ...PRINTS, succ: false, message: 'no', result: null });
    expect(state().printed).toBe('one\n');
  });
});

describe('playback', () => {
  it('sends commands to the runner, shows its state, and starts with each run', async () => {
    const { workspace, state, fakes } = await startWith(DRAWS);
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
    await workspace.run();
    expect(state().playback).toBe('playing');
  });

  it('reports the figures of each frame to listeners only', async () => {
    const { workspace, fakes } = await startWith(DRAWS);
    const frames: (number | undefined)[] = [];
    const stop = workspace.onFrame((shown) => frames.push(shown?.frame));
    const stats = { time: 0, frameTime: 16, framesPerSecond: 60, width: 4, height: 4 };
    for (const frame of [0, 1]) fakes.runEvents.onFrame({ ...stats, frame });
    stop();
    fakes.runEvents.onFrame({ ...stats, frame: 2 });
    expect(frames).toEqual([0, 1]);
  });

  it('reports that the figures are outdated once frames have stopped by themselves', async () => {
    const { workspace, fakes } = await startWith(DRAWS);
    const told = vi.fn();
    workspace.onFrame(told);
    fakes.runEvents.onFrameOverdue();
    fakes.runEvents.onError('It ended.');
    fakes.runEvents.onLost('driver reset');
    expect(told.mock.calls).toEqual([[null], [null], [null]]);
  });

  it('lists messages that do not end the run', async () => {
    const { state, fakes } = await startWith(DRAWS);
    fakes.runEvents.onMessage('Image missing');
    fakes.runEvents.onMessage('Frame took long');
    const diagnosticsText = 'Image missing\nFrame took long';
    const run = { kind: 'running' };
    expect(state()).toMatchObject({ run, diagnosticsText, activeTab: 'diagnostics' });
  });
});

describe('uniform values', () => {
  it('are sent to the runner immediately, and to the next run by name, clamped to its range', async () => {
    const { run, workspace, state, fakes } = await startWith(HAS_SLIDER);
    workspace.setUniform('radius', 0.75);
    expect(fakes.asked.at(-1)).toBe('radius = 0.75');
    await run(DRAWS);
    await run(HAS_SLIDER);
    expect(state().uniformValues).toEqual({ radius: 0.75 });
    await run(playbackProgram({ draws: true, slider: { min: 2, max: 3, default: 2.5 } }));
    expect(fakes.startedWith).toEqual([{}, {}, { radius: 0.75 }, { radius: 2 }]);
  });

  it('are reset for another text, which starts with its own defaults', async () => {
    const { run, workspace, state, fakes } = await startWith(HAS_SLIDER);
    workspace.setUniform('radius', 0.75);
    workspace.sourceEdited(() => 'edited');
    await run(HAS_SLIDER);
    expect(fakes.startedWith.at(-1)).toEqual({ radius: 0.75 });
    await workspace.openDemo('rings');
    expect(fakes.startedWith.at(-1)).toEqual({});
    expect(state().uniformValues).toEqual({});
  });

  it('can be reset to their defaults individually or together', async () => {
    const { workspace, state, fakes } = await startWith(HAS_SLIDER);
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

describe('the camera', () => {
  const ORBITS = playbackProgram({ draws: true, camera: true, slider: SLIDER });
  const MOVED = { 'camera orbit': [-3, 1.5, 40], 'camera target': [7, -8, 9] } as const;
  const start = async () => {
    const started = await startWith(ORBITS);
    for (const [name, value] of Object.entries(MOVED)) started.workspace.setUniform(name, value);
    return started;
  };

  it('stays where it is in later runs of the same text', async () => {
    const { run, workspace, fakes } = await start();
    workspace.sourceEdited(() => 'edited');
    await run(DRAWS);
    await run(ORBITS);
    expect(fakes.startedWith).toEqual([{}, {}, MOVED]);
  });

  it('is at its first position in another text', async () => {
    const { workspace, state, fakes } = await start();
    await workspace.openDemo('rings');
    expect(fakes.startedWith.at(-1)).toEqual({});
    expect(state().uniformValues).toEqual({});
  });

  it('returns to its first position alone, or with all uniforms', async () => {
    const { workspace, state, fakes } = await start();
    workspace.setUniform('radius', 0.75);
    workspace.resetUniforms('camera orbit');
    // A number is no camera.
    expect(fakes.asked.at(-1)).toBe('camera orbit = 0');
    workspace.resetUniforms('camera target');
    expect(fakes.asked.at(-1)).toBe('camera target = 0');
    expect(state().uniformValues).toEqual({ radius: 0.75 });
    for (const [name, value] of Object.entries(MOVED)) workspace.setUniform(name, value);
    workspace.resetUniforms();
    expect(state().uniformValues).toEqual({});
    expect(fakes.asked.slice(-3)).toEqual([
      'camera target = 0',
      'camera orbit = 0',
      'radius = 0.5',
    ]);
  });
});

describe('a seeker', () => {
  it('is cancelled before a reset, and takes over steps that the run cannot draw', async () => {
    const { workspace, fakes } = await startWith(DRAWS);
    const { asked } = fakes;
    let isSeeking = true;
    workspace.seekBy({
      show() {},
      step(frames) {
        asked.push(`seek by ${frames}`);
        return isSeeking;
      },
      cancel: () => asked.push('give up'),
      inputsUpTo() {},
    });
    workspace.step(1);
    workspace.resetFrame();
    isSeeking = false;
    workspace.step(1);
    expect(asked.slice(1)).toEqual(['seek by 1', 'give up', 'reset', 'seek by 1', 'step 1']);
  });
});
