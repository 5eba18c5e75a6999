import { keepsState } from '#core/plan/keepsState.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { FilmPlan } from '#tools/capture/film/choices.ts';
import type { FilmProgress } from '#tools/capture/film/encoding/estimate.ts';
import type { FilmEncoder } from '#tools/capture/film/encoding/filmEncoder.ts';
import { evenSize } from '#tools/capture/film/encoding/size.ts';
import { createFrameReader } from '#tools/capture/film/frames/frameReader.ts';
import { type FilmRange, filmedSeconds } from '#tools/capture/film/frames/range.ts';
import { renderFrames } from '#tools/capture/film/frames/render.ts';
import { framesText } from '#tools/capture/frames/frameNumber.ts';
import { createFrameSource, type FrameSource } from '#tools/capture/frames/frameSource.ts';
import type { ToolContext } from '#ui/tools/tool.ts';

interface RenderReports {
  /** Frames before the first one are played. */
  onPlayed(played: number, wanted: number): void;
  onProgress(progress: FilmProgress): void;
}

export interface RenderOptions extends RenderReports {
  readonly plan: FilmPlan;
  readonly range: FilmRange;
  readonly signal: AbortSignal;
  /** Called once the frames can be drawn; they have this size. */
  start(size: { readonly width: number; readonly height: number }): Promise<FilmEncoder>;
}

/** Renders all frames of a film. Fails with a sentence that says how far it came, and why. */
export async function renderFilm(
  context: ToolContext,
  options: RenderOptions,
): Promise<Result<void>> {
  const { range, signal } = options;
  let done = 0;
  try {
    const source = await openSource(context, options);
    if (!source.ok) return source;
    try {
      await drawAll(source.value, options, (count) => {
        done = count;
      });
      return ok(undefined);
    } finally {
      source.value.dispose();
    }
  } catch (thrown) {
    const place = `after ${done.toLocaleString('en')} of ${framesText(range.count)}`;
    if (signal.aborted) return fail(`The film was cancelled ${place}.`);
    return fail(`The film stopped ${place}. ${messageOf(thrown)}`);
  }
}

function openSource(
  context: ToolContext,
  { plan, range, signal, onPlayed }: RenderOptions,
): Promise<Result<FrameSource>> {
  const descriptor = context.observers.newest()?.descriptor;
  // What keeps state is drawn in even steps of its own.
  const isFree = descriptor !== undefined && !keepsState(descriptor);
  const seconds = (frame: number) => filmedSeconds(range, frame);
  return createFrameSource(context, {
    ...{ size: plan.size, signal },
    ...(isFree && { seconds }),
    onPlayed(frame, wanted) {
      if (wanted === range.first) onPlayed(frame, wanted);
    },
  });
}

async function drawAll(
  source: FrameSource,
  { plan, range, signal, start, onProgress }: RenderOptions,
  onDone: (done: number) => void,
): Promise<void> {
  const { picture } = source;
  // A program may have a picture of a size of its own.
  const drawn = { width: picture.width, height: picture.height };
  const size = plan.format.isEven ? evenSize(drawn) : drawn;
  const encoder = await start(size);
  const reader = createFrameReader(source.device);
  let begun: number | null = null;
  try {
    await renderFrames({
      ...{ source, size, reader, encoder, range, signal },
      onFrame(done) {
        // The first frame also waits for the encoder to start.
        begun ??= performance.now();
        onDone(done);
        const { bytes, frames: encoded } = encoder;
        onProgress({
          done,
          count: range.count,
          bytes,
          encoded,
          elapsed: performance.now() - begun,
        });
      },
    });
  } finally {
    reader.dispose();
  }
}
