import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../../tests/support/fakeDevice.ts';
import { INPUTS, observedFrame } from '../../../../tests/support/observedFrame.ts';
import { createPlanner } from '../../../../tests/support/planner.ts';
import { createFrameRecorder, type FrameRecord } from './frameRecorder.ts';

const SOURCE = `import playground;
import rendering;
import printing;
[playground::KEY("Space")] uniform float space;
[playground::ZEROS(16)] RWStructuredBuffer<float> data;
[playground::ZEROS(16)] StructuredBuffer<float> constants;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    data[0] += constants[1] + space;
    printf("%d", at.x); drawPixel(at, (int2 screen) => float4(data[0]));
}
`;

const planner = await createPlanner();

let fake: FakeDevice;
let recorded: FrameRecord[];
beforeEach(() => {
  stubGpuConstants();
  fake = createFakeDevice();
  recorded = [];
});
afterEach(() => vi.unstubAllGlobals());

const create = () => createFrameRecorder((record) => recorded.push(record));
function record(frame: ObservedFrame, recorder = create()) {
  recorder.setOn(true);
  recorder.frameBegins(frame);
  recorder.frameSubmitted();
  return recorder;
}
const frameOf = (part: Partial<ObservedFrame> = {}) =>
  observedFrame(fake, planner.descriptor(SOURCE), part);
const COPIES = ['copy of data', 'copy of outputTexture'];

describe('a recorder that is off', () => {
  it('uses no device resources and has no frame', async () => {
    const frame = await frameOf();
    const before = { ...fake.counts };
    const off = create();
    off.frameBegins(frame);
    off.frameSubmitted();
    expect(fake.counts).toEqual(before);
    expect(off.current()).toBeNull();
    expect(recorded).toEqual([]);
  });

  it('has freed its copies', async () => {
    const recorder = record(await frameOf());
    recorder.setOn(false);
    expect(fake.destroyed.toSorted()).toEqual(COPIES);
    expect(recorder.current()).toBeNull();
  });
});

describe('a recorded frame', () => {
  it('copies resources before it writes to them, except printed or read-only ones', async () => {
    const recorder = create();
    recorder.setOn(true);
    recorder.frameBegins(await frameOf());
    const copies = ['data to copy of data', 'outputTexture to copy of outputTexture'];
    expect(fake.takeCopies().toSorted()).toEqual(copies);
  });

  it('is available while it is completely submitted', async () => {
    const recorder = create();
    recorder.setOn(true);
    const frame = await frameOf();
    recorder.frameBegins(frame);
    expect(recorder.current()).toBeNull();
    recorder.frameSubmitted();
    expect(recorder.current()).toBe(recorded[0]);
    recorder.frameBegins(frame);
    expect(recorder.current()).toBeNull();
  });

  it('allocates its copies once, and again if a resource is replaced', async () => {
    const frame = await frameOf();
    const recorder = record(frame);
    const count = fake.buffers.length;
    record(frame, recorder);
    expect(fake.buffers).toHaveLength(count);
    expect(fake.destroyed).toEqual([]);
    recorder.frameBegins(await frameOf());
    expect(fake.destroyed.toSorted()).toEqual(COPIES);
  });

  it('keeps its inputs when the values, the mouse and the keys change', async () => {
    const values: Record<string, number> = { level: 0.25 };
    const mouse: [number, number, number, number] = [1, 2, 3, 4];
    const keys = new Set(['Space']);
    const once = new Set(['paint']);
    const isKeyDown = (name: string) => keys.has(name);
    const inputs = { ...INPUTS, values, mouse, isKeyDown };
    const frame = record(await frameOf({ inputs, once })).current()?.frame;
    values['level'] = 0.5;
    mouse[0] = 99;
    keys.clear();
    once.clear();
    expect(frame?.inputs).toMatchObject({ mouse: [1, 2, 3, 4], values: { level: 0.25 } });
    expect(['Space', 'Enter'].map((key) => frame?.inputs.isKeyDown(key))).toEqual([true, false]);
    expect([...(frame?.once ?? [])]).toEqual(['paint']);
  });

  it('reports missing copies if the device has no memory, and does not try again', async () => {
    const frame = await frameOf();
    fake.refuseWith('out of memory', 'out-of-memory');
    const recorder = record(frame);
    expect(await recorded[0]?.copies).toBeNull();
    expect(fake.destroyed.toSorted()).toEqual(COPIES);
    const count = fake.buffers.length;
    record(frame, recorder);
    expect(await recorded[1]?.copies).toBeNull();
    expect(fake.buffers).toHaveLength(count);
  });

  it('has new copies on another device', async () => {
    const recorder = record(await frameOf());
    const { destroyed } = fake;
    fake = createFakeDevice();
    recorder.frameBegins(await frameOf());
    expect(destroyed.toSorted()).toEqual(COPIES);
    expect(fake.buffers.map(({ label }) => label)).toContain('copy of data');
  });
});

describe('waiting for a frame', () => {
  it('returns the one that is being submitted', async () => {
    const recorder = create();
    recorder.setOn(true);
    recorder.frameBegins(await frameOf());
    const coming = recorder.next(new AbortController().signal);
    recorder.frameSubmitted();
    expect(await coming).toBe(recorded[0]);
  });

  it('returns none once the signal is aborted', async () => {
    const recorder = create();
    const aborted = new AbortController();
    const coming = recorder.next(aborted.signal);
    aborted.abort();
    expect(await coming).toBeNull();
    expect(await recorder.next(aborted.signal)).toBeNull();
  });
});
