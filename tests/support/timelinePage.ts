import { createStore } from 'zustand/vanilla';
import type { FrameStats, Pace } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { createFrameObservers } from '#engine/gpu/frameObserver.ts';
import { createPresenter } from '#engine/gpu/presenter.ts';
import { createRunInputs } from '#engine/gpu/runInputs.ts';
import { createRunSlot } from '#engine/gpu/runSlot.ts';
import { updates } from '#engine/gpu/takeover.ts';
import { createTimelineSession } from '#tools/timeline/session/timelineSession.ts';
import { withShown } from '#workspace/runState.ts';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import type { FrameSeeker, Workspace } from '#workspace/workspace.ts';
import { createFakeDevice } from './fakeDevice.ts';

const CANVAS = {
  width: 0,
  height: 0,
  getContext: () => ({
    configure: () => {},
    getCurrentTexture: () => ({ createView: () => ({}) }),
  }),
} as unknown as HTMLCanvasElement;

export const settled = () => new Promise((resolve) => setTimeout(resolve));

export const FIXED: Pace = { speed: 1, fixedStep: true, maxRate: null };

/** The values that frames have read, in the order of their uniform blocks. */
export interface Read {
  readonly frame: number;
  readonly time: number;
  readonly mouse: number;
  readonly key: number;
  readonly level: number;
}

/**
 * A page with a timeline and a run on a fake device.
 *
 * @param turns returns the latest `requestAnimationFrame` callback
 */
export function createTimelinePage(turns: () => FrameRequestCallback | undefined) {
  const parts = createParts();
  const { fake, observers, store, shown } = parts;
  const runs = createRuns(parts);
  let seeker: FrameSeeker | null = null;
  const loads: number[] = [];
  const workspace = {
    ...createPlayback(parts, runs),
    store,
    seekBy(next: FrameSeeker) {
      seeker = next;
      return () => {};
    },
  };
  const session = createTimelineSession({
    workspace: workspace as unknown as Workspace,
    observers,
    async loadContents(_, { seed }) {
      loads.push(seed);
      return new Map([['data', { kind: 'bytes', bytes: new ArrayBuffer(64) }]]);
    },
  });
  let now = performance.now();
  const turn = async () => {
    now = Math.max(now, performance.now()) + 17;
    turns()?.(now);
    await settled();
  };
  return {
    ...{ ...parts, session, workspace, loads, runs, turn },
    get seeker() {
      if (!seeker) throw new Error('The session seeks nothing.');
      return seeker;
    },
    async start(descriptor: RunDescriptor) {
      const values = store.getState().uniformValues;
      await runs.start(descriptor, values, { followsRedirects: true, seed: 3 });
    },
    setLevel(level: number) {
      store.setState({ uniformValues: { level } });
      runs.setUniform('level', level);
    },
    async playTo(frame: number) {
      while (shown.at(-1) !== frame) await turn();
    },
    async rest() {
      for (let left = 60; left > 0; left -= 1) await turn();
    },
    reads: () => watchReads(fake.device),
  };
}

type Parts = ReturnType<typeof createParts>;

function createParts() {
  const held = new Set<string>();
  return {
    fake: createFakeDevice(),
    observers: createFrameObservers(),
    store: createStore<WorkspaceState>(() => ({
      ...INITIAL_STATE,
      pace: FIXED,
      run: {
        kind: 'running',
        outputs: ['image'],
        uniforms: [],
        stale: false,
        playback: 'playing',
        printed: '',
      },
    })),
    held,
    inputs: createRunInputs({ isDown: (name) => held.has(name) }),
    size: { now: { width: 64, height: 32 } },
    shown: [] as number[],
    listeners: new Set<(stats: FrameStats | null) => void>(),
  };
}

function createRuns({ fake, observers, store, inputs, size, shown, listeners }: Parts) {
  return createRunSlot({
    device: fake.device,
    presenter: createPresenter(fake.device, 'bgra8unorm'),
    screen: () => ({
      canvas: CANVAS,
      size: () => size.now,
      setResolution: () => {},
      dispose: () => {},
    }),
    inputs,
    pace: () => store.getState().pace,
    loadUpdates: async () => updates,
    assets: { read: async () => new Blob(), describeMissing: async () => '' },
    awakeNow: (at = performance.now()) => at,
    observers,
    demand: () => 'none',
    onFirstFrame: () => {},
    onUpdateDrawn: () => {},
    onVersion: () => {},
    onLoading: () => {},
    onFrame(stats) {
      shown.push(stats.frame);
      for (const listener of listeners) listener(stats);
    },
    onFrameDone: () => {},
    onFrameOverdue: () => {},
    onPlayback: (playback) =>
      store.setState({ run: withShown(store.getState().run, { playback }) }),
    onPrinted: () => {},
    onMessage: () => {},
    onError: () => {},
  });
}

function createPlayback({ listeners }: Parts, runs: ReturnType<typeof createRuns>) {
  return {
    pause: runs.pause,
    resume: runs.resume,
    drawFrame: runs.showFrame,
    onFrame(listener: (stats: FrameStats | null) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setPace: () => {},
    setSeed: () => {},
  };
}

function watchReads(device: GPUDevice): Read[] {
  const reads: Read[] = [];
  const write = device.queue.writeBuffer.bind(device.queue);
  device.queue.writeBuffer = (...args: Parameters<GPUQueue['writeBuffer']>) => {
    const [, , view] = args;
    if (view instanceof DataView) {
      const at = (index: number) => view.getFloat32(index * 4, true);
      reads.push({ frame: at(0), time: at(1), mouse: at(4), key: at(8), level: at(9) });
    }
    return write(...args);
  };
  return reads;
}
