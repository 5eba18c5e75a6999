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
  /** The visible picture, which becomes the first frame. */
  readonly picture: GPUTexture;
  readonly encoder: Pick<FilmEncoder, 'add'>;
  /**
   * Size of the film: the picture's size, or slightly less if the codec requires it. The recording
   * ends if the picture's size changes.
   */
  readonly size: Size;
  /** Maximum frames per second. */
  readonly rate: number;
  /** In milliseconds. */
  now(): number;
  onProgress(progress: RecordProgress): void;
  /** Called when the recording ends on its own, with the reason as a sentence. */
  onEnd(reason: string): void;
}

export interface RecordProgress {
  readonly frames: number;
  /** Frames skipped because the encoder was busy. */
  readonly leftOut: number;
  readonly seconds: number;
}

export interface Recording {
  /**
   * Ends the recording, and waits until the encoder has all frames. The last frame lasts until now.
   */
  stop(): Promise<void>;
}

/** Maximum number of frames being read back or waiting for the encoder. */
const MAX_WAITING = 6;

/** Tolerance for frames that come early, in milliseconds, because display timing is not exact. */
const EARLY = 4;

const MICROSECONDS = 1000;

/** Encodes the run's frames from now on, timed as they are drawn. */
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

/** Passes frames to the encoder in order. Each frame lasts until the next one. */
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
