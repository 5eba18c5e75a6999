import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { Differ, Difference } from '#engine/gpu/differ.ts';
import { createFrameObservers, type ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { createCompareSession } from './compare.tsx';
import type { CompareState, Pin } from './state.ts';

const SIZE = { width: 4, height: 2 };
const PIXELS = { ...SIZE, bytes: new Uint8ClampedArray(32) };

/** Simulates the newest frame's device and picture, and records the comparison's requests. */
interface World {
  device: object;
  picture: { width: number; height: number };
  frame: number;
  demo: string | null;
  uri: string;
  taken: Result<Pin>;
  difference: Difference;
  readonly log: string[];
}

let world: World;
let observers: ReturnType<typeof createFrameObservers>;
let session: ReturnType<typeof createCompareSession>;
let workspace: ToolContext['workspace'];

const originOf = (frame: number) => ({ frame, seconds: frame / 60, code: 'a', values: {} });
const state = (): CompareState => session.store.getState();

function newest(): ObservedFrame {
  return {
    device: world.device,
    resources: { get: () => ({ kind: 'texture', texture: world.picture }) },
    inputs: { frame: world.frame, time: world.frame / 60, values: {} },
    descriptor: { shader: { code: 'a' }, uniformBlocks: [] },
  } as unknown as ObservedFrame;
}

function createDiffer(device: GPUDevice, pixels: Pin['pixels']): Differ {
  world.log.push('create');
  return {
    ...{ device, pixels },
    draw: (_, __, gain) => void world.log.push(`draw ${gain}`),
    async measure() {
      world.log.push('measure');
      return ok(world.difference);
    },
    dispose: () => void world.log.push('dispose'),
  };
}

function drawFrame(): void {
  world.frame += 1;
  observers.frameBegins(newest());
  observers.frameSubmitted();
}

/** The requests since the last call. */
const asked = () => world.log.splice(0);

beforeEach(async () => {
  vi.useFakeTimers();
  world = {
    ...{ device: {}, picture: SIZE, frame: 7, demo: 'ocean', uri: 'demos/ocean.slang' },
    taken: ok({ origin: originOf(7), uri: 'demos/ocean.slang', pixels: PIXELS }),
    ...{ difference: { largest: 0, mean: 0 }, log: [] },
  };
  observers = createFrameObservers();
  observers.drawnBy(newest);
  workspace = {
    store: createStore(() => ({ demo: world.demo, opened: {} })),
    sourceUri: () => world.uri,
  } as unknown as ToolContext['workspace'];
  const takePin = async () => world.taken;
  const parts = { takePin, createDiffer };
  session = createCompareSession({ workspace, observers } as ToolContext, parts);
});

afterEach(() => {
  session.dispose();
  vi.useRealTimers();
});

async function switchOn(): Promise<void> {
  session.commands.toggle();
  await vi.advanceTimersByTimeAsync(1000);
}

function open(demo: string | null, uri: string): void {
  Object.assign(world, { demo, uri });
  workspace.store.setState({ demo, opened: { text: '', place: null, revision: 2 } });
}

it('pins and compares after the first click, and stops after the second without dropping the pin', async () => {
  await switchOn();
  const pinned = { pin: { origin: { frame: 7 } } };
  const comparison = { kind: 'computed', difference: { largest: 0, mean: 0 } };
  expect(state()).toMatchObject({ isOn: true, ...pinned, comparison });
  session.commands.toggle();
  expect(state()).toMatchObject({ isOn: false, ...pinned });
  expect(observers.isEmpty).toBe(true);
  expect(asked()).toEqual(['create', 'measure', 'dispose']);
  world.taken = fail('Not asked for.');
  await switchOn();
  expect(state()).toMatchObject({ isOn: true, problem: null, ...pinned });
});

it('says why pinning failed, and keeps the previous pin', async () => {
  world.taken = fail('No picture is drawn.');
  await switchOn();
  expect(state()).toMatchObject({ isOn: true, pin: null, problem: 'No picture is drawn.' });
  const pinAgain = async (taken: Result<Pin>) => {
    world.taken = taken;
    session.commands.pinAgain();
    await vi.advanceTimersByTimeAsync(0);
    return state();
  };
  const pinned = { pin: { origin: { frame: 9 } } };
  const pin = { origin: originOf(9), uri: world.uri, pixels: PIXELS };
  expect(await pinAgain(ok(pin))).toMatchObject({ problem: null, ...pinned });
  expect(await pinAgain(fail('No.'))).toMatchObject({ problem: 'No.', ...pinned });
});

it('reads figures at most four times a second, and finally those of the newest frame', async () => {
  await switchOn();
  asked();
  for (let frame = 0; frame < 60; frame += 1) {
    drawFrame();
    await vi.advanceTimersByTimeAsync(16);
  }
  expect(asked().length).toBeLessThanOrEqual(5);
  world.difference = { largest: 3, mean: 1 };
  drawFrame();
  await vi.advanceTimersByTimeAsync(250);
  expect(state().comparison).toMatchObject({
    difference: { largest: 3, mean: 1 },
    live: { frame: world.frame },
  });
});

it('skips a frame that is submitted in parts', async () => {
  await switchOn();
  await vi.advanceTimersByTimeAsync(1000);
  asked();
  drawFrame();
  observers.frameBegins(newest());
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toEqual([]);
  observers.frameSubmitted();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toEqual(['measure']);
});

it('draws each frame’s difference, and redraws it when the gain changes', async () => {
  await switchOn();
  session.commands.setView('difference');
  asked();
  const detach = session.attachCanvas({} as HTMLCanvasElement);
  session.commands.setGain(8);
  drawFrame();
  expect(asked()).toEqual(['draw 1', 'draw 8', 'draw 8']);
  detach();
  drawFrame();
  session.commands.setView('wipe');
  expect(asked()).toEqual([]);
});

it('does not compute the difference of pictures whose sizes differ', async () => {
  await switchOn();
  session.commands.setView('difference');
  session.attachCanvas({} as HTMLCanvasElement);
  asked();
  world.picture = { width: 5, height: 2 };
  drawFrame();
  await vi.advanceTimersByTimeAsync(250);
  expect(state().comparison).toEqual({ kind: 'sizes differ', live: world.picture });
  expect(asked()).toEqual([]);
});

it('keeps the pinned picture on a new device', async () => {
  await switchOn();
  asked();
  world.device = {};
  drawFrame();
  await vi.advanceTimersByTimeAsync(250);
  expect(asked()).toEqual(['dispose', 'create', 'measure']);
  expect(state().comparison.kind).toBe('computed');
});

it.each([
  ['keeps the pin when the same demo is opened again', 'ocean', 'demos/ocean.slang', true],
  ['keeps the pin when another source is opened', null, 'https://example.test/a.slang', true],
  ['drops the pin when another demo is opened', 'circle', 'demos/circle.slang', false],
])('%s', async (_, demo, uri, keeps) => {
  await switchOn();
  open(demo, uri);
  expect(state().pin !== null).toBe(keeps);
  expect(state().isOn).toBe(keeps);
});

it('keeps the wipe within the picture', () => {
  session.commands.setWipe(120);
  expect(state().wipe).toBe(100);
  session.commands.setWipe(-3);
  expect(state().wipe).toBe(0);
});

it('leaves nothing on the device when it is disposed of during a measurement', async () => {
  await switchOn();
  drawFrame();
  await vi.advanceTimersByTimeAsync(249);
  asked();
  drawFrame();
  vi.advanceTimersByTime(1);
  drawFrame();
  session.dispose();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toEqual(['measure', 'dispose']);
});
