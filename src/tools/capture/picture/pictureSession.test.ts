import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { PlaybackState } from '#core/plan/runControls.ts';
import type { SharedProject } from '#core/project/links/linkService.ts';
import { withProject } from '#core/project/links/shareLink.ts';
import { fail, ok } from '#core/util/result.ts';
import { createFrameObservers } from '#engine/gpu/frameObserver.ts';
import { createPngEncoder } from '#engine/png/pngEncoder.ts';
import { createPngHandlers } from '#engine/png/pngHandlers.ts';
import { answerCall } from '#engine/worker/calls.ts';
import { createPictureSession, type PictureSession } from '#tools/capture/capture.tsx';
import type { ToolContext } from '#ui/tools/tool.ts';
import { INITIAL_STATE } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../../tests/support/fakeDevice.ts';
import { INPUTS, observedFrame, SCREEN } from '../../../../tests/support/observedFrame.ts';
import { createPlanner, type Planner } from '../../../../tests/support/planner.ts';
import type { Archive } from './archive.ts';
import type { PictureFiles } from './work.ts';

const SOURCE = `import playground;
import rendering;
[playground::ZEROS(16)] RWStructuredBuffer<float> data;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    data[0] += 1;
    drawPixel(at, (int2 screen) => float4(data[0]));
}
`;

let planner: Planner;
beforeAll(async () => {
  planner = await createPlanner();
});

let fake: FakeDevice;
let session: PictureSession;
let log: string[];
let canBuild: boolean;
let room: number;
let chooseArchive: PictureFiles['chooseArchive'];
let answering: ReturnType<typeof setInterval>;

beforeEach(async () => {
  stubGpuConstants();
  fake = createFakeDevice();
  log = [];
  canBuild = true;
  room = 100;
  chooseArchive = async (name) => createTestArchive(name);
  const newest = await observedFrame(fake, planner.descriptor(SOURCE));
  fake.takeDispatches();
  fake.copiedTexel = new ArrayBuffer(256 * SCREEN.height);
  answering = setInterval(() => {
    for (const buffer of fake.buffers) buffer.finishMapping();
  });
  const encoder = createPngEncoder(({ onAnswer }) => {
    const handlers = createPngHandlers();
    return { post: (call) => void answerCall(handlers, call).then(onAnswer), close() {} };
  });
  session = createPictureSession(contextOf(newest), encoder, {
    save: (file) => log.push(`save ${file.name}`),
    chooseArchive: (name) => chooseArchive(name),
  });
});
afterEach(() => {
  clearInterval(answering);
  vi.unstubAllGlobals();
});

function contextOf(newest: Awaited<ReturnType<typeof observedFrame>>): ToolContext {
  const running = { kind: 'running', playback: 'playing', outputs: ['image'] } as const;
  const run = { ...running, uniforms: [], stale: false, printed: '' };
  const store = createStore(() => ({ ...INITIAL_STATE, run, demo: 'circle' }));
  const play = (word: string, playback: PlaybackState) => {
    log.push(word);
    store.setState((state) => ({ run: { ...state.run, playback } as typeof run }));
  };
  const workspace: Partial<Workspace> = {
    store: store as unknown as Workspace['store'],
    inputsUpTo: () => [],
    sourceUri: () => '',
    project: () => ({ text: SOURCE, files: [], assets: [] }),
    pause: () => play('pause', 'paused'),
    resume: () => play('resume', 'playing'),
  };
  const observers = createFrameObservers();
  observers.drawnBy(() => newest);
  return {
    workspace: workspace as Workspace,
    observers,
    loadContents: async () => new Map(),
    links: {
      build: async (page: URL, { target, view }: SharedProject) => {
        log.push(`project at frame ${view?.frame?.number}`);
        if (!canBuild) return fail('It is too large.');
        const shown = { frame: null, seed: 1, givenName: null };
        const { href } = withProject(page, target, 'packed', shown);
        return ok({ href, note: null });
      },
    },
  } as unknown as ToolContext;
}

function createTestArchive(name: string): Archive {
  let left = room;
  return {
    name,
    maxBytes: 2 ** 20,
    async add(path, file) {
      left -= 1;
      if (left < 0) return false;
      log.push(`add ${path} ${file.type}`);
      return true;
    },
    finish: async () => void log.push('finish'),
    discard: async () => void log.push('discard'),
  };
}

const LOST = 'The graphics device was lost. Run the shader again, then try again.';
const settle = () => new Promise((resolve) => setTimeout(resolve));
const state = () => session.store.getState();

describe('saving a picture', () => {
  it('saves what the canvas shows, and pauses playback meanwhile', async () => {
    session.open();
    expect(state()).toMatchObject({ isOpen: true, choices: { frame: '7', name: 'Circle-7' } });
    await session.save();
    const text = 'Saved Circle-7.png: 64 × 32 pixels, 1 kB.';
    expect(state().activity).toEqual({ kind: 'saved', text });
    session.close();
    const project = `project at frame ${INPUTS.frame}`;
    expect(log).toEqual(['pause', project, 'save Circle-7.png', 'resume']);
    // The frame was not drawn again.
    expect(fake.takeDispatches()).toEqual([]);
    expect(state().isOpen).toBe(false);
  });

  it('does not show the preview of the previous time the dialog was open', async () => {
    clearInterval(answering);
    session.open();
    await settle();
    const { length } = fake.buffers;
    session.close();
    session.open();
    await settle();
    for (const buffer of fake.buffers.slice(0, length)) buffer.finishMapping();
    await settle();
    expect(state().preview).toBeNull();
    for (const buffer of fake.buffers) buffer.finishMapping();
    await settle();
    expect(state().preview).not.toBeNull();
  });

  it('draws another size from frame 0 if the program keeps state', async () => {
    session.open();
    session.choose({ size: { kind: 'custom', width: '48', height: '32' }, includesProject: false });
    await session.save();
    expect(fake.takeDispatches().length).toBe(INPUTS.frame + 1);
    expect(log).toEqual(['pause', 'save Circle-7.png']);
  });

  it('explains an invalid size, and draws nothing', async () => {
    session.open();
    session.choose({ size: { kind: 'custom', width: '0', height: '32' } });
    await session.save();
    expect(state()).toMatchObject({
      problem: 'Width is “0”. Enter a whole number from 2 to 8192.',
      activity: { kind: 'choosing' },
    });
  });

  it('says that the project cannot be included', async () => {
    canBuild = false;
    session.open();
    await session.save();
    expect(state().problem).toBe(
      'The project cannot be included. It is too large. Or switch “Include the project” off.',
    );
  });

  it('reports a lost device', async () => {
    session.open();
    fake.lose();
    await session.save();
    expect(state()).toMatchObject({ problem: LOST, activity: { kind: 'choosing' } });
  });
});

describe('saving a sequence', () => {
  beforeEach(() => {
    session.open();
    session.choose({ frames: 'range', from: '0', to: '8', every: '2', includesProject: false });
    log.length = 0;
  });
  const added = (...frames: number[]) =>
    frames.map((frame) => `add frame-000${frame}.png image/png`);
  /** Saves, and calls `act` when this many frames are done. */
  const saveUntil = async (done: number, act: () => void) => {
    const stop = session.store.subscribe(({ activity }) => {
      if (activity.kind === 'working' && activity.frames.done === done) act();
    });
    await session.save();
    stop();
  };
  const stopped = (done: number, reason: string) => ({
    ...{ kind: 'stopped', reason, frames: { done, of: 5 } },
  });

  it.each([
    ['saved', 'finish'],
    ['discarded', 'discard'],
  ])('keeps the finished frames after a cancellation until they are %s', async (decision, end) => {
    await saveUntil(2, () => session.close());
    const activity = stopped(2, 'Saving was cancelled.');
    expect(state()).toMatchObject({ isOpen: true, activity });
    await (decision === 'saved' ? session.saveDone() : session.discard());
    expect(log).toEqual([...added(0, 2), end]);
  });

  it('shows one file prompt at a time', async () => {
    let choose = (_: Archive | null) => {};
    chooseArchive = () =>
      new Promise((resolve) => {
        choose = resolve;
      });
    const first = session.save();
    chooseArchive = () => Promise.reject(new Error('A file picker is open already.'));
    await session.save();
    expect(state().problem).toBeNull();
    choose(createTestArchive('Circle.zip'));
    await first;
    expect(log).toEqual([...added(0, 2, 4, 6, 8), 'finish']);
    expect(state().activity).toEqual({ kind: 'saved', text: 'Saved 5 frames as Circle.zip.' });
  });

  it('keeps the finished frames when the archive is full', async () => {
    room = 3;
    await session.save();
    const reason =
      'The zip is full: it can have at most 1 MB here. Save the rest as another range.';
    expect(state().activity).toMatchObject(stopped(3, reason));
    session.close();
    expect(log).toEqual([...added(0, 2, 4), 'discard', 'resume']);
  });

  it('keeps the finished frames when the device is lost', async () => {
    await saveUntil(1, () => fake.lose());
    expect(state().activity).toMatchObject(stopped(1, LOST));
  });
});
