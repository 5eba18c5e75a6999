import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PRINT_BUFFER } from '#core/plan/runDescriptor.ts';
import { createPipelines } from '#engine/gpu/pipelines.ts';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../../tests/support/fakeDevice.ts';
import { observedFrame } from '../../../../tests/support/observedFrame.ts';
import { createPlanner } from '../../../../tests/support/planner.ts';
import { createFrameRecorder, type FrameRecord } from './frameRecorder.ts';
import {
  agrees,
  createFrameTracer,
  type FrameTracer,
  type TexelColor,
  type TracedVersion,
  texelFormat,
} from './frameTracer.ts';

const body = (more: string) => `import playground;
import rendering;
import printing;
[playground::TIME] uniform float time;
[playground::ZEROS(16)] RWStructuredBuffer<float> data;
${more ? '[playground::ZEROS(64)] RWStructuredBuffer<uint> trace_buffer;' : ''}
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]
void init() { data[1] = 1; ${more} }
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{ ${more} data[0] += time; printf("%d", at.x); drawPixel(at, (int2 screen) => float4(data[0])); }
`;
const SOURCE = body('');
const TRACED = body('trace_buffer[0] += 1;');

const planner = await createPlanner();

let fake: FakeDevice;
let tracer: FrameTracer;
let record: FrameRecord;
let version: TracedVersion;
beforeEach(async () => {
  stubGpuConstants();
  fake = createFakeDevice();
  tracer = createFrameTracer();
  const recorder = createFrameRecorder(() => {});
  recorder.setOn(true);
  recorder.frameBegins(await observedFrame(fake, planner.descriptor(SOURCE)));
  recorder.frameSubmitted();
  const recorded = recorder.current();
  const descriptor = planner.descriptor(TRACED);
  const pipelines = await createPipelines(fake.device, descriptor);
  if (!recorded || !pipelines.ok) throw new Error('There is nothing to trace.');
  record = recorded;
  version = {
    ...{ descriptor, pipelines: pipelines.value, traceBuffer: 'trace_buffer' },
    ...{ vertices: null, painted: null },
  };
  fake.takeCopies();
});
afterEach(() => vi.unstubAllGlobals());

const REQUEST = { header: Uint32Array.of(1, 2, 3), words: 4, texel: null };

/** Lets the device respond until the promise settles. */
async function whileMapping<T>(waiting: Promise<T>): Promise<T> {
  let isDone = false;
  void waiting.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve));
    for (const buffer of fake.buffers) buffer.finishMapping();
  }
  return waiting;
}

const repeat = (texel: readonly [number, number] | null = null, words = 4) =>
  whileMapping(tracer.repeat(record, version, { ...REQUEST, words, texel }));

describe('a repeated frame', () => {
  it('starts with the resources of the original frame, and returns the trace', async () => {
    fake.copied = Uint32Array.of(9, 8, 7, 6).buffer;
    const repeated = await repeat();
    expect(repeated.ok && [...repeated.value.words]).toEqual([9, 8, 7, 6]);
    expect(repeated.ok && repeated.value.isRestored).toBe(true);
    const copies = fake.takeCopies();
    const restored = ['copy of data to data', 'copy of outputTexture to outputTexture'];
    expect(copies.splice(0, 2).toSorted()).toEqual(restored);
    expect(copies).toEqual([`clear ${PRINT_BUFFER}`, 'clear trace', 'trace to trace, read back']);
  });

  it('runs the calls of the original frame', async () => {
    fake.takeDispatches();
    await repeat();
    expect(fake.takeDispatches()).toEqual(['paint']);
    record = { ...record, frame: { ...record.frame, once: 'all' } };
    await repeat();
    expect(fake.takeDispatches()).toEqual(['init', 'paint']);
  });

  it('reads the texel of the picture before it runs', async () => {
    fake.copiedTexel = Uint8Array.of(255, 0, 51, 255).buffer;
    const repeated = await repeat([3, 4]);
    const format = repeated.ok ? repeated.value.format : null;
    expect(format).toMatch(/^rgba8unorm$|^rgba32float$|^rgba16float$/);
    expect(fake.takeCopies()[0]).toBe('outputTexture to texel, read back');
    expect(repeated.ok && repeated.value.texel).not.toBeNull();
    expect(fake.destroyed).toContain('texel, read back');
  });

  it('reads no texel outside the picture', async () => {
    const texelAt = async (x: number, y: number) => {
      const repeated = await repeat([x, y]);
      return repeated.ok && repeated.value.texel;
    };
    expect([await texelAt(-1, 0), await texelAt(0, -1)]).toEqual([null, null]);
    expect([await texelAt(64, 0), await texelAt(0, 32)]).toEqual([null, null]);
  });

  it('allocates nothing for another thread of the frame', async () => {
    await repeat();
    const { buffers, bindGroups, pipelines } = { ...fake.counts };
    await repeat();
    expect(fake.counts).toMatchObject({ buffers, bindGroups, pipelines });
  });

  it('allocates a larger buffer for more records, and frees the previous one', async () => {
    await repeat(null, 4);
    await repeat(null, 8);
    expect(fake.destroyed).toEqual(expect.arrayContaining(['trace', 'trace, read back']));
    expect(fake.buffers.filter(({ label }) => label === 'trace')).toHaveLength(2);
  });

  it('starts only after the previous one was read', async () => {
    const first = tracer.repeat(record, version, REQUEST);
    const both = Promise.all([first, tracer.repeat(record, version, REQUEST)]);
    const readsBack = () => fake.takeCopies().filter((copy) => copy.endsWith(', read back'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(readsBack()).toHaveLength(1);
    await whileMapping(first);
    await new Promise((resolve) => setTimeout(resolve));
    expect(readsBack()).toHaveLength(1);
    expect((await whileMapping(both)).map(({ ok }) => ok)).toEqual([true, true]);
  });

  it('says so if there was no memory for the original resources', async () => {
    record = { ...record, copies: Promise.resolve(null) };
    const repeated = await repeat();
    expect(repeated.ok && repeated.value.isRestored).toBe(false);
    expect(fake.takeCopies()).not.toContain('copy of data to data');
  });
});

describe('a tracer reports a device that', () => {
  it('refuses memory', async () => {
    fake.refuseWith('too much', 'out-of-memory');
    const error =
      'The device has no memory for the trace. Choose fewer records, or a lower resolution.';
    expect(await repeat()).toEqual({ ok: false, error });
    expect(fake.destroyed).toContain('trace');
    fake.refuseWith(null, 'out-of-memory');
    expect((await repeat()).ok).toBe(true);
  });

  it('is lost', async () => {
    fake.lose();
    const error = 'The graphics device was lost during the trace. Run the shader again.';
    expect(await repeat()).toEqual({ ok: false, error });
    expect(fake.destroyed).toContain('trace');
  });

  it('cannot dispatch the program', async () => {
    version = { ...version, traceBuffer: 'another' };
    const dispatch = vi.spyOn(fake.device, 'createBindGroup').mockImplementation(() => {
      throw new Error('No such group.');
    });
    const error = expect.stringMatching(/No such group\.$/);
    expect(await repeat()).toMatchObject({ ok: false, error });
    dispatch.mockRestore();
  });
});

it('frees everything when it is disposed', async () => {
  await repeat();
  tracer.dispose();
  expect(fake.destroyed).toEqual(expect.arrayContaining(['trace', 'trace, read back']));
});

const bytesOf = (bytes: readonly number[]) => new DataView(Uint8Array.from(bytes).buffer);
const halvesOf = (bits: readonly number[]) => new DataView(Uint16Array.from(bits).buffer);

describe('reading a texel', () => {
  it('decodes it as a shader loads it, with 0 and 1 in missing channels', () => {
    const read = (name: GPUTextureFormat, view: DataView) => {
      const format = texelFormat(name);
      return format?.bytes === view.byteLength && format.read(view);
    };
    expect(read('bgra8unorm', bytesOf([255, 51, 0, 102]))).toEqual([0, 0.2, 1, 0.4]);
    expect(read('r32float', new DataView(Float32Array.of(0.25).buffer))).toEqual([0.25, 0, 0, 1]);
    expect(read('rg32uint', bytesOf([1, 0, 0, 0, 2, 0, 0, 0]))).toEqual([1, 2, 0, 1]);
  });

  it('decodes the smallest and largest halves, infinities and NaN', () => {
    const read = texelFormat('rgba16float')?.read;
    const finite = read?.(halvesOf([0x0001, 0x03ff, 0x0400, 0x7bff]));
    expect(finite).toEqual([2 ** -24, 1023 * 2 ** -24, 2 ** -14, 65504]);
    const special = read?.(halvesOf([0x7c00, 0xfc00, 0x7e00, 0x8000]));
    const { POSITIVE_INFINITY, NEGATIVE_INFINITY, NaN: nan } = Number;
    expect(special).toEqual([POSITIVE_INFINITY, NEGATIVE_INFINITY, nan, -0]);
  });

  it('is not possible for formats that no picture has', () => {
    expect(texelFormat('depth24plus')).toBeNull();
    expect(agrees([0, 0, 0, 0], [0, 0, 0, 0], 'depth24plus')).toBe(false);
  });
});

describe('a stored colour and the picture’s', () => {
  const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
  it.each<[what: string, GPUTextureFormat, stored: TexelColor, texel: TexelColor]>([
    ['the same floats', 'rgba32float', [0.1, -2, 3, 1], [0.1, -2, 3, 1]],
    ['NaN as NaN', 'rgba32float', [nan, 0, 0, 1], [nan, 0, 0, 1]],
    ['bytes, rounded up or down', 'rgba16float', [infinity, 0, 0, 1], [infinity, 0, 0, 1]],
    ['bytes, clamped to 0 and 1', 'rgba8unorm', [0.5, 0.5, 0, 1], [127 / 255, 128 / 255, 0, 1]],
    ['NaN as any byte', 'bgra8unorm', [-3, 7, infinity, 1], [0, 1, 1, 1]],
    ['signed bytes, clamped to -1 and 1', 'rgba8unorm', [nan, 0, 0, 1], [0, 0, 0, 1]],
    ['signed bytes, cut to -1 and 1', 'rgba8snorm', [-0.5, -2, 0, 1], [-63 / 127, -1, 0, 1]],
    ['halves, rounded', 'rgba16float', [1 / 3, 0, 0, 1], [0.333251953125, 0, 0, 1]],
    ['only the channels of the format', 'r32float', [0.5, 9, 9, 9], [0.5, 0, 0, 1]],
  ])('agree for %s', (_, format, stored, texel) => {
    expect(agrees(stored, texel, format)).toBe(true);
  });

  it.each<[what: string, GPUTextureFormat, stored: TexelColor, texel: TexelColor]>([
    ['other floats', 'rgba32float', [0.1, 0, 0, 1], [0.1000001, 0, 0, 1]],
    ['NaN and a number', 'rgba32float', [nan, 0, 0, 1], [0, 0, 0, 1]],
    ['a number and NaN', 'rgba16float', [0, 0, 0, 1], [nan, 0, 0, 1]],
    ['infinity and the largest half', 'rgba16float', [65504, 0, 0, 1], [infinity, 0, 0, 1]],
    ['bytes two apart', 'rgba8unorm', [0.5, 0, 0, 1], [130 / 255, 0, 0, 1]],
    ['the last channel', 'rgba8unorm', [0, 0, 0, 1], [0, 0, 0, 0]],
    ['the one channel', 'r32float', [0.5, 0, 0, 1], [0.25, 0, 0, 1]],
  ])('differ for %s', (_, format, stored, texel) => {
    expect(agrees(stored, texel, format)).toBe(false);
  });
});
