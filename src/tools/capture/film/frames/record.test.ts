import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FrameObserver, ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { createFakeDevice, stubGpuConstants } from '../../../../../tests/support/fakeDevice.ts';
import { type RecordProgress, startRecording } from './record.ts';

interface Encoded {
  readonly timestamp: number;
  readonly duration: number;
}

class FakeFrame {
  constructor(_: unknown, timing: Encoded) {
    Object.assign(this, timing);
  }
  close(): void {}
}

function picture(width: number): GPUTexture {
  return { width, height: 20, createView: () => ({}) } as unknown as GPUTexture;
}

function start(add: () => Promise<void> = async () => {}) {
  let observer: FrameObserver | null = null;
  let time = 1000;
  let progress: RecordProgress | null = null;
  const ended: string[] = [];
  const fake = createFakeDevice();
  const read = async () => {
    for (const buffer of fake.buffers) buffer.finishMapping();
    await new Promise((resolve) => setTimeout(resolve));
  };
  const encoded: Encoded[] = [];
  const recording = startRecording({
    observers: {
      meter: null,
      add(next) {
        observer = next;
        return () => {
          observer = null;
        };
      },
    },
    device: fake.device,
    picture: picture(30),
    encoder: {
      async add({ timestamp, duration }) {
        await add();
        encoded.push({ timestamp, duration: duration ?? 0 });
      },
    },
    size: { width: 30, height: 20 },
    rate: 60,
    now: () => time,
    onProgress(next) {
      progress = next;
    },
    onEnd: (reason) => ended.push(reason),
  });
  return {
    recording,
    encoded,
    ended,
    progress: () => progress,
    isObserving: () => observer !== null,
    at(next: number) {
      time = 1000 + next;
    },
    /** Draws a frame this many milliseconds after the start. */
    async frame(at: number, width = 30) {
      time = 1000 + at;
      const resources = { get: () => ({ kind: 'texture', texture: picture(width) }) };
      observer?.frameBegins({ resources } as unknown as ObservedFrame);
      observer?.frameSubmitted();
      await read();
    },
  };
}

beforeEach(() => {
  stubGpuConstants();
  vi.stubGlobal('VideoFrame', FakeFrame);
});
afterEach(() => vi.unstubAllGlobals());

describe('a recording', () => {
  it('has the current frame and those that follow, each shown until the next one', async () => {
    const { recording, encoded, frame, at, progress, isObserving } = start();
    await frame(16);
    await frame(116);
    at(200);
    await recording.stop();
    expect(encoded).toEqual([
      { timestamp: 0, duration: 16_000 },
      { timestamp: 16_000, duration: 100_000 },
      { timestamp: 116_000, duration: 84_000 },
    ]);
    expect(progress()).toEqual({ frames: 3, leftOut: 0, seconds: 0.116 });
    expect(isObserving()).toBe(false);
  });

  it('takes no more frames than its rate allows', async () => {
    const { recording, frame, progress } = start();
    for (const at of [4, 8, 17, 21, 33, 50]) await frame(at);
    await recording.stop();
    expect(progress()).toMatchObject({ frames: 4, leftOut: 0 });
  });

  it('drops and counts frames while the encoder is overloaded', async () => {
    let goOn = () => {};
    const blocked = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { recording, frame, progress, encoded } = start(() => blocked);
    for (let at = 20; at <= 400; at += 20) await frame(at);
    expect(progress()?.leftOut).toBeGreaterThan(10);
    goOn();
    await recording.stop();
    expect(encoded).toHaveLength(progress()?.frames ?? 0);
  });

  it('ends when the size of the picture changes', async () => {
    const { recording, frame, ended, encoded } = start();
    await frame(16);
    await frame(33, 40);
    expect(ended).toEqual(['The picture’s size has changed to 40 × 20 pixels.']);
    await recording.stop();
    expect(encoded).toHaveLength(2);
  });

  it('ends with a reason when the encoder fails', async () => {
    const { recording, frame, ended } = start(async () => {
      throw new Error('The browser’s encoder stopped.');
    });
    await frame(16);
    await frame(33);
    await recording.stop();
    expect(ended).toEqual(['The browser’s encoder stopped.']);
  });
});
