import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cameraOf, FIRST_CAMERA } from '#core/plan/draw/camera.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import { createFakeServices } from '../../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../../tests/support/programs.ts';
import { createCameraControls } from './cameraControls.ts';

class FakeElement {
  readonly role: string;
  constructor(role: string) {
    this.role = role;
  }
  closest = (selector: string) => (selector.includes(`"${this.role}"`) ? this : null);
}

let now = 0;
/** The frames that the page has requested. */
let frames: FrameRequestCallback[];
const HEIGHT = 400;

beforeEach(() => {
  now = 1000;
  frames = [];
  vi.stubGlobal('Element', FakeElement);
});
afterEach(() => vi.unstubAllGlobals());

function createPage() {
  const page = Object.assign(new EventTarget(), {
    performance: { now: () => now },
    requestAnimationFrame: (frame: FrameRequestCallback) => frames.push(frame),
    cancelAnimationFrame: () => {
      frames = [];
    },
  });
  const canvas = Object.assign(new EventTarget(), {
    style: { cursor: '', touchAction: '' },
    ownerDocument: { defaultView: page },
    getBoundingClientRect: () => ({ height: HEIGHT }),
  });
  return { page, canvas };
}

/** An event as the page would get it; returns whether its default was prevented. */
function send(target: EventTarget, type: string, values: object): boolean {
  const event = new Event(type, { cancelable: true });
  for (const [name, value] of Object.entries(values)) Object.defineProperty(event, name, { value });
  return !target.dispatchEvent(event);
}

const MOUSE = { pointerId: 1, pointerType: 'mouse', button: 0, shiftKey: false, ctrlKey: false };

async function start({ camera = true } = {}) {
  let program = playbackProgram({ draws: true, camera });
  const fakes = createFakeServices({ compile: () => program });
  const workspace = createWorkspace(fakes.services);
  const { page, canvas } = createPage();
  await workspace.run();
  const controls = createCameraControls({
    workspace,
    canvas: canvas as unknown as HTMLCanvasElement,
  });
  return {
    ...{ workspace, controls, page, canvas, fakes },
    camera: () => cameraOf(workspace.store.getState().uniformValues),
    run(hasCamera: boolean) {
      program = playbackProgram({ draws: true, camera: hasCamera });
      return workspace.run();
    },
    /** A drag by steps, each from the point before. */
    drag(points: readonly (readonly [x: number, y: number])[], more: object = {}) {
      const at = ([clientX, clientY]: readonly [number, number]) => ({
        ...{ clientX, clientY },
        ...MOUSE,
        ...more,
      });
      const [first = [0, 0] as const, ...rest] = points;
      send(canvas, 'pointerdown', at(first));
      for (const point of rest) send(canvas, 'pointermove', at(point));
      send(canvas, 'pointerup', at(points.at(-1) ?? first));
    },
    key: (type: 'keydown' | 'keyup', code: string, more: object = {}) =>
      send(page, type, { code, ...more }),
    /** Draws the next frame this many milliseconds later. */
    frame(later: number) {
      now += later;
      for (const frame of frames.splice(0)) frame(now);
    },
  };
}

const ROUGH = { yaw: expect.closeTo(0.6, 6), pitch: expect.closeTo(0.35, 6) };

describe('dragging the picture', () => {
  it('orbits with the primary button, and sends the values to the run', async () => {
    const { drag, camera, fakes } = await start();
    drag([
      [10, 10],
      [10, 30],
      [-30, 30],
    ]);
    expect(camera()).toEqual({
      ...FIRST_CAMERA,
      yaw: expect.closeTo(0.6 + (40 / HEIGHT) * Math.PI, 6),
      pitch: expect.closeTo(0.35 + (20 / HEIGHT) * Math.PI, 6),
    });
    expect(fakes.asked.at(-1)).toMatch(/^camera orbit = /);
  });

  it.each([
    ['Shift', { shiftKey: true }],
    ['the middle button', { button: 1 }],
  ])('pans with %s', async (_, more) => {
    const { drag, camera } = await start();
    drag(
      [
        [0, 0],
        [50, 0],
      ],
      more,
    );
    expect(camera()).toMatchObject({ ...ROUGH, distance: 3.2 });
    const scale = (50 / HEIGHT) * 2 * Math.tan(Math.PI / 8) * 3.2;
    const target = [-Math.cos(0.6) * scale, 0, Math.sin(0.6) * scale];
    expect(camera().target).toEqual(target.map((part) => expect.closeTo(part, 5)));
  });

  it.each([
    ['the right button', { button: 2 }],
    ['Ctrl, which opens the menu on a Mac', { ctrlKey: true }],
  ])('does nothing with %s', async (_, more) => {
    const { drag, workspace } = await start();
    drag(
      [
        [0, 0],
        [50, 50],
      ],
      more,
    );
    expect(workspace.store.getState().uniformValues).toEqual({});
  });

  it('does nothing without a press, such as one that another part took', async () => {
    const { canvas, workspace } = await start();
    send(canvas, 'pointermove', { ...MOUSE, clientX: 40, clientY: 40 });
    expect(workspace.store.getState().uniformValues).toEqual({});
  });

  it('shows a grabbing hand', async () => {
    const { canvas, run } = await start();
    expect(canvas.style).toEqual({ cursor: 'grab', touchAction: 'none' });
    send(canvas, 'pointerdown', { ...MOUSE, clientX: 0, clientY: 0 });
    expect(canvas.style.cursor).toBe('grabbing');
    send(canvas, 'pointercancel', MOUSE);
    expect(canvas.style.cursor).toBe('grab');
    await run(false);
    expect(canvas.style).toEqual({ cursor: '', touchAction: '' });
  });

  it('resets by a double click', async () => {
    const { drag, canvas, workspace } = await start();
    drag([
      [0, 0],
      [50, 50],
    ]);
    drag(
      [
        [0, 0],
        [50, 50],
      ],
      { shiftKey: true },
    );
    expect(Object.keys(workspace.store.getState().uniformValues)).toHaveLength(2);
    send(canvas, 'dblclick', {});
    expect(workspace.store.getState().uniformValues).toEqual({});
  });
});

describe('two fingers', () => {
  const finger = (pointerId: number, clientX: number, clientY: number) => ({
    ...{ ...MOUSE, pointerType: 'touch', pointerId, clientX, clientY },
  });

  it('zoom by their distance', async () => {
    const { canvas, camera } = await start();
    send(canvas, 'pointerdown', finger(1, 100, 100));
    send(canvas, 'pointerdown', finger(2, 200, 100));
    send(canvas, 'pointermove', finger(1, 50, 100));
    send(canvas, 'pointermove', finger(2, 250, 100));
    expect(camera()).toMatchObject({ ...ROUGH, distance: expect.closeTo(1.6, 5) });
  });

  it('pan together, and the one that stays does nothing', async () => {
    const { canvas, camera } = await start();
    send(canvas, 'pointerdown', finger(1, 100, 100));
    send(canvas, 'pointerdown', finger(2, 100, 200));
    send(canvas, 'pointerdown', finger(3, 0, 0));
    send(canvas, 'pointermove', finger(1, 140, 100));
    send(canvas, 'pointermove', finger(2, 140, 200));
    const { target, ...orbit } = camera();
    expect(orbit).toMatchObject({ ...ROUGH, distance: expect.closeTo(3.2, 5) });
    expect(target[0]).toBeLessThan(-0.1);
    send(canvas, 'pointerup', finger(2, 140, 200));
    send(canvas, 'pointermove', finger(1, 10, 10));
    expect(camera()).toEqual({ target, ...orbit });
  });
});

describe('the wheel', () => {
  it.each([
    [{ deltaY: 100, deltaMode: 0, ctrlKey: false }, 3.2 * Math.exp(0.15)],
    [{ deltaY: -3, deltaMode: 1, ctrlKey: false }, 3.2 * Math.exp(-0.1485)],
    [{ deltaY: -10, deltaMode: 0, ctrlKey: true }, 3.2 * Math.exp(-0.1)],
    [{ deltaY: 1e6, deltaMode: 2, ctrlKey: false }, 3.2 * Math.exp(0.5)],
  ])('zooms by %j, and does not scroll the page', async (wheel, distance) => {
    const { canvas, camera, run } = await start();
    expect(send(canvas, 'wheel', wheel)).toBe(true);
    expect(camera()).toMatchObject({ ...ROUGH, distance: expect.closeTo(distance, 5) });
    await run(false);
    expect(send(canvas, 'wheel', wheel)).toBe(false);
  });
});

describe('keys', () => {
  it('fly while they are held, faster with Shift', async () => {
    const { key, frame, camera } = await start();
    const height = () => camera().target[1] / (3.2 * Math.cos(0.35));
    key('keydown', 'KeyE');
    frame(50);
    expect(height()).toBeCloseTo(0.05);
    frame(50);
    expect(height()).toBeCloseTo(0.1);
    key('keydown', 'ShiftLeft', { shiftKey: true });
    frame(50);
    expect(height()).toBeCloseTo(0.3);
    key('keyup', 'ShiftLeft');
    now += 20;
    key('keyup', 'KeyE');
    expect(height()).toBeCloseTo(0.32);
    expect(frames).toEqual([]);
  });

  it('do not make the camera jump after a long pause', async () => {
    const { key, frame, camera } = await start();
    key('keydown', 'KeyE');
    frame(5000);
    expect(camera().target[1] / (3.2 * Math.cos(0.35))).toBeCloseTo(0.1);
  });

  it('add up', async () => {
    const { key, frame, workspace } = await start();
    for (const code of ['KeyA', 'KeyD', 'KeyW', 'KeyS', 'KeyQ', 'KeyE']) key('keydown', code);
    frame(50);
    expect(workspace.store.getState().uniformValues).toEqual({});
  });

  it.each([
    ['in a menu', { target: new FakeElement('menu') }],
    ['in the pixel picker', { target: new FakeElement('application') }],
    ['in a field', { target: { ...new FakeElement(''), closest: () => true } }],
    ['with Ctrl', { ctrlKey: true }],
    ['with Alt', { altKey: true }],
    ['with Cmd', { metaKey: true }],
    ['handled elsewhere', { defaultPrevented: true }],
  ])('do nothing %s', async (_, more) => {
    const { key } = await start();
    const { target } = more as { target?: object };
    if (target) Object.setPrototypeOf(target, FakeElement.prototype);
    key('keydown', 'KeyW', more);
    expect(frames).toEqual([]);
  });

  it.each([
    ['the page loses the focus', 'blur', {}],
    ['Cmd is pressed', 'keydown', { code: 'MetaLeft', metaKey: true }],
  ])('end when %s', async (_, type, values) => {
    const { key, page } = await start();
    key('keydown', 'KeyW');
    expect(frames).toHaveLength(1);
    send(page, type, values);
    expect(frames).toEqual([]);
  });
});

describe('a program without a camera', () => {
  it('leaves the picture alone, until another has one', async () => {
    const { canvas, drag, workspace, run } = await start({ camera: false });
    const values = () => Object.keys(workspace.store.getState().uniformValues);
    drag([
      [0, 0],
      [50, 50],
    ]);
    expect([values(), canvas.style.cursor]).toEqual([[], '']);
    await run(true);
    drag([
      [0, 0],
      [50, 50],
    ]);
    expect([values(), canvas.style.cursor]).toEqual([['camera orbit'], 'grab']);
  });

  it('ends the flight of the one before', async () => {
    const { key, run, controls } = await start();
    key('keydown', 'KeyW');
    await run(false);
    expect(frames).toEqual([]);
    await run(true);
    controls.dispose();
    key('keydown', 'KeyW');
    expect(frames).toEqual([]);
  });
});
