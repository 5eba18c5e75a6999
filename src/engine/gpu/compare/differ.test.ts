import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../../tests/support/fakeDevice.ts';
import { createDiffer } from './differ.ts';

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
  fake.refuseWith('Out of memory.');
  const differ = createDiffer(fake.device, PIXELS);
  fake.refuseWith(null);
  expect(await differ.measure(createPicture())).toEqual({
    ok: false,
    error:
      'Not computed: the device has no memory for a second picture. Choose a lower resolution.',
  });
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
