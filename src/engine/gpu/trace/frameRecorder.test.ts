import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../../tests/support/fakeDevice.ts';
import { INPUTS, observedFrame } from '../../../../tests/support/observedFrame.ts';
import { createPlanner, type Planner } from '../../../../tests/support/planner.ts';
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
    printf("%d", at.x);
    drawPixel(at, (int2 screen) => float4(data[0]));
}
`;

let planner: Planner;
beforeAll(async () => {
  planner = await createPlanner();
});

let fake: FakeDevice;
let recorded: FrameRecord[];
beforeEach(() => {
  stubGpuConstants();
  fake = createFakeDevice();
  recorded = [];
});
afterEach(() => vi.unstubAllGlobals());

const recorder = () => createFrameRecorder((record) => recorded.push(record));
const frameOf = (part: Partial<ObservedFrame> = {}) =>
  observedFrame(fake, planner.descriptor(SOURCE), part);
const NEVER = new AbortController().signal;

const made = () => [...fake.buffers.map(({ label }) => label)];

it('keeps the values of its frame after the next frame overwrites them', async () => {
  const values: Record<string, number> = { level: 0.25 };
  const some = recorder();
  some.setOn(true);
  some.frameBegins(await frameOf({ inputs: { ...INPUTS, values } }));
  some.frameSubmitted();
  values['level'] = 0.5;
  expect(some.current()?.frame.inputs.values).toEqual({ level: 0.25 });
  some.dispose();
});

describe('a recorder that is off', () => {
  it('uses no device resources and has no frame', async () => {
    const frame = await frameOf();
    const before = { ...fake.counts };
    const off = recorder();
    off.frameBegins(frame);
    off.frameSubmitted();
    expect(fake.counts).toEqual(before);
    expect(off.current()).toBeNull();
    expect(recorded).toEqual([]);
  });

  it('has freed its copies', async () => {
    const some = recorder();
    some.setOn(true);
    some.frameBegins(await frameOf());
    some.frameSubmitted();
    some.setOn(false);
    expect(fake.destroyed.toSorted()).toEqual(['copy of data', 'copy of outputTexture']);
    expect(some.current()).toBeNull();
  });
});

describe('a recorded frame', () => {
  it('copies resources before it writes to them, except printed or read-only ones', async () => {
    const some = recorder();
    some.setOn(true);
    some.frameBegins(await frameOf());
    expect(fake.takeCopies().toSorted()).toEqual([
      'data to copy of data',
      'outputTexture to copy of outputTexture',
    ]);
  });

  it('is available once it is completely submitted', async () => {
    const some = recorder();
    some.setOn(true);
    const frame = await frameOf();
    some.frameBegins(frame);
    expect(some.current()).toBeNull();
    some.frameSubmitted();
    expect(some.current()).toBe(recorded[0]);
    some.frameBegins(frame);
    expect(some.current()).toBeNull();
  });

  it('allocates its copies once, and again if a resource is replaced', async () => {
    const some = recorder();
    some.setOn(true);
    const frame = await frameOf();
    some.frameBegins(frame);
    some.frameSubmitted();
    const count = made().length;
    some.frameBegins(frame);
    some.frameSubmitted();
    expect(made()).toHaveLength(count);
    expect(fake.destroyed).toEqual([]);
    some.frameBegins(await frameOf());
    expect(fake.destroyed.toSorted()).toEqual(['copy of data', 'copy of outputTexture']);
  });

  it('keeps its inputs when the mouse and the keys change', async () => {
    const mouse: [number, number, number, number] = [1, 2, 3, 4];
    const keys = new Set(['Space']);
    const once = new Set(['paint']);
    const isKeyDown = (name: string) => keys.has(name);
    const some = recorder();
    some.setOn(true);
    some.frameBegins(await frameOf({ inputs: { ...INPUTS, mouse, isKeyDown }, once }));
    some.frameSubmitted();
    mouse[0] = 99;
    keys.clear();
    once.clear();
    const frame = some.current()?.frame;
    expect(frame?.inputs.mouse).toEqual([1, 2, 3, 4]);
    expect(frame?.inputs.isKeyDown('Space')).toBe(true);
    expect(frame?.inputs.isKeyDown('Enter')).toBe(false);
    expect([...(frame?.once ?? [])]).toEqual(['paint']);
  });

  it('reports missing copies if the device has no memory, and does not try again', async () => {
    const some = recorder();
    some.setOn(true);
    const frame = await frameOf();
    fake.refuseWith('out of memory');
    some.frameBegins(frame);
    some.frameSubmitted();
    expect(await recorded[0]?.copies).toBeNull();
    expect(fake.destroyed.toSorted()).toEqual(['copy of data', 'copy of outputTexture']);
    const count = made().length;
    some.frameBegins(frame);
    some.frameSubmitted();
    expect(await recorded[1]?.copies).toBeNull();
    expect(made()).toHaveLength(count);
  });

  it('has new copies on another device', async () => {
    const some = recorder();
    some.setOn(true);
    some.frameBegins(await frameOf());
    some.frameSubmitted();
    const { destroyed } = fake;
    fake = createFakeDevice();
    some.frameBegins(await frameOf());
    expect(destroyed.toSorted()).toEqual(['copy of data', 'copy of outputTexture']);
    expect(made()).toContain('copy of data');
  });
});

describe('waiting for a frame', () => {
  it('returns the one that is being submitted', async () => {
    const some = recorder();
    some.setOn(true);
    some.frameBegins(await frameOf());
    const coming = some.next(NEVER);
    some.frameSubmitted();
    expect(await coming).toBe(recorded[0]);
  });

  it('returns none once the signal is aborted', async () => {
    const some = recorder();
    const aborted = new AbortController();
    const coming = some.next(aborted.signal);
    aborted.abort();
    expect(await coming).toBeNull();
    expect(await some.next(aborted.signal)).toBeNull();
  });
});
