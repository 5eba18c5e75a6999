import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeCalls } from '#engine/gpu/dispatch.ts';
import {
  createFrameObservers,
  type FrameObservers,
  type ObservedFrame,
} from '#engine/gpu/frameObserver.ts';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../../tests/support/fakeDevice.ts';
import { observedFrame } from '../../../../tests/support/observedFrame.ts';
import { createPlanner } from '../../../../tests/support/planner.ts';
import type { MeasuredFrame } from './measuredFrame.ts';
import { commonDivisor, type FrameMeasuring, measureFrames } from './measureFrames.ts';

const SOURCE = `import playground;
import rendering;
[playground::ZEROS(16)] RWStructuredBuffer<float> data;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]
void init() { data[0] = 1; }
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void tick() { data[1] += 1; }
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID) { drawPixel(at, (int2 screen) => float4(data[1])); }
`;

const planner = await createPlanner();

let fake: FakeDevice;
let observers: FrameObservers;
let measured: MeasuredFrame[];
let measuring: FrameMeasuring;
beforeEach(() => {
  stubGpuConstants();
  fake = createFakeDevice();
  observers = createFrameObservers();
  measured = [];
});
afterEach(() => vi.unstubAllGlobals());

const start = () => {
  measuring = measureFrames(observers, (frame) => {
    measured.push({
      ...frame,
      facts: { ...frame.facts },
      calls: frame.calls.slice(0, frame.facts.calls.length),
    });
  });
};
const frameOf = (part: Partial<ObservedFrame> = {}) =>
  observedFrame(fake, planner.descriptor(SOURCE), part);
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Begins a frame, submits its calls in parts that end at `ends`, presents, and ends the frame. */
function draw(frame: ObservedFrame, ends = [frame.calls.length]): void {
  observers.frameBegins(frame);
  let from = 0;
  for (const end of ends) {
    const encode = observers.meter?.encodeCalls ?? encodeCalls;
    encode(fake.device.createCommandEncoder(), frame.calls, frame.once, from, end);
    from = end;
  }
  void observers.meter?.presenting;
  observers.frameSubmitted();
}

/** Nanoseconds written by the GPU; begin and end of the presenting pass come first. */
function timestamps(...times: readonly number[]): void {
  // More than 32 bits.
  fake.copied = BigUint64Array.from(times, (time) => 2n ** 33n + BigInt(time)).buffer;
}

async function readBack(): Promise<void> {
  for (const buffer of fake.buffers) buffer.finishMapping();
  await settled();
}

/** The result of a frame with these timestamps. */
async function measureFrame(...times: readonly number[]) {
  timestamps(...times);
  draw(await frameOf());
  await readBack();
  return measured.at(-1);
}

const USUAL = [900, 1000, 100, 300, 350, 800];

describe('with timestamps', () => {
  beforeEach(() => {
    fake.features.add('timestamp-query');
    start();
  });

  it('measures each call, the presenting pass, and the whole frame', async () => {
    const frame = await measureFrame(...USUAL);
    expect(frame).toMatchObject({ presenting: 100, total: 900, isPlain: false });
    expect(frame?.facts).toMatchObject({ number: 7, seconds: 2, width: 64 });
    // `init` runs only in the first frame.
    expect([...(frame?.calls ?? [])]).toEqual([Number.NaN, 200, 450]);
  });

  it('measures only every other frame, and leaves the others unchanged', async () => {
    timestamps(900, 1000, 100, 850, 0, 0);
    draw(await frameOf());
    const passes = fake.counts.computePasses;
    draw(await frameOf());
    expect(fake.counts.computePasses - passes).toBe(1);
    await readBack();
    expect(measured[1]).toMatchObject({ presenting: 100, total: 900, isPlain: true });
    expect([...(measured[1]?.calls ?? [])]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });

  it('measures frames with more than 2,047 calls as a whole', async () => {
    timestamps(900, 1000, 100, 850, 0, 0);
    const { calls, ...frame } = await frameOf();
    const many = Array.from({ length: 2048 }, (_, index) => calls[1 + (index % 2)] ?? calls[0]);
    const big = { ...frame, calls: many.flatMap((call) => call ?? []) };
    draw(big);
    draw(big);
    await readBack();
    const whole = { presenting: 100, total: 900, isPlain: true };
    expect(measured).toMatchObject([whole, whole]);
    expect(measuring.measurer?.cost.script).not.toBeNaN();
    // A program with fewer calls is measured by call again.
    draw(await frameOf());
    await readBack();
    expect(measured[2]?.isPlain).toBe(false);
  });

  it('does not count the time between parts of a frame', async () => {
    timestamps(5900, 6000, 100, 300, 5000, 5500);
    draw(await frameOf(), [2, 3]);
    await readBack();
    expect(measured[0]?.total).toBe(200 + 1000);
  });

  it('detects the resolution of the timestamps', async () => {
    await measureFrame(640, 704, 64, 256, 256, 640);
    expect(measuring.measurer?.resolution).toBe(64);
  });

  it('finds the step that divides all spans', () => {
    const spans = [0, 131_072, 196_608, 0, 65_536 * 7];
    expect(spans.reduce((step, span) => commonDivisor(span, step), 0)).toBe(65_536);
    expect([commonDivisor(12, 18), commonDivisor(1001, 65_536)]).toEqual([6, 1]);
  });

  it('counts a clock that went backwards as zero time', async () => {
    expect((await measureFrame(900, 1000, 100, 50, 350, 800))?.calls[1]).toBe(0);
  });

  it('skips frames while all read-backs are pending', async () => {
    timestamps(...USUAL);
    const frame = await frameOf();
    for (let count = 0; count < 10; count += 1) draw(frame);
    const buffers = fake.counts.buffers;
    await readBack();
    expect(measured).toHaveLength(8);
    draw(frame);
    await readBack();
    expect(measured).toHaveLength(9);
    expect(fake.counts.buffers).toBe(buffers);
  });

  it('adapts to a program with more calls', async () => {
    timestamps(900, 1000, 100, 300, 350, 800, 800, 850);
    draw(await frameOf());
    const frame = await frameOf();
    draw({ ...frame, calls: [...frame.calls, ...frame.calls.slice(1)] });
    await readBack();
    expect(fake.destroyed).toContain('profile');
    expect(measured.at(-1)?.calls).toHaveLength(5);
  });

  it('measures frames on the replacement for a lost device', async () => {
    timestamps(...USUAL);
    draw(await frameOf());
    fake.lose();
    fake = createFakeDevice();
    fake.features.add('timestamp-query');
    await measureFrame(...USUAL);
    expect(measured).toHaveLength(1);
  });

  it('releases everything when it stops', async () => {
    draw(await frameOf());
    expect([observers.meter === null, observers.isEmpty]).toEqual([false, false]);
    measuring.stop();
    expect([observers.meter, observers.isEmpty]).toEqual([null, true]);
    expect(fake.destroyed.filter((label) => label.startsWith('profile'))).toHaveLength(10);
    await readBack();
    expect(measured).toEqual([]);
  });
});

describe('without timestamps', () => {
  beforeEach(start);

  it('measures whole frames by the completion of the queue, and encodes nothing', async () => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(100).mockReturnValueOnce(112);
    const frame = await frameOf();
    const { commandEncoders, computePasses, dispatches, ...others } = { ...fake.counts };
    draw(frame);
    expect(observers.meter).toBeNull();
    const drawn = { commandEncoders: commandEncoders + 1, computePasses: computePasses + 1 };
    expect(fake.counts).toEqual({ ...others, ...drawn, dispatches: dispatches + 2 });
    await settled();
    expect(measured).toMatchObject([{ total: 12e6, isPlain: true, presenting: Number.NaN }]);
  });

  it('does not count the time that a frame waits for the previous one', async () => {
    const now = vi.spyOn(performance, 'now');
    for (const time of [100, 101, 110, 125]) now.mockReturnValueOnce(time);
    const frame = await frameOf();
    draw(frame);
    draw(frame);
    await settled();
    expect(measured.map(({ total }) => total)).toEqual([10e6, 15e6]);
  });
});
