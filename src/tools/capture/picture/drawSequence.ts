import type { Size } from '#engine/gpu/screen.ts';
import type { PngEncoder } from '#engine/png/pngEncoder.ts';
import type { PngText } from '#engine/png/pngWriter.ts';
import { frameName } from '#tools/capture/frames/fileName.ts';
import { createFrameSource, type FrameContext } from '#tools/capture/frames/frameSource.ts';
import type { Archive } from './archive.ts';
import { type ReadStrips, writePng } from './drawPicture.ts';
import type { PictureProgress } from './state.ts';

export interface SequenceJob {
  /** In ascending order. */
  readonly frames: readonly number[];
  readonly size: Size;
  readonly keepsAlpha: boolean;
  /** What the first picture carries. */
  readonly text: PngText | null;
  readonly encoder: PngEncoder;
  readonly signal: AbortSignal;
  onProgress(progress: PictureProgress): void;
  /** The archive has `done` frames. */
  onDone(done: number): void;
}

/**
 * Draws frames at a fixed step into an archive, which stays open. Rejects with a sentence or with the
 * signal's reason; the frames before that are in the archive then.
 */
export async function drawSequence(
  context: FrameContext,
  job: SequenceJob,
  archive: Archive,
): Promise<void> {
  const { frames, size, keepsAlpha, encoder, signal, onProgress } = job;
  onProgress({ kind: 'preparing' });
  const source = await createFrameSource(context, {
    ...{ size, signal },
    onPlayed: (frame, wanted) => onProgress({ kind: 'playing', frame, wanted }),
  });
  if (!source.ok) throw new Error(source.error);
  const { draw, strips, dispose } = source.value;
  const last = frames.at(-1) ?? 0;
  try {
    for (const [index, frame] of frames.entries()) {
      await draw(frame);
      const request = { size, keepsAlpha, text: index === 0 ? job.text : null };
      const read: ReadStrips = (take) => strips(keepsAlpha, take);
      const file = await writePng(encoder, request, read, onProgress);
      signal.throwIfAborted();
      if (!(await archive.add(frameName(frame, last), file))) throw new Error(fullText(archive));
      job.onDone(index + 1);
    }
  } finally {
    dispose();
  }
}

function fullText({ maxBytes }: Archive): string {
  const megabytes = Math.floor(maxBytes / 2 ** 20).toLocaleString('en');
  return `The zip is full: it can have at most ${megabytes} MB here. Save the rest as another range.`;
}
