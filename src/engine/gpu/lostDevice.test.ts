import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { REAL_TIME } from '#core/plan/runControls.ts';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../tests/support/fakeDevice.ts';
import { createPlanner, type Planner } from '../../../tests/support/planner.ts';
import { createFrameObservers } from './frameObserver.ts';
import { createRunInputs } from './input/runInputs.ts';
import { createPresenter } from './presenter.ts';
import { createRunSlot, type RunSlot } from './runSlot.ts';
import { updates } from './updates.ts';

let planner: Planner;
beforeAll(async () => {
  planner = await createPlanner();
});

let turns: FrameRequestCallback[];
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeEach(() => {
  turns = [];
  unhandled.length = 0;
  stubGpuConstants();
  vi.stubGlobal('requestAnimationFrame', (turn: FrameRequestCallback) => turns.push(turn));
  vi.stubGlobal('cancelAnimationFrame', () => {});
  process.on('unhandledRejection', note);
});
afterEach(() => {
  vi.unstubAllGlobals();
  process.off('unhandledRejection', note);
});

/** Resolves after pending promises, and after unhandled rejections are reported. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

const nextFrame = () => turns.shift()?.(performance.now());

const PRINTS = `import playground;
import printing;

[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void tell() { printf("hi"); }
`;

const RULES = { followsRedirects: true, seed: 1 };
const ignore = () => {};

function createTestRuns({ device }: FakeDevice): RunSlot {
  return createRunSlot({
    assets: { read: async () => new Blob(), describeMissing: async () => '' },
    device,
    presenter: createPresenter(device, 'bgra8unorm'),
    screen: () => null,
    inputs: createRunInputs({ isDown: () => false }),
    pace: () => REAL_TIME,
    loadUpdates: async () => updates,
    onFirstFrame: ignore,
    onUpdateDrawn: ignore,
    awakeNow: (at = performance.now()) => at,
    observers: createFrameObservers(),
    demand: () => 'none',
    onVersion: ignore,
    onLoading: ignore,
    onFrame: ignore,
    onFrameDone: ignore,
    onFrameOverdue: ignore,
    onPlayback: ignore,
    onPrinted: ignore,
    onMessage: ignore,
    onError: ignore,
  });
}

const lostDuring: Record<string, (runs: RunSlot, fake: FakeDevice) => Promise<void>> = {
  async 'the start of a run'(runs, fake) {
    fake.lose();
    const started = await runs.start(planner.descriptor(PRINTS), {}, RULES);
    expect(started).toEqual({ ok: false, error: 'Instance dropped.' });
  },
  async 'the creation of its pipelines'(runs, fake) {
    fake.finishPipelines = false;
    const started = runs.start(planner.descriptor(PRINTS), {}, RULES);
    await settled();
    fake.lose();
    expect((await started).ok).toBe(false);
  },
  async 'frames, while printed text is being read'(runs, fake) {
    await runs.start(planner.descriptor(PRINTS), {}, RULES);
    nextFrame();
    fake.lose();
    await settled();
    nextFrame();
  },
  async 'an update'(runs, fake) {
    await runs.start(planner.descriptor(PRINTS), {}, RULES);
    nextFrame();
    fake.frameTime = 10_000;
    nextFrame();
    const buffer = '[playground::ZEROS(4)] RWStructuredBuffer<uint> data;\n';
    const other = PRINTS.replace('\n\n', `\n${buffer}`).replace('printf("hi")', 'data[0] = 1');
    const updated = runs.update(planner.descriptor(other), {}, RULES);
    fake.lose();
    expect((await updated).ok).toBe(false);
  },
};

for (const [when, act] of Object.entries(lostDuring)) {
  it(`a device that is lost during ${when} leaves no rejection unhandled`, async () => {
    const fake = createFakeDevice();
    const runs = createTestRuns(fake);
    await act(runs, fake);
    await settled();
    runs.dispose();
    await settled();
    expect(unhandled).toEqual([]);
  });
}
