import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../tests/support/fakeDevice.ts';
import { combine, createDiffer, GROUP_SIZE, groupsFor, MAX_GROUPS } from './differ.ts';

const SIZE = { width: 4, height: 2 };
const PIXELS = { ...SIZE, bytes: new Uint8ClampedArray(32) };

let fake: FakeDevice;
beforeEach(() => {
  stubGpuConstants();
  vi.stubGlobal('navigator', { gpu: { getPreferredCanvasFormat: () => 'bgra8unorm' } });
  fake = createFakeDevice();
});
afterEach(() => vi.unstubAllGlobals());

function createPicture(): GPUTexture {
  const size = [SIZE.width, SIZE.height];
  return fake.device.createTexture({ label: 'picture', size, format: 'rgba8unorm', usage: 0 });
}

function createCanvas() {
  const context = {
    configure: vi.fn(),
    unconfigure: vi.fn(),
    getCurrentTexture: vi.fn(createPicture),
  };
  const canvas = { ...SIZE, getContext: () => context } as unknown as HTMLCanvasElement;
  return { canvas, context };
}

it('reports that the device has no memory for the pinned picture, and then draws nothing', async () => {
  fake.refuseWith('Out of memory.', 'out-of-memory');
  const differ = createDiffer(fake.device, PIXELS);
  fake.refuseWith(null, 'out-of-memory');
  const error =
    'Not computed: the device has no memory for a second picture. Choose a lower resolution.';
  expect(await differ.measure(createPicture())).toEqual({ ok: false, error });
  const { canvas, context } = createCanvas();
  differ.draw(canvas, createPicture(), 1);
  expect(context.configure).not.toHaveBeenCalled();
});

it('releases the canvas of an earlier view, and the last one on disposal', () => {
  const differ = createDiffer(fake.device, PIXELS);
  const [first, second] = [createCanvas(), createCanvas()];
  differ.draw(first.canvas, createPicture(), 1);
  differ.draw(first.canvas, createPicture(), 1);
  expect(first.context.configure).toHaveBeenCalledOnce();
  differ.draw(second.canvas, createPicture(), 1);
  expect(first.context.unconfigure).toHaveBeenCalledOnce();
  differ.dispose();
  expect(second.context.unconfigure).toHaveBeenCalledOnce();
});

const CHANNELS = 3;

/** The results of each thread group. `steps` has three channels per texel. */
function partialsOf(steps: Uint8Array): Uint32Array {
  const texels = steps.length / CHANNELS;
  const groups = groupsFor(texels);
  const partials = new Uint32Array(groups * 2);
  for (let texel = 0; texel < texels; texel += 1) {
    const at = (Math.floor(texel / GROUP_SIZE) % groups) * 2;
    for (const step of steps.subarray(texel * CHANNELS, (texel + 1) * CHANNELS)) {
      partials[at] = Math.max(partials[at] ?? 0, step);
      partials[at + 1] = (partials[at + 1] ?? 0) + step;
    }
  }
  return partials;
}

describe('combining the results of all work groups', () => {
  it.each([1, 255, 256, 257, GROUP_SIZE * MAX_GROUPS + 1])('is exact for %i texels', (texels) => {
    const steps = Uint8Array.from({ length: texels * CHANNELS }, (_, index) => (index * 7) % 101);
    const sum = steps.reduce((total, step) => total + step, 0);
    const largest = steps.reduce((most, step) => Math.max(most, step), 0);
    expect(combine(partialsOf(steps), texels)).toEqual({ largest, mean: sum / steps.length });
  });

  it('is exact if the sum of all groups does not fit 32 bits', () => {
    const partials = new Uint32Array(MAX_GROUPS * 2).fill(255);
    for (let group = 0; group < MAX_GROUPS; group += 1) partials[group * 2 + 1] = 2 ** 31;
    const texels = 16384 ** 2;
    expect(combine(partials, texels)).toEqual({
      largest: 255,
      mean: (MAX_GROUPS * 2 ** 31) / (texels * CHANNELS),
    });
  });
});

it('limits the texels per work group so that their sum fits 32 bits', () => {
  const texels = 16384 ** 2;
  const ofGroup = Math.ceil(texels / (groupsFor(texels) * GROUP_SIZE)) * GROUP_SIZE;
  expect(ofGroup * CHANNELS * 255).toBeLessThan(2 ** 32);
});
