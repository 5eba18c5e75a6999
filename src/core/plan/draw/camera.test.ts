import { describe, expect, it } from 'vitest';
import { cameraOf, FIRST_CAMERA } from './camera.ts';

describe('the camera of the user’s values', () => {
  it('is the first one until something is set, or after a reset', () => {
    expect(cameraOf({})).toEqual(FIRST_CAMERA);
    expect(cameraOf({ 'camera orbit': 0, 'camera target': 0 })).toEqual(FIRST_CAMERA);
  });

  it('has a target, angles and a distance beyond the range of colours', () => {
    const values = { 'camera orbit': [-3, 1.5, 40], 'camera target': [7, -8, 9] } as const;
    expect(cameraOf(values)).toEqual({ target: [7, -8, 9], yaw: -3, pitch: 1.5, distance: 40 });
  });

  it.each([0, -1, Number.NaN])('is not at the distance %d', (distance) => {
    expect(cameraOf({ 'camera orbit': [1, 1, distance] })).toEqual(FIRST_CAMERA);
  });
});
