import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createFrameObservers, type ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { takePin } from './compare.tsx';

const PIXELS = { width: 2, height: 1, bytes: new Uint8ClampedArray(8) };

const LEVEL = { type: 'SLIDER', name: 'level', min: 0, max: 1, default: 0.5 };
const TINT = { type: 'COLOR_PICK', name: 'tint', default: [1, 0, 0] };

let uri: string;
let read: () => Promise<typeof PIXELS>;
vi.mock('#engine/gpu/replay/pictureReader.ts', () => ({
  createPictureReader: () => ({ read: () => read() }),
}));

let frame: number;
let hasPicture: boolean;
let observers: ReturnType<typeof createFrameObservers>;

function newest(): ObservedFrame {
  return {
    device: {},
    resources: { get: () => (hasPicture ? { kind: 'texture', texture: {} } : undefined) },
    inputs: { frame, time: frame / 60, values: { level: 1 } },
    descriptor: { shader: { code: 'code' }, uniformBlocks: [{ components: [LEVEL, TINT] }] },
  } as unknown as ObservedFrame;
}

function pin(playback: 'playing' | 'paused') {
  const shown = { outputs: ['image'], uniforms: [], stale: false, printed: '' };
  const run = { kind: 'running', playback, ...shown };
  const workspace = { store: createStore(() => ({ run })), sourceUri: () => uri };
  return takePin({ workspace, observers } as unknown as ToolContext);
}

beforeEach(() => {
  vi.useFakeTimers();
  uri = 'a.slang';
  frame = 60;
  hasPicture = true;
  read = async () => PIXELS;
  observers = createFrameObservers();
  observers.drawnBy(newest);
});

afterEach(() => vi.useRealTimers());

it('pins the newest frame while playback is paused', async () => {
  const origin = { frame: 60, seconds: 1, code: 'code', values: { level: [1], tint: [1, 0, 0] } };
  expect(await pin('paused')).toEqual({
    ok: true,
    value: { origin, uri: 'a.slang', pixels: PIXELS },
  });
});

it('pins the end of the next frame and the source of the request while playing', async () => {
  const taken = pin('playing');
  uri = 'b.slang';
  frame = 61;
  observers.frameBegins(newest());
  observers.frameSubmitted();
  frame = 62;
  expect(await taken).toMatchObject({ value: { origin: { frame: 61 }, uri: 'a.slang' } });
  expect(observers.isEmpty).toBe(true);
});

it('stops waiting after a second', async () => {
  const taken = pin('playing');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await taken).toMatchObject({ value: { origin: { frame: 60 } } });
  expect(observers.isEmpty).toBe(true);
});

it('fails with the reason if nothing draws a picture or it cannot be read', async () => {
  read = () => Promise.reject(new Error('The device was lost.'));
  expect(await pin('paused')).toEqual({
    ok: false,
    error: 'The picture cannot be pinned: The device was lost. Pin again to retry.',
  });
  hasPicture = false;
  const error = 'No picture is drawn. Run a shader that draws one.';
  expect(await pin('paused')).toEqual({ ok: false, error });
});
