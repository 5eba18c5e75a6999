import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createFrameObservers, type ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { shownRun } from '#workspace/runState.ts';
import { INITIAL_STATE } from '#workspace/state.ts';
import { createFakeDevice, stubGpuConstants } from '../../../../tests/support/fakeDevice.ts';
import { observedFrame } from '../../../../tests/support/observedFrame.ts';
import { createPlanner } from '../../../../tests/support/planner.ts';
import { createProfileSession, type ProfileSession } from './profileSession.ts';

const HEAD = `import playground;
import rendering;
[playground::TIME] uniform float time;
[playground::ZEROS(4096)] RWStructuredBuffer<float> data;
`;
const TICK = `[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL::SIZE_OF("data")]
void tick(uint3 at : SV_DispatchThreadID) { data[at.x] += time; }
`;
const PAINT = `[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID) { drawPixel(at, (int2 screen) => float4(data[1])); }
`;

const planner = await createPlanner();

let fake: ReturnType<typeof createFakeDevice>;
let observers: ReturnType<typeof createFrameObservers>;
let session: ProfileSession;
let source: string;
let frame: ObservedFrame;
const asked = vi.fn();
beforeEach(async () => {
  stubGpuConstants();
  fake = createFakeDevice();
  fake.features.add('timestamp-query');
  observers = createFrameObservers();
  observers.drawnBy(() => frame);
  asked.mockClear();
  await runs(HEAD + TICK + PAINT);
  vi.useFakeTimers();
  const workspace = {
    store: createStore(() => INITIAL_STATE),
    onFrame: () => () => {},
    project: () => ({ text: source, files: [] }),
    pause: () => asked('pause'),
    showFrame: (shown: unknown) => asked('show', shown),
    reveal: (...place: unknown[]) => asked('reveal', ...place),
  } as unknown as ToolContext['workspace'];
  session = createProfileSession({
    ...{ workspace, observers, loadContents: vi.fn(), compile: vi.fn() },
  } as unknown as ToolContext);
});
afterEach(() => {
  session.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function runs(text: string): Promise<void> {
  source = text;
  frame = await observedFrame(fake, planner.descriptor(text));
}

/** Adds frames with 20 ns for presenting and these times for the calls, in nanoseconds. */
async function draw(count: number, ...nanoseconds: readonly number[]): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const times = nanoseconds.flatMap((each, at) => [at * 1000, at * 1000 + each]);
    fake.copied = BigUint64Array.from([9980, 10_000, ...times], BigInt).buffer;
    observers.frameBegins(frame);
    const encoder = fake.device.createCommandEncoder();
    observers.meter?.encodeCalls(encoder, frame.calls, frame.once, 0, frame.calls.length);
    void observers.meter?.presenting;
    observers.frameSubmitted();
    for (const buffer of fake.buffers) buffer.finishMapping();
    await Promise.resolve().then(() => {});
    await Promise.resolve();
  }
}

/** The table is updated a few times a second. */
const later = () => vi.advanceTimersByTime(300);
const rows = () => session.store.getState().profiled?.rows ?? [];

it('measures only while its tab or the times in the editor are shown', async () => {
  const { commands } = session;
  const measures = async () => {
    await draw(1, 100, 200);
    return observers.meter !== null && !observers.isEmpty;
  };
  expect(await measures()).toBe(false);
  commands.open();
  expect(await measures()).toBe(true);
  commands.showInEditor(true);
  commands.close();
  expect(await measures()).toBe(true);
  commands.showInEditor(false);
  expect([observers.meter, observers.isEmpty, vi.getTimerCount()]).toEqual([null, true, 0]);
});

it('shows the times of a frame’s parts, which add up to the frame’s time', async () => {
  session.commands.open();
  await draw(40, 400, 800);
  later();
  expect(rows().map(({ name, dispatch, times }) => [name, dispatch, times.median])).toEqual([
    ['tick', '4,096 threads in 64 groups of 64', 400],
    ['paint', '64\u00a0×\u00a032 threads in 8\u00a0×\u00a04 groups of 8\u00a0×\u00a08', 800],
    ['Presenting the picture', '', 20],
    ['Copies and gaps', '', 10_000 - 1220],
    ['Whole frame', '', 10_000],
  ]);
  const parts = rows().filter(({ kind }) => kind !== 'frame');
  expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  const { facts, frames, method } = session.store.getState().profiled ?? {};
  expect([facts?.uploadBytes, facts?.readBackBytes, method]).toEqual([16, 0, 'timestamps']);
  // Some frames were only measured as a whole.
  expect(frames).toBeLessThan(40);
});

it('shows what an edit made faster', async () => {
  session.commands.open();
  await draw(80, 400, 800);
  await runs(HEAD + TICK.replace('+= time', '+= 2 * time') + PAINT);
  await draw(80, 400, 200);
  later();
  expect(rows().map(({ name, change }) => [name, change?.comparison])).toEqual([
    ['tick', { kind: 'same' }],
    ['paint', { kind: 'faster', percent: 75 }],
    ['Presenting the picture', { kind: 'same' }],
    ['Copies and gaps', { kind: 'slower', percent: 7 }],
    ['Whole frame', { kind: 'same' }],
  ]);
});

it('distinguishes paused playback from playback that has ended', async () => {
  session.commands.open();
  const { store } = session.context.workspace;
  const paused = () => {
    const shown = shownRun(store.getState());
    store.setState({ run: { ...shown, kind: 'running', playback: 'paused' } });
    return session.store.getState().playback;
  };
  expect(paused()).toBe('paused');
  await runs(HEAD + TICK.replace('void', '[playground::CALL::ONCE] void'));
  expect(paused()).toBe('ended');
});

it('pauses at a frame selected in the chart, and goes to an entry point in the source', async () => {
  session.commands.open();
  await draw(1, 400, 800);
  session.commands.showFrame(session.frames.at(0));
  session.commands.reveal('paint');
  session.commands.reveal('gone');
  expect(asked.mock.calls).toEqual([
    ...[['pause'], ['show', { number: 7, time: 2 }]],
    ['reveal', { line: 8, column: 6, length: 5 }],
  ]);
});
