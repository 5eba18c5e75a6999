import { describe, expect, it } from 'vitest';
import { renderFrames } from './record.ts';

interface FakeFrame {
  readonly drawn: number;
  readonly timestamp: number;
  readonly duration: number;
  isClosed: boolean;
  close(): void;
}

/** Starts with a device and an encoder that record their calls. */
function start(part: { failsAt?: number; readFailsAt?: number } = {}) {
  const log: string[] = [];
  const encoded: FakeFrame[] = [];
  const frames: FakeFrame[] = [];
  const abort = new AbortController();
  let drawn = -1;
  const rendering = (count: number, onFrame: (done: number) => void = () => {}) =>
    renderFrames({
      source: {
        picture: {} as GPUTexture,
        async draw(frame) {
          abort.signal.throwIfAborted();
          log.push(`draw ${frame}`);
          drawn = frame;
        },
      },
      reader: {
        async read(_, __, timing) {
          if (drawn === part.readFailsAt) throw new Error('The device was lost.');
          const frame: FakeFrame = {
            ...{ drawn, ...timing, isClosed: false },
            close: () => void Object.assign(frame, { isClosed: true }),
          };
          frames.push(frame);
          return frame as unknown as VideoFrame;
        },
      },
      encoder: {
        async add(added) {
          const frame = added as unknown as FakeFrame;
          if (encoded.length === part.failsAt) throw new Error('The encoder stopped.');
          log.push(`encode ${frame.drawn}`);
          encoded.push(frame);
          frame.close();
        },
      },
      size: { width: 4, height: 4 },
      range: { first: 10, count, rate: 30 },
      signal: abort.signal,
      onFrame,
    });
  return { rendering, log, encoded, frames, abort };
}

describe('a rendered film', () => {
  it('has every frame of its range once, in order, at even times', async () => {
    const { rendering, encoded } = start();
    await rendering(6);
    expect(encoded.map(({ drawn }) => drawn)).toEqual([10, 12, 14, 16, 18, 20]);
    const times = encoded.map(({ timestamp }) => timestamp);
    expect(times).toEqual([0, 33_333, 66_667, 100_000, 133_333, 166_667]);
    const ends = encoded.map(({ timestamp, duration }) => timestamp + duration);
    expect(ends).toEqual([...times.slice(1), 200_000]);
  });

  it('draws a few frames ahead of the encoder', async () => {
    const { rendering, log } = start();
    await rendering(6);
    expect(log.slice(0, 7)).toEqual([
      ...['draw 10', 'draw 12', 'draw 14', 'draw 16'],
      ...['encode 10', 'draw 18', 'encode 12'],
    ]);
  });

  it('stops when it is cancelled, and keeps no frame', async () => {
    const { rendering, encoded, frames, abort } = start();
    const cancelled = rendering(100, (done) => {
      if (done === 3) abort.abort(new Error('cancelled'));
    });
    await expect(cancelled).rejects.toThrow('cancelled');
    expect(encoded).toHaveLength(3);
    expect(frames.length).toBeGreaterThan(3);
    expect(frames.filter(({ isClosed }) => !isClosed)).toEqual([]);
  });

  it('stops when the encoder or the device fails', async () => {
    const encoder = start({ failsAt: 2 });
    await expect(encoder.rendering(100)).rejects.toThrow('The encoder stopped.');
    expect(encoder.encoded).toHaveLength(2);
    const device = start({ readFailsAt: 14 });
    await expect(device.rendering(100)).rejects.toThrow('The device was lost.');
    expect(device.encoded.map(({ drawn }) => drawn)).toEqual([10, 12]);
    expect(device.frames.filter(({ isClosed }) => !isClosed)).toEqual([]);
  });
});
