import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { LoadRules } from '#core/plan/runControls.ts';
import type { InputChange } from '#core/project/runView.ts';
import { INITIAL_STATE } from '#workspace/state.ts';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../../tests/support/fakeDevice.ts';
import { observedFrame, SCREEN } from '../../../../tests/support/observedFrame.ts';
import { createPlanner, type Planner } from '../../../../tests/support/planner.ts';
import {
  createFrameSource,
  type FrameContext,
  type FrameSource,
  type FrameSourceOptions,
  NOTHING_RUNS,
} from './frameSource.ts';

const program = (more: string, used: string) => `import playground;
import rendering;
[playground::TIME] uniform float time;
[playground::MOUSE_POSITION] uniform float4 mouse;
[playground::KEY("A")] uniform float a;
[playground::SLIDER(0.5, 0, 1)] uniform float level;
${more}
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => float4(time + mouse.x + a + level${used}));
}
`;
const STATELESS = program('', '');
const STATEFUL = program(
  '[playground::ZEROS(16)] RWStructuredBuffer<float> data;',
  ' + (data[0] += 1)',
);

let planner: Planner;
beforeAll(async () => {
  planner = await createPlanner();
});

let fake: FakeDevice;
beforeEach(() => {
  stubGpuConstants();
  fake = createFakeDevice();
});
afterEach(() => vi.unstubAllGlobals());

const SIZE = { width: SCREEN.width * 2, height: SCREEN.height * 3 };
const CHANGES: readonly InputChange[] = [
  { frame: 2, mouse: [10, 20, 30, -40], keys: ['A'] },
  { frame: 4, mouse: [1, 2, 3, 4], keys: [] },
  { frame: 9, mouse: [5, 0, 0, 0], keys: ['A'] },
];

interface Started {
  readonly context: FrameContext;
  readonly loads: LoadRules[];
}

async function start(source: string): Promise<Started> {
  const newest = await observedFrame(fake, planner.descriptor(source));
  fake.takeDispatches();
  const loads: LoadRules[] = [];
  const store = createStore(() => ({
    ...INITIAL_STATE,
    uniformValues: { level: 0.25 },
    animations: { level: { shape: 'saw', from: 0, to: 1, period: 1 } as const },
  }));
  const context: FrameContext = {
    workspace: { store, inputsUpTo: () => CHANGES },
    observers: { newest: () => newest },
    loadContents: async (_, rules) => {
      loads.push(rules);
      return new Map();
    },
  };
  return { context, loads };
}

async function open(
  source: string,
  options: Partial<FrameSourceOptions> = {},
): Promise<FrameSource> {
  const { signal } = new AbortController();
  const { context } = await start(source);
  const made = await createFrameSource(context, { size: SIZE, signal, ...options });
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

/** The newest frame's time, mouse, key and slider. */
function written() {
  const view = new DataView(fake.written);
  const floats = (at: number, count: number) =>
    Array.from({ length: count }, (_, index) => view.getFloat32(at + index * 4, true));
  const { uniformBlocks } = planner.descriptor(STATELESS);
  const offsetOf = (type: string) =>
    uniformBlocks[0]?.components.find((each) => each.type === type)?.offset ?? 0;
  return {
    time: floats(offsetOf('TIME'), 1)[0],
    mouse: floats(offsetOf('MOUSE_POSITION'), 4),
    key: floats(offsetOf('KEY'), 1)[0],
    level: floats(offsetOf('SLIDER'), 1)[0],
  };
}

describe('a source of frames', () => {
  it('draws the frames of a stateless program in any order at a fixed step', async () => {
    const source = await open(STATELESS);
    expect([source.keepsState, source.size]).toEqual([false, SIZE]);
    expect([source.picture.width, source.picture.height]).toEqual([SIZE.width, SIZE.height]);
    await source.draw(90);
    expect(written()).toMatchObject({ time: 1.5, level: 0.5 });
    await source.draw(30);
    expect(written()).toMatchObject({ time: 0.5, level: 0.5 });
    expect(fake.takeDispatches()).toEqual(['paint', 'paint']);
  });

  it('plays the earlier frames of a program that keeps state', async () => {
    const played: string[] = [];
    const source = await open(STATEFUL, {
      onPlayed: (frame, wanted) => played.push(`${frame} of ${wanted}`),
    });
    expect(source.keepsState).toBe(true);
    await source.draw(40);
    expect(fake.takeDispatches().length).toBe(41);
    expect(played.at(-1)).toBe('40 of 40');
    await source.draw(41);
    expect(fake.takeDispatches().length).toBe(1);
    await expect(source.draw(41)).rejects.toThrow('Frame 41 was drawn before frame 41.');
  });

  it('replays the recorded keys, and the mouse at the same place in the picture', async () => {
    const source = await open(STATELESS);
    const none = { mouse: [0, 0, 0, 0], key: 0 };
    const pressed = { mouse: [20, 60, 60, -120], key: 1 };
    const released = { mouse: [2, 6, 6, 12], key: 0 };
    const again = { mouse: [10, 0, 0, 0], key: 1 };
    const inputs = {
      1: none,
      2: pressed,
      3: pressed,
      4: released,
      8: released,
      9: again,
      99: again,
    };
    for (const [frame, input] of Object.entries(inputs)) {
      await source.draw(Number(frame));
      expect(written(), `frame ${frame}`).toMatchObject(input);
    }
  });

  it('accepts other frame times', async () => {
    const source = await open(STATELESS, { seconds: (frame) => frame / 24 });
    await source.draw(6);
    expect([source.seconds(6), written().time]).toEqual([0.25, 0.25]);
  });

  it('creates the initial contents with the run’s settings', async () => {
    const { context, loads } = await start(STATEFUL);
    await createFrameSource(context, { size: SIZE, signal: new AbortController().signal });
    expect(loads).toEqual([{ followsRedirects: true, seed: 1 }]);
  });

  it('stops when its signal is aborted, and frees its resources when disposed of', async () => {
    const abort = new AbortController();
    const source = await open(STATEFUL, {
      signal: abort.signal,
      onPlayed: () => abort.abort(new Error('enough')),
    });
    await expect(source.draw(1000)).rejects.toThrow('enough');
    source.dispose();
    expect(fake.destroyed).toEqual(expect.arrayContaining(['data', 'outputTexture']));
  });

  it('fails if nothing runs, contents cannot be loaded or memory runs out', async () => {
    const { signal } = new AbortController();
    const { context } = await start(STATELESS);
    const make = (part: Partial<FrameContext>) =>
      createFrameSource({ ...context, ...part }, { size: SIZE, signal });
    const observers = { newest: () => null };
    expect(await make({ observers })).toEqual({ ok: false, error: NOTHING_RUNS });
    const loadContents = () => Promise.reject(new Error('Failed to load cat.png.'));
    expect(await make({ loadContents })).toEqual({ ok: false, error: 'Failed to load cat.png.' });
    fake.refuseWith('no memory', 'out-of-memory');
    const error = expect.stringContaining('no memory');
    expect(await make({})).toEqual({ ok: false, error });
  });
});
