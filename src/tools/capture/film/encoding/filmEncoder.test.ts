import { ALL_FORMATS, BufferSource, BufferTarget, EncodedPacketSink, Input } from 'mediabunny';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Destination } from './destination.ts';
import { createFilmEncoder } from './filmEncoder.ts';
import { FILM_FORMATS } from './formats.ts';

const VP8 = FILM_FORMATS.find(({ codec }) => codec === 'vp8');
const SIZE = { width: 64, height: 32 };

interface EncoderCallbacks {
  output(chunk: EncodedVideoChunk, meta?: EncodedVideoChunkMetadata): void;
  error(thrown: DOMException): void;
}

class FakeChunk {
  readonly byteLength = 100;
  constructor(part: Pick<EncodedVideoChunk, 'type' | 'timestamp' | 'duration'>) {
    Object.assign(this, part);
  }
  copyTo(into: Uint8Array): void {
    into.fill(7);
  }
}

/** Encodes each frame with a short delay. Fails at frame `failsAt`. */
function stubEncoder(failsAt = Number.POSITIVE_INFINITY, failure = 'EncodingError') {
  let encoded = 0;
  const counts = { created: 0 };
  class FakeEncoder extends EventTarget {
    state: CodecState = 'unconfigured';
    encodeQueueSize = 0;
    private work = Promise.resolve();
    private readonly callbacks: EncoderCallbacks;
    constructor(callbacks: EncoderCallbacks) {
      super();
      this.callbacks = callbacks;
      counts.created += 1;
    }
    configure(): void {
      this.state = 'configured';
    }
    encode({ timestamp, duration }: VideoFrame, { keyFrame }: VideoEncoderEncodeOptions): void {
      this.encodeQueueSize += 1;
      this.work = this.work.then(() => this.step(timestamp, duration ?? 0, keyFrame === true));
    }
    private step(timestamp: number, duration: number, isKey: boolean): void {
      if (this.state !== 'configured') return;
      this.encodeQueueSize -= 1;
      encoded += 1;
      if (encoded === failsAt + 1) {
        this.state = 'closed';
        this.callbacks.error(new DOMException('It broke.', failure));
        return;
      }
      const chunk = new FakeChunk({ type: isKey ? 'key' : 'delta', timestamp, duration });
      const decoderConfig = { codec: 'vp8', codedWidth: SIZE.width, codedHeight: SIZE.height };
      this.callbacks.output(chunk as EncodedVideoChunk, { decoderConfig });
      this.dispatchEvent(new Event('dequeue'));
    }
    async flush(): Promise<void> {
      await this.work;
    }
    close(): void {
      this.state = 'closed';
    }
  }
  vi.stubGlobal('VideoEncoder', FakeEncoder);
  vi.stubGlobal('EncodedVideoChunk', FakeChunk);
  return counts;
}

async function start(maxBytes = Number.POSITIVE_INFINITY) {
  if (!VP8) throw new Error('VP8 is missing.');
  const target = new BufferTarget();
  const log: string[] = [];
  const destination: Destination = {
    ...{ name: 'film.webm', target, maxBytes },
    deliver: () => void log.push('delivered'),
    discard: () => void log.push('discarded'),
    async close() {},
  };
  const encoder = await createFilmEncoder({
    ...{ format: VP8, size: SIZE, rate: 30, isSteady: true, bitrate: 1e6, destination },
    comment: 'a project',
  });
  /** Adds frames until one is rejected. */
  const addAll = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const timestamp = Math.round((index * 1e6) / 30);
      const frame = { timestamp, duration: 33_333, close() {} };
      await encoder.add(frame as unknown as VideoFrame);
    }
  };
  const read = async () => {
    if (!target.buffer) throw new Error('There is no film.');
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(target.buffer) });
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Error('There is no track.');
    const types: string[] = [];
    for await (const { type } of new EncodedPacketSink(track).packets()) types.push(type);
    const { comment } = await input.getMetadataTags();
    return { types, comment, duration: await input.computeDuration() };
  };
  return { encoder, addAll, read, log, target };
}

afterEach(() => vi.unstubAllGlobals());

describe('a film', () => {
  it('has all frames, its note, and a key frame every two seconds', async () => {
    stubEncoder();
    const { encoder, addAll, read, log } = await start();
    await addAll(90);
    expect(await encoder.finish()).toEqual({ ok: true, value: undefined });
    expect(encoder).toMatchObject({ frames: 90, bytes: 9000 });
    const { types, comment, duration } = await read();
    expect(types).toHaveLength(90);
    expect(types.flatMap((type, at) => (type === 'key' ? [at] : []))).toEqual([0, 60]);
    expect(comment).toBe('a project');
    expect(duration).toBeCloseTo(3, 2);
    expect(log).toEqual(['delivered']);
  });

  it('can be completed after the encoder failed', async () => {
    stubEncoder(5);
    const { encoder, addAll, read } = await start();
    await expect(addAll(20)).rejects.toThrow('The browser’s encoder stopped: It broke.');
    await encoder.settle();
    expect(encoder.frames).toBe(5);
    expect((await encoder.finish()).ok).toBe(true);
    expect((await read()).types).toHaveLength(5);
  });

  it('continues with another encoder if the browser reclaims the first one', async () => {
    const counts = stubEncoder(5, 'QuotaExceededError');
    const { encoder, addAll, read } = await start();
    await addAll(20);
    await encoder.finish();
    expect(counts.created).toBe(2);
    const { types } = await read();
    expect(types.filter((type) => type === 'key')).toHaveLength(2);
  });

  it('stops at the limit of its destination', async () => {
    stubEncoder();
    const { encoder, addAll } = await start(100_000);
    await expect(addAll(2000)).rejects.toThrow('This browser keeps films in memory');
    expect(encoder.frames).toBeLessThan(1010);
    expect((await encoder.finish()).ok).toBe(true);
  });

  it('is not saved if it is discarded', async () => {
    stubEncoder();
    const { encoder, addAll, log, target } = await start();
    await addAll(3);
    await encoder.discard();
    expect(log).toEqual(['discarded']);
    expect(target.buffer).toBeNull();
  });
});
