import { messageOf } from '#core/util/errors.ts';
import type { FrameObservers, ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { FilmEncoder } from '#tools/capture/film/encoding/filmEncoder.ts';
import { DEVICE_LOST } from '#tools/capture/frames/deviceGuard.ts';
import { createFrameReader } from './frameReader.ts';

interface RecordOptions {
  readonly observers: Pick<FrameObservers, 'add'>;
  readonly device: GPUDevice;
  /** The picture in sight, which is the first frame. */
  readonly picture: GPUTexture;
  readonly encoder: Pick<FilmEncoder, 'add'>;
  /** Of the film: of the picture, or smaller by what the codec does not take. If the picture’s changes, the film ends. */
  readonly size: Size;
  /** Frames a second at most. */
  readonly rate: number;
  /** Milliseconds. */
  now(): number;
  onProgress(progress: RecordProgress): void;
  /** The recording has ended by itself, with the reason as a sentence. */
  onEnd(reason: string): void;
}

export interface RecordProgress {
  readonly frames: number;
  /** Frames that came while the encoder had too much to do. */
  readonly leftOut: number;
  readonly seconds: number;
}

export interface Recording {
  /** Ends it, and waits until the encoder has all frames. The newest one lasts until now. */
  stop(): Promise<void>;
}

/** Frames that are read back or wait for the encoder. */
const MAX_WAITING = 6;

/** How much earlier a frame may come than the rate says, in milliseconds: displays are not exact. */
const EARLY = 4;

const MICROSECONDS = 1000;

/** Encodes the frames that the run draws from now on, at the times when it draws them. */
export function startRecording(options: RecordOptions): Recording {
  const { encoder, rate, now, onProgress, onEnd } = options;
  const { width, height } = options.picture;
  const reader = createFrameReader(options.device);
  let shown: ObservedFrame | null = null;
  let startedAt: number | null = null;
  let newestAt = Number.NEGATIVE_INFINITY;
  let waiting = 0;
  let frames = 0;
  let leftOut = 0;
  let hasEnded = false;
  const end = (reason: string | null) => {
    if (hasEnded) return;
    hasEnded = true;
    unobserve();
    if (reason !== null) onEnd(reason);
  };
  const writer = createWriter(encoder, (thrown) => end(messageOf(thrown)));
  const take = (picture: GPUTexture, timestamp: number) => {
    waiting += 1;
    frames += 1;
    const reading = reader.read(picture, options.size, { timestamp, duration: 0 });
    writer.add(timestamp, reading, () => {
      waiting -= 1;
    });
  };
  const record = (picture: GPUTexture) => {
    const time = now();
    if (time - newestAt < 1000 / rate - EARLY) return;
    if (picture.width !== width || picture.height !== height) {
      end(`The picture’s size has changed to ${picture.width} × ${picture.height} pixels.`);
      return;
    }
    newestAt = time;
    startedAt ??= time;
    if (waiting >= MAX_WAITING) leftOut += 1;
    else take(picture, Math.round((time - startedAt) * MICROSECONDS));
    onProgress({ frames, leftOut, seconds: (time - startedAt) / 1000 });
  };
  const unobserve = options.observers.add({
    frameBegins(frame) {
      shown = frame;
    },
    frameSubmitted() {
      const picture = shown && pictureOf(shown.resources);
      if (picture) record(picture);
    },
  });
  void options.device.lost.then(() => end(DEVICE_LOST));
  record(options.picture);
  return {
    async stop() {
      end(null);
      await writer.finish(startedAt === null ? 0 : (now() - startedAt) * MICROSECONDS);
      reader.dispose();
    },
  };
}

/** Gives frames to the encoder in their order. Each one lasts until the next one. */
function createWriter(encoder: Pick<FilmEncoder, 'add'>, onFailure: (thrown: unknown) => void) {
  let newest: VideoFrame | null = null;
  let writing = Promise.resolve();
  let hasFailed = false;
  const addNewest = async (end: number) => {
    const frame = newest;
    newest = null;
    if (!frame) return;
    const duration = Math.max(1, Math.round(end - frame.timestamp));
    const timed = new VideoFrame(frame, { timestamp: frame.timestamp, duration });
    frame.close();
    await encoder.add(timed);
  };
  const attempt = (work: () => Promise<void>) => {
    writing = writing.then(async () => {
      try {
        if (!hasFailed) await work();
      } catch (thrown) {
        hasFailed = true;
        onFailure(thrown);
      }
    });
    return writing;
  };
  return {
    add(timestamp: number, reading: Promise<VideoFrame>, onDone: () => void) {
      reading.catch(() => {});
      void attempt(async () => {
        const frame = await reading;
        await addNewest(timestamp);
        newest = frame;
      }).then(onDone);
    },
    async finish(end: number) {
      await attempt(() => addNewest(end));
      newest?.close();
    },
  };
}
