import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPipelines } from '#engine/gpu/pipelines.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../../tests/support/fakeDevice.ts';
import { createPlanner } from '../../../../tests/support/planner.ts';
import { createExactRenderer, type ExactRenderer } from './exactRenderer.ts';

const SOURCE = `import playground;
import rendering;
import printing;
[playground::TIME] uniform float time;
[playground::ZEROS(16)] RWStructuredBuffer<float> data;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]
void init() { data[1] = 1; }
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{ printf("%d", at.x); drawPixel(at, (int2 screen) => float4(data[0] + time)); }
`;

const planner = await createPlanner();

let fake: FakeDevice;
beforeEach(() => {
  stubGpuConstants();
  fake = createFakeDevice();
});
afterEach(() => vi.unstubAllGlobals());

async function create(size = { width: 320, height: 200 }, refusal: string | null = null) {
  const { device } = fake;
  const descriptor = planner.descriptor(SOURCE);
  const pipelines = await createPipelines(device, descriptor);
  if (!pipelines.ok) throw new Error(pipelines.error);
  fake.refuseWith(refusal, 'out-of-memory');
  return createExactRenderer({
    ...{ device, descriptor, size },
    pipelines: pipelines.value,
    data: new Map(),
  });
}

async function created(): Promise<ExactRenderer> {
  const made = await create();
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

const inputs = (frame: number): UniformInputs => ({
  ...{ frame, time: frame / 60, mouse: [0, 0, 0, 0], values: {} },
  isKeyDown: () => false,
});

describe('the exact renderer', () => {
  it('has its own resources, in the requested size', async () => {
    const { picture, size, dispose } = await created();
    expect([picture?.width, picture?.height]).toEqual([320, 200]);
    expect(size).toEqual({ width: 320, height: 200 });
    dispose();
    const resources = ['data', 'outputTexture', 'g_printedBuffer'];
    expect(fake.destroyed).toEqual(expect.arrayContaining(resources));
  });

  it('dispatches once-only calls in frame 0 only, clears printed text, and writes the time', async () => {
    const { draw } = await created();
    draw(inputs(0));
    expect(fake.takeDispatches()).toEqual(['init', 'paint']);
    expect(fake.takeCopies()).toEqual(['clear g_printedBuffer']);
    draw(inputs(90));
    expect(fake.takeDispatches()).toEqual(['paint']);
    expect(new DataView(fake.written).getFloat32(0, true)).toBe(1.5);
  });

  it('reports that the device has no memory for the size, and leaves nothing allocated', async () => {
    const error =
      'The device has no memory for a second picture of 320 × 200 pixels. Choose a smaller size.';
    expect(await create({ width: 320, height: 200 }, 'no memory')).toEqual({ ok: false, error });
    expect(fake.destroyed).toContain('outputTexture');
  });

  it('names the call that is too large for the size', async () => {
    expect(await create({ width: 8192 * 4, height: 16 })).toMatchObject({ ok: false });
    expect(fake.destroyed).toContain('data');
  });

  it('fails if the device is lost', async () => {
    const making = create();
    fake.lose();
    const error = 'The graphics device was lost. Run the shader again.';
    expect(await making).toEqual({ ok: false, error });
  });
});
