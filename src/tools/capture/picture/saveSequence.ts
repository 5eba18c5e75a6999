import { messageOf } from '#core/util/errors.ts';
import { framesText } from '#tools/capture/frames/frameNumber.ts';
import type { Archive } from './archive.ts';
import type { PicturePlan } from './choices.ts';
import { drawSequence } from './drawSequence.ts';
import type { FrameCount } from './state.ts';
import { packProject, pngText, savedText, type Turn, type WorkParts } from './work.ts';

/** How the frames of a sequence ended. Its archive is still open. */
export type SequenceEnd =
  | { readonly kind: 'complete'; readonly text: string }
  | { readonly kind: 'partial'; readonly reason: string; readonly frames: FrameCount }
  /** No frame is done; `reason` is null if the user wanted it so. */
  | { readonly kind: 'empty'; readonly reason: string | null };

/** Draws the frames of a sequence into an archive. Never rejects. */
export async function saveSequence(
  parts: WorkParts,
  plan: Extract<PicturePlan, { readonly kind: 'sequence' }>,
  archive: Archive,
  { signal, show }: Turn,
): Promise<SequenceEnd> {
  const of = plan.frames.length;
  let done = 0;
  try {
    const project = await packProject(parts, plan, null);
    const { context, encoder } = parts;
    await drawSequence(
      context,
      {
        ...{ ...plan, signal, encoder, text: pngText(project) },
        onProgress: (progress) => show({ kind: 'working', progress, frames: { done, of } }),
        onDone: (now) => {
          done = now;
        },
      },
      archive,
    );
    return { kind: 'complete', text: savedText(savedFramesText(done, archive), project) };
  } catch (thrown) {
    const reason = signal.aborted ? null : messageOf(thrown);
    if (done === 0) return { kind: 'empty', reason };
    return { kind: 'partial', reason: reason ?? 'Saving was cancelled.', frames: { done, of } };
  }
}

export function savedFramesText(frames: number, { name }: Archive): string {
  return `Saved ${framesText(frames)} as ${name}.`;
}
