import {
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { Destination } from './destination.ts';
import { encoderConfig, type FilmFormat } from './formats.ts';

export type FilmEncoder = Awaited<ReturnType<typeof createFilmEncoder>>;

interface FilmEncoderOptions {
  readonly format: FilmFormat;
  readonly size: Size;
  /** Maximum frames per second. */
  readonly rate: number;
  readonly isSteady: boolean;
  readonly bitrate: number;
  readonly destination: Destination;
  /** Comment in the file's metadata; null for none. */
  readonly comment: string | null;
}

/** Maximum number of frames in the encoder at once. */
const QUEUE_LENGTH = 3;

/** Key-frame interval in microseconds. Players can seek to key frames. */
const KEY_FRAME_INTERVAL = 2_000_000;

const MICROSECONDS = 1_000_000;

export async function createFilmEncoder(options: FilmEncoderOptions) {
  const { destination } = options;
  const film = await startFilm(options);
  const encoder = await orCancel({ film, destination }, () => createEncoder(options, film.add));
  const throwIfStopped = () => {
    const reason = film.failure() ?? encoder.failure();
    if (reason !== null) throw new Error(reason);
    if (film.bytes() > destination.maxBytes) {
      const megabytes = Math.round(destination.maxBytes / 1024 / 1024);
      throw new Error(`This browser keeps films in memory, up to ${megabytes} MB.`);
    }
  };
  const end = { film, encoder, destination };
  return {
    /** Number of frames written to the film. */
    get frames(): number {
      return film.frames();
    },
    get bytes(): number {
      return film.bytes();
    },
    /** End of the newest frame in the film, in seconds. */
    get seconds(): number {
      return film.seconds();
    },
    /**
     * Adds a frame, and closes it. Resolves once there is room for the next one. Rejects with a
     * sentence if the encoder fails or the destination is full.
     */
    async add(frame: VideoFrame) {
      try {
        throwIfStopped();
        encoder.encode(frame);
      } finally {
        frame.close();
      }
      await encoder.hasRoom();
      await film.written();
      throwIfStopped();
    },
    /** Waits until all added frames are in the film, or were lost to a failure. */
    async settle() {
      await encoder.flush();
      await film.written();
    },
    /** Completes the film with the frames written so far, even after a failure. */
    finish: (): Promise<Result<void>> => finish(end),
    /** Ends without a film. */
    async discard() {
      destination.discard();
      encoder.close();
      await film.cancel();
    },
  };
}

type Film = Awaited<ReturnType<typeof startFilm>>;
type Encoder = ReturnType<typeof createEncoder>;

interface FilmParts {
  readonly film: Film;
  readonly encoder: Encoder;
  readonly destination: Destination;
}

async function orCancel<Value>(
  { film, destination }: Omit<FilmParts, 'encoder'>,
  create: () => Value,
): Promise<Value> {
  try {
    return create();
  } catch (thrown) {
    destination.discard();
    await film.cancel();
    throw thrown;
  }
}

async function finish({ film, encoder, destination }: FilmParts): Promise<Result<void>> {
  try {
    await encoder.flush();
    encoder.close();
    await film.complete();
    destination.deliver();
    return ok(undefined);
  } catch (thrown) {
    encoder.close();
    destination.discard();
    await film.cancel();
    return fail(`“${destination.name}” could not be saved: ${messageOf(thrown)}`);
  }
}

async function startFilm({ format, rate, isSteady, destination, comment }: FilmEncoderOptions) {
  const source = new EncodedVideoPacketSource(format.codec);
  const output = new Output({
    format: format.extension === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(),
    target: destination.target,
  });
  output.addVideoTrack(source, isSteady ? { frameRate: rate } : {});
  if (comment !== null) output.setMetadataTags({ comment });
  await output.start();
  let frames = 0;
  let bytes = 0;
  let seconds = 0;
  let failure: string | null = null;
  let writing = Promise.resolve();
  return {
    frames: () => frames,
    bytes: () => bytes,
    seconds: () => seconds,
    failure: () => failure,
    written: () => writing,
    add(chunk: EncodedVideoChunk, meta: EncodedVideoChunkMetadata | undefined) {
      frames += 1;
      bytes += chunk.byteLength;
      seconds = (chunk.timestamp + (chunk.duration ?? 0)) / MICROSECONDS;
      const added = source.add(EncodedPacket.fromEncodedChunk(chunk), meta);
      writing = Promise.all([writing, added]).then(
        () => {},
        (thrown: unknown) => {
          failure ??= `The film could not be written: ${messageOf(thrown)}`;
        },
      );
    },
    async complete() {
      await writing;
      if (failure !== null) throw new Error(failure);
      await output.finalize();
    },
    cancel: () => output.cancel().catch(() => {}),
  };
}

/** Wraps the browser’s encoder. If it fails, the frames in its queue are lost. */
function createEncoder(
  { format, size, rate, bitrate }: FilmEncoderOptions,
  onChunk: (chunk: EncodedVideoChunk, meta: EncodedVideoChunkMetadata | undefined) => void,
) {
  const config = encoderConfig(format, size, rate, bitrate);
  let failure: string | null = null;
  let keyFrameAt = Number.NEGATIVE_INFINITY;
  let wake = () => {};
  const create = () => {
    const encoder = new VideoEncoder({
      output: onChunk,
      error(thrown) {
        // Browsers reclaim idle encoders. Such an encoder had no frames, so nothing is lost.
        if (thrown.name !== 'QuotaExceededError') {
          failure ??= `The browser’s encoder stopped: ${messageOf(thrown)}`;
        }
        wake();
      },
    });
    encoder.configure(config);
    encoder.addEventListener('dequeue', () => wake());
    keyFrameAt = Number.NEGATIVE_INFINITY;
    return encoder;
  };
  let encoder = create();
  return {
    failure: () => failure,
    encode(frame: VideoFrame) {
      if (encoder.state === 'closed') encoder = create();
      const keyFrame = frame.timestamp >= keyFrameAt + KEY_FRAME_INTERVAL;
      if (keyFrame) keyFrameAt = frame.timestamp;
      encoder.encode(frame, { keyFrame });
    },
    async hasRoom() {
      while (encoder.state === 'configured' && encoder.encodeQueueSize >= QUEUE_LENGTH) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    /** Waits for the queued frames; after a failure there are none. */
    async flush() {
      if (encoder.state !== 'configured') return;
      await encoder.flush().catch(() => {});
    },
    close() {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}
