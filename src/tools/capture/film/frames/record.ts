import { messageOf } from '#core/util/errors.ts';
import type { FrameObservers, ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { FilmEncoder } from '#tools/capture/film/encoding/filmEncoder.ts';
import { DEVICE_LOST } from '#tools/capture/frames/deviceGuard.ts';
import type { FrameSource } from '#tools/capture/frames/frameSource.ts';
import { createFrameReader, type FrameReader, type FrameTiming } from './frameReader.ts';
import { type FilmRange, runFrame } from './range.ts';

interface RecordOptions {
  readonly observers: Pick<FrameObservers, 'add' | 'meter'>;
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

const MICROSECONDS_PER_SECOND = 1_000_000;

/** Encodes the run's frames from now on, as they are shown and timed as they are drawn. */
export function startRecording(options: RecordOptions): Recording {
  const { encoder, rate, observers, now, onProgress, onEnd } = options;
  const { width, height } = options.picture;
  const reader = createFrameReader(options.device, (...over) =>
    observers.meter?.drawOver?.(...over),
  );
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
  const unobserve = observers.add({
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

export interface RenderOptions {
  readonly source: Pick<FrameSource, 'picture' | 'draw'>;
  /** Size of the film: the picture's size, or slightly less if the codec requires it. */
  readonly size: Size;
  readonly reader: Pick<FrameReader, 'read'>;
  readonly encoder: Pick<FilmEncoder, 'add'>;
  readonly range: FilmRange;
  readonly signal: AbortSignal;
  /** Called when the encoder has `done` frames. */
  onFrame(done: number): void;
}

/** Maximum number of frames being drawn or read back while one is encoded. */
const FRAMES_IN_FLIGHT = 3;

/**
 * Draws and encodes each frame of the film, however long that takes. It waits only for the device
 * and the encoder, so it continues in a hidden tab. Rejects with a sentence if one of them fails,
 * and with the signal's reason if aborted.
 */
export async function renderFrames(options: RenderOptions): Promise<void> {
  const { source, size, reader, encoder, range, signal, onFrame } = options;
  const inFlight: Promise<VideoFrame>[] = [];
  let done = 0;
  const encodeOldest = async () => {
    const frame = await inFlight.shift();
    if (!frame) return;
    await encoder.add(frame);
    done += 1;
    onFrame(done);
    signal.throwIfAborted();
  };
  try {
    for (let index = 0; index < range.count; index += 1) {
      await source.draw(runFrame(range, index));
      const reading = reader.read(source.picture, size, timingOf(range, index));
      // Awaited later; after a failure, not at all.
      reading.catch(() => {});
      inFlight.push(reading);
      if (inFlight.length > FRAMES_IN_FLIGHT) await encodeOldest();
    }
    while (inFlight.length > 0) await encodeOldest();
  } finally {
    for (const frame of await Promise.allSettled(inFlight)) {
      if (frame.status === 'fulfilled') frame.value.close();
    }
  }
}

/** A frame ends where the next one begins. */
function timingOf({ rate }: FilmRange, index: number): FrameTiming {
  const timestamp = Math.round((index * MICROSECONDS_PER_SECOND) / rate);
  return {
    timestamp,
    duration: Math.round(((index + 1) * MICROSECONDS_PER_SECOND) / rate) - timestamp,
  };
}
