import type { PausedFrame } from '#core/project/runView.ts';
import { messageOf } from '#core/util/errors.ts';
import { fixedStep } from '#tools/capture/frames/frameSource.ts';
import { sizeText } from '#tools/capture/frames/pictureSize.ts';
import type { Sight } from '#tools/capture/frames/sight.ts';
import type { PicturePlan } from './choices.ts';
import { drawPicture } from './drawPicture.ts';
import { packProject, pngText, savedText, type Turn, type WorkParts } from './work.ts';

const ONE = { done: 0, of: 1 };

/** Saves one frame as a PNG file. */
export async function savePicture(
  parts: WorkParts,
  plan: Extract<PicturePlan, { readonly kind: 'picture' }>,
  sight: Sight,
  turn: Turn,
): Promise<void> {
  turn.show({ kind: 'working', progress: { kind: 'preparing' }, frames: ONE });
  try {
    const project = await packProject(parts, plan, pausedFrame(parts, plan.frame, sight));
    const file = await drawPicture(parts.context, {
      ...{ ...plan, sight, signal: turn.signal, encoder: parts.encoder, text: pngText(project) },
      onProgress: (progress) => turn.show({ kind: 'working', progress, frames: ONE }),
    });
    turn.signal.throwIfAborted();
    parts.files.save(new File([file], plan.name, { type: file.type }));
    const text = `Saved ${plan.name}: ${sizeText(plan.size)} pixels, ${fileSize(file)}.`;
    turn.show({ kind: 'saved', text: savedText(text, project) });
  } catch (thrown) {
    turn.giveUp(messageOf(thrown));
  }
}

/** As a link that opens at this frame has it. */
function pausedFrame({ context }: WorkParts, number: number, sight: Sight): PausedFrame {
  const time = number === sight.frame ? sight.time : fixedStep(number);
  return { number, time, inputs: context.workspace.inputsUpTo(number) ?? [] };
}

function fileSize({ size }: Blob): string {
  return size < 1e6 ? `${Math.ceil(size / 1000)} kB` : `${(size / 1e6).toFixed(1)} MB`;
}
