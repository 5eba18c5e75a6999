import type { Size } from '#engine/gpu/screen.ts';
import type { FilmEncoder } from '#tools/capture/film/encoding/filmEncoder.ts';
import type { FrameSource } from '#tools/capture/frames/frameSource.ts';
import type { FrameReader, FrameTiming } from './frameReader.ts';
import { type FilmRange, runFrame } from './range.ts';

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

const MICROSECONDS = 1_000_000;

/** A frame ends where the next one begins. */
function timingOf({ rate }: FilmRange, index: number): FrameTiming {
  const timestamp = Math.round((index * MICROSECONDS) / rate);
  return { timestamp, duration: Math.round(((index + 1) * MICROSECONDS) / rate) - timestamp };
}
