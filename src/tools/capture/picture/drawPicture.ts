import { createPictureReader, type TakeStrip } from '#engine/gpu/replay/pictureReader.ts';
import { type Size, sameSize } from '#engine/gpu/screen.ts';
import type { PngEncoder } from '#engine/png/pngEncoder.ts';
import type { PngText } from '#engine/png/pngWriter.ts';
import { createDeviceGuard } from '#tools/capture/frames/deviceGuard.ts';
import {
  createFrameSource,
  type FrameContext,
  type FrameSource,
  fixedStep,
} from '#tools/capture/frames/frameSource.ts';
import type { Sight } from '#tools/capture/frames/sight.ts';
import type { PictureProgress } from './state.ts';

/** Reads a picture in strips from the top. See PictureReader. */
export type ReadStrips = (take: TakeStrip) => Promise<void>;

interface PngRequest {
  readonly size: Size;
  readonly keepsAlpha: boolean;
  readonly text: PngText | null;
}

/** Writes strips of pixels to a PNG file. Rejects if reading or writing does. */
export async function writePng(
  encoder: PngEncoder,
  { size, keepsAlpha, text }: PngRequest,
  read: ReadStrips,
  onProgress: (progress: PictureProgress) => void,
): Promise<Blob> {
  const file = encoder.begin({ ...size, keepsAlpha, text });
  try {
    await read(async ({ bytes, top, rows }) => {
      await file.rows(bytes);
      onProgress({ kind: 'writing', rows: top + rows, of: size.height });
    });
    return await file.end();
  } catch (thrown) {
    file.drop();
    throw thrown;
  }
}

interface PictureJob extends PngRequest {
  readonly frame: number;
  readonly sight: Sight;
  readonly signal: AbortSignal;
  readonly encoder: PngEncoder;
  onProgress(progress: PictureProgress): void;
}

/**
 * Creates a PNG file of one frame. Uses the canvas's picture if it shows this frame at this size;
 * otherwise draws the frame again. Rejects with a sentence, or with the signal's reason.
 */
export async function drawPicture(context: FrameContext, job: PictureJob): Promise<Blob> {
  const { frame, sight, size, encoder, onProgress } = job;
  if (frame === sight.frame && sameSize(size, sight.size)) return pictureInSight(job);
  const source = await openSource(context, job);
  try {
    await source.draw(frame);
    const read: ReadStrips = (take) => source.strips(job.keepsAlpha, take);
    return await writePng(encoder, job, read, onProgress);
  } finally {
    source.dispose();
  }
}

/** A PNG file of what the canvas shows at the time of the call. */
export function pictureInSight(
  job: Omit<PictureJob, 'frame' | 'size'> & { readonly sight: Sight },
): Promise<Blob> {
  const { sight, keepsAlpha, signal, encoder, onProgress } = job;
  const { device, picture, size } = sight;
  const guarded = createDeviceGuard(device, signal);
  return guarded(() =>
    writePng(
      encoder,
      { ...job, size },
      (take) =>
        createPictureReader(device).readStrips(picture, keepsAlpha, size, (strip) => {
          signal.throwIfAborted();
          return take(strip);
        }),
      onProgress,
    ),
  );
}

async function openSource(
  context: FrameContext,
  { frame, sight, size, signal, onProgress }: PictureJob,
): Promise<FrameSource> {
  onProgress({ kind: 'preparing' });
  const source = await createFrameSource(context, {
    ...{ size, signal },
    seconds: frame === sight.frame ? stepsTo(sight) : fixedStep,
    onPlayed: (played, wanted) => onProgress({ kind: 'playing', frame: played, wanted }),
  });
  if (!source.ok) throw new Error(source.error);
  return source.value;
}

/** The visible frame keeps its own `TIME`; earlier frames are evenly spaced up to it. */
function stepsTo({ frame, time }: Sight): (frame: number) => number {
  return (each) => (each === frame ? time : (each * time) / frame);
}
