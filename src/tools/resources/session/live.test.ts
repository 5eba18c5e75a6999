import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ok } from '#core/util/result.ts';
import { createFrameObservers, type ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { BINS, PARTIAL_BYTES, RANGE_BYTES } from '#engine/gpu/read/reducer.ts';
import { CLOSED, type ResourcesState } from '#tools/resources/state.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { createLive, type Live } from './live.ts';
import type { GpuToolbox } from './pages.ts';

/** Finishes the oldest pending computation, which counts this many values. */
type Answer = (count: number) => void;

let answers: Answer[];
let newest: ObservedFrame;
let store: StoreApi<ResourcesState>;
let live: Live;

/** The frame of a run that has its own texture. */
function frameOfRun(): ObservedFrame {
  const texture = { format: 'r32float', dimension: '2d', width: 2, height: 2 };
  const resource = { kind: 'texture', texture: { ...texture, depthOrArrayLayers: 1 }, view: {} };
  return {
    device: {},
    descriptor: {
      ...{ uniformBlocks: [], callCommands: [], shader: { code: '', slots: {} } },
      layout: { image: { kind: 'texture', viewDimension: '2d', group: 0, binding: 0 } },
    },
    resources: { get: () => resource, uniformBuffers: [] },
    inputs: { frame: 0 },
    screen: { width: 1, height: 1 },
  } as unknown as ObservedFrame;
}

function resultOf(count: number): Uint8Array<ArrayBuffer> {
  const start = RANGE_BYTES + BINS * 4;
  const view = new DataView(new ArrayBuffer(start + PARTIAL_BYTES));
  view.setUint32(start + 12, count, true);
  return new Uint8Array(view.buffer);
}

/** A device whose computations end when the test says so. */
const TOOLS = {
  reducer: { ready: async () => {}, encode: () => ({ groups: 1, dispose() {} }) },
  staging: {
    device: { createCommandEncoder: () => ({}) },
    read: () =>
      new Promise((resolve) => answers.push((count: number) => resolve(ok(resultOf(count))))),
  },
};

const settle = () => new Promise((resolve) => setTimeout(resolve));

async function answer(count: number): Promise<void> {
  answers.shift()?.(count);
  await settle();
}

async function runAgain(): Promise<void> {
  newest = frameOfRun();
  live.refresh();
  await settle();
}

const countShown = () => store.getState().statistics?.[0]?.count ?? null;

beforeEach(async () => {
  answers = [];
  newest = frameOfRun();
  store = createStore<ResourcesState>(() => CLOSED);
  const observers = createFrameObservers();
  observers.drawnBy(() => newest);
  const run = { kind: 'running', outputs: [], uniforms: [], playback: 'paused' };
  const context = {
    ...{ observers, compile: async () => null },
    workspace: {
      store: createStore(() => ({ run })),
      sourceText: () => '',
      project: () => ({ text: '', files: [], assets: [] }),
    },
  } as unknown as ToolContext;
  const toolbox = { on: () => TOOLS } as unknown as GpuToolbox;
  live = createLive({ context, store, toolbox, pinned: () => null, onFrame() {} });
  live.open();
  live.computeStatistics();
  await settle();
});

afterEach(() => live.dispose());

it('shows statistics until another run provides the resource', async () => {
  await answer(4);
  live.refresh();
  await settle();
  expect(countShown()).toBe(4);
  await runAgain();
  expect(countShown()).toBeNull();
});

it('recomputes statistics if a run has replaced their resource', async () => {
  await runAgain();
  await answer(4);
  expect(countShown()).toBeNull();
  await answer(9);
  expect(countShown()).toBe(9);
});
