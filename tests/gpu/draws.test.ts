import { beforeAll, describe, expect, it } from 'vitest';
import { CASE_SIZE, DRAW_CASES, differences } from '../support/drawCases.ts';
import { drawPicture } from '../support/drawnPicture.ts';
import { createPlanner, type Planner } from '../support/planner.ts';
import { requestRealDevice } from '../support/realDevice.ts';

let planner: Planner;
let device: GPUDevice;
beforeAll(async () => {
  planner = await createPlanner();
  device = await requestRealDevice();
});

describe('a program draws what a rasterizer on the CPU says', () => {
  it.each(DRAW_CASES)('$rule', async ({ source, reference, frames }) => {
    const drawn = await drawPicture(device, planner.descriptor(source), CASE_SIZE, frames);
    expect(differences(drawn, reference())).toBe('');
  });
});
