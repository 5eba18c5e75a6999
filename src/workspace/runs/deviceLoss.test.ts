import { afterEach, describe, expect, it, vi } from 'vitest';
import { fail, ok, type Result } from '#core/util/result.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import { createFakeServices, type FakeBehaviour } from '../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../tests/support/programs.ts';
import { shownState } from '../../../tests/support/shownState.ts';

const HAS_SLIDER = playbackProgram({ draws: true, slider: { min: 0, max: 1, default: 0.5 } });

const FRAME = { frame: 9, time: 0, frameTime: 16, framesPerSecond: 60, width: 4, height: 4 };

function start(behaviour: Partial<FakeBehaviour> = {}) {
  const fakes = createFakeServices({ compile: () => HAS_SLIDER, ...behaviour });
  const workspace = createWorkspace(fakes.services);
  return { fakes, workspace, state: () => shownState(workspace) };
}

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

type Started = ReturnType<typeof start>;

const lose = ({ fakes }: Started) => {
  fakes.runEvents.onLost('hung');
  return settled();
};

/** Loses the device during a frame that the GPU never finished. */
const hang = (page: Started) => {
  page.fakes.runEvents.onFrame(FRAME);
  page.fakes.runEvents.onFrameOverdue();
  return lose(page);
};

const openText = (text: string, { workspace }: Started) =>
  workspace.openSource({ text, uri: '', demo: null });

/** Why a later page holds the text; null if it runs it. */
const heldLater = async (text: string, page = start()) => {
  await openText(text, page);
  return page.state().held;
};
const LOST_DEVICE = { kind: 'suspect', badEnd: 'lost device' };
const REPLACED = { run: { kind: 'running' }, gpu: { kind: 'ready' } };

afterEach(() => void vi.useRealTimers());

describe('a lost device', () => {
  it('is replaced, and the run restarts with the same canvas and resolution', async () => {
    const { workspace, state, fakes } = start();
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
    const asked = ['detach canvas from 1', 'dispose 1', 'resolution 0.5', 'attach canvas to 2'];
    expect(fakes.asked).toEqual(asked);
    expect(fakes.startedWith.at(-1)).toEqual({ radius: 0.75 });
    expect(fakes.started).toHaveLength(2);
    const diagnosticsText =
      'The graphics device was lost: driver reset\nThe run restarts on a new device.';
    expect(state()).toMatchObject({ ...REPLACED, diagnosticsText });
  });

  it('is also replaced for a run that started with the page, although the next page will ask', async () => {
    const page = start();
    const { workspace, state, fakes } = page;
    await workspace.start();
    expect(state().run.kind).toBe('running');
    await lose(page);
    expect(fakes.started).toHaveLength(2);
    expect(state()).toMatchObject({ held: null, run: { kind: 'running' } });

    const next = start();
    await next.workspace.start();
    expect(next.state()).toMatchObject({ held: { kind: 'suspect' }, run: { kind: 'idle' } });
  });

  it('is not replaced after the third loss in a row by one source, until Run', async () => {
    const page = start();
    const { workspace, state, fakes } = page;
    await workspace.run();
    for (let loss = 0; loss < 3; loss += 1) await lose(page);
    expect(fakes.started).toHaveLength(3);
    expect(state()).toMatchObject({ run: { kind: 'failed' }, gpu: { kind: 'lost' } });
    expect(state().diagnosticsText).toMatch(
      /This shader lost the graphics device 3 times in a row, so it does not restart automatically\. Press Run to start it again\.$/,
    );
    await workspace.run();
    expect(fakes.started).toHaveLength(4);
    expect(state().run).toMatchObject({ kind: 'running' });
    await lose(page);
    expect(fakes.started).toHaveLength(4);
    workspace.sourceEdited(() => 'mended');
    await workspace.run();
    await lose(page);
    expect(fakes.started).toHaveLength(6);
  });

  it('with an unfinished frame makes the source wait for Run, on this page and on later ones', async () => {
    const page = start();
    const { workspace, state, fakes } = page;
    await workspace.run();
    await hang(page);
    expect([fakes.started.length, fakes.runnerCount]).toEqual([1, 1]);
    expect(state()).toMatchObject({ run: { kind: 'failed' }, held: { kind: 'suspect' } });
    expect(state().diagnosticsText).toMatch(
      /^The graphics device was lost: hung\nThe GPU never finished a frame of this shader/,
    );
    await workspace.runHeld();
    expect(state()).toMatchObject({ run: { kind: 'running' }, held: null });
    await hang(page);
    expect(fakes.started).toHaveLength(2);
    expect(await heldLater('')).toEqual(LOST_DEVICE);
  });

  it('with an unfinished frame still starts a newer request', async () => {
    const answers = [ok(undefined)];
    const page = start({ startRun: () => answers.pop() ?? new Promise<never>(() => {}) });
    await openText('hung', page);
    page.fakes.runEvents.onFrame(FRAME);
    void openText('was built', page);
    await settled();
    await lose(page);
    expect(page.fakes.started).toHaveLength(3);
  });

  it('is not blamed on the shader while a tool uses the device: the run restarts, and the tab stays', async () => {
    const { workspace, state, fakes } = start();
    await workspace.start();
    workspace.openTool('debugger');
    for (let loss = 0; loss < 4; loss += 1) {
      fakes.runEvents.onFrame(FRAME);
      fakes.runEvents.onFrameOverdue();
      const end = workspace.beginToolWork();
      fakes.runEvents.onLost('too much');
      end();
      await settled();
    }
    expect(fakes.started).toHaveLength(5);
    expect(state()).toMatchObject({
      ...{ openTool: 'debugger', diagnosticsText: '', held: null, ...REPLACED },
    });
    const next = start();
    await next.workspace.start();
    expect(next.state()).toMatchObject({ held: null, run: { kind: 'running' } });
    // A loss after the tool has finished counts as the first one.
    fakes.runEvents.onLost('driver reset');
    await settled();
    expect(state().diagnosticsText).toMatch(/restarts on a new device\.$/);
  });

  it('is replaced only at the next run if nothing is running', async () => {
    const page = start();
    const { workspace, state, fakes } = page;
    await settled();
    await lose(page);
    expect(fakes.runnerCount).toBe(1);
    expect(state().run).toMatchObject({ kind: 'idle' });
    await workspace.run();
    expect(fakes.runnerCount).toBe(2);
    expect(state()).toMatchObject(REPLACED);
  });

  it('that cannot be replaced is requested again at each run', async () => {
    let later: Result<void> = fail('No adapter.');
    const page = start({ laterGpu: () => later });
    const { workspace, state } = page;
    await workspace.run();
    await lose(page);
    expect(state()).toMatchObject({ run: { kind: 'failed' }, gpu: { kind: 'lost' } });
    await workspace.run();
    expect(state().diagnosticsText).toBe(
      'The graphics device was lost, and the browser does not provide a new one. Reload the page, ' +
        'or press Run to try again.\nNo adapter.',
    );
    later = ok(undefined);
    await workspace.run();
    expect(state()).toMatchObject(REPLACED);
  });

  it('restarts a run that is being built, and drops its stale answer', async () => {
    const answers: ((result: Result<void>) => void)[] = [];
    const page = start({ startRun: () => new Promise((settle) => answers.push(settle)) });
    const { workspace, state } = page;
    const run = workspace.run();
    await settled();
    await lose(page);
    expect(answers).toHaveLength(2);
    answers[0]?.(fail('Device lost while building'));
    await run;
    expect(state().run.kind).toBe('starting');
    answers[1]?.(ok(undefined));
    await settled();
    expect(state().run).toMatchObject({ kind: 'running' });
    expect(state().diagnosticsText).not.toContain('while building');
  });

  it('is blamed on the drawing run, not on one that is being built, which starts', async () => {
    let answer: (result: Result<void>) => void = () => {};
    const answers = [ok(undefined)];
    const page = start({
      startRun: () => answers.pop() ?? new Promise((settle) => (answer = settle)),
    });
    await openText('drew', page);
    void openText('was built', page);
    await settled();
    await lose(page);
    answer(ok(undefined));
    await settled();
    expect(page.fakes.started).toHaveLength(3);
    expect(page.state()).toMatchObject({ run: { kind: 'running' }, opened: { text: 'was built' } });
    page.workspace.pageHidden(true);
    const next = start();
    expect(await heldLater('was built', next)).toBeNull();
    expect(await heldLater('drew', next)).toEqual(LOST_DEVICE);
  });

  it('is blamed on the run that is being built if the current one was paused', async () => {
    const answers = [ok(undefined)];
    const page = start({ startRun: () => answers.pop() ?? new Promise<never>(() => {}) });
    await openText('ran', page);
    page.fakes.runEvents.onPlayback('paused');
    void openText('was built', page);
    await settled();
    await lose(page);
    const next = start();
    expect(await heldLater('ran', next)).toBeNull();
    expect(await heldLater('was built', next)).toEqual(LOST_DEVICE);
  });

  it('is ignored when it sends later events', async () => {
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
