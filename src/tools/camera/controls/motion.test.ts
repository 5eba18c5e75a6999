import { describe, expect, it } from 'vitest';
import { axesOf, type Camera, eyeOf, FIELD_OF_VIEW } from '#core/plan/draw/camera.ts';
import { flown, orbited, panned, rounded, zoomed } from './motion.ts';

/** Looks along -z. */
const AHEAD: Camera = { target: [1, 2, 3], yaw: 0, pitch: 0, distance: 4 };
const ASKEW: Camera = { target: [1, 2, 3], yaw: 2, pitch: -0.4, distance: 4 };
const HEIGHT = 400;

const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 9));

/** Where a point is in the picture, in CSS pixels from its centre, to the right and down. */
function inPicture(camera: Camera, point: readonly number[]): readonly number[] {
  const eye = eyeOf(camera);
  const along = (axis: readonly number[]) =>
    axis.reduce((sum, part, index) => sum + part * ((point[index] ?? 0) - (eye[index] ?? 0)), 0);
  const [right, up, back] = axesOf(camera).map(along) as [number, number, number];
  const scale = HEIGHT / 2 / Math.tan(FIELD_OF_VIEW / 2) / -back;
  return [right * scale, -up * scale];
}

describe('orbiting', () => {
  it('turns by half a turn for a drag over the picture’s height', () => {
    const turned = orbited(AHEAD, { x: -HEIGHT / 2, y: HEIGHT / 4 }, HEIGHT);
    expect([turned.yaw, turned.pitch]).toEqual(close([Math.PI / 2, Math.PI / 4]));
    expect(turned).toMatchObject({ target: AHEAD.target, distance: 4 });
  });

  it('moves the nearer side of what the camera looks at with the drag', () => {
    const nearer = [1, 2, 4];
    const [x = 0, y = 0] = inPicture(orbited(AHEAD, { x: 20, y: 10 }, HEIGHT), nearer);
    expect([Math.sign(x), Math.sign(y)]).toEqual([1, 1]);
  });

  it('never turns the picture over, and keeps yaw small', () => {
    const steep = (y: number) => orbited(AHEAD, { x: 0, y }, HEIGHT).pitch;
    expect([steep(5000), steep(-5000)]).toEqual(
      close([Math.PI / 2, -Math.PI / 2].map((each) => each * (89 / 90))),
    );
    let camera = AHEAD;
    for (let turn = 0; turn < 100; turn += 1) camera = orbited(camera, { x: 150, y: 0 }, HEIGHT);
    expect(Math.abs(camera.yaw)).toBeLessThanOrEqual(Math.PI);
  });
});

describe('zooming', () => {
  it('changes the distance to the target, within limits', () => {
    expect(zoomed(ASKEW, 0.5)).toEqual({ ...ASKEW, distance: 2 });
    expect(zoomed(ASKEW, 0).distance).toBe(1e-3);
    expect(zoomed(ASKEW, Number.POSITIVE_INFINITY).distance).toBe(1e6);
  });
});

describe('panning', () => {
  it('moves the old target with the drag', () => {
    const moved = panned(ASKEW, { x: 30, y: -12 }, HEIGHT);
    expect(inPicture(moved, ASKEW.target)).toEqual(close([30, -12]));
    expect(moved).toMatchObject({ yaw: 2, pitch: -0.4, distance: 4 });
  });
});

describe('flying', () => {
  it('moves along the camera’s axes, in proportion to the distance', () => {
    expect(flown(AHEAD, [1, 0.5, -0.25]).target).toEqual(close([5, 4, 2]));
    const ahead = flown(ASKEW, [0, 0, -0.5]);
    expect(inPicture(ASKEW, ahead.target)).toEqual(close([0, 0]));
    const [before, after] = [eyeOf(ASKEW), eyeOf(ahead)];
    expect(Math.hypot(...after.map((part, index) => part - (before[index] ?? 0)))).toBeCloseTo(2);
  });
});

it('rounds to what shaders can tell apart', () => {
  expect(rounded([1 / 3, 12_345_678, -1e-9 / 3])).toEqual([0.3333333, 12_345_680, -3.333333e-10]);
});
