import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { PngEncoder } from '#engine/png/pngEncoder.ts';
import { NOTHING_RUNS } from '#tools/capture/frames/frameSource.ts';
import { frameInSight } from '#tools/capture/frames/sight.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { pictureInSight } from './drawPicture.ts';

/** The part of the clipboard that is used here. */
export interface PictureClipboard {
  /** Resolves once the picture is there. */
  write(png: Promise<Blob>): Promise<void>;
}

const USE_SAVE = 'Use “Save picture…” instead.';
const NO_CLIPBOARD = `This browser cannot copy pictures. ${USE_SAVE}`;
const BLOCKED = `Your browser blocked the copy. Allow it, or use “Save picture…”.`;

/** The browser's clipboard; null where it takes no pictures. */
export function browserClipboard(): PictureClipboard | null {
  // Neither is there outside of secure contexts.
  const { clipboard } = navigator as Partial<Pick<Navigator, 'clipboard'>>;
  if (!clipboard?.write || typeof ClipboardItem === 'undefined') return null;
  return {
    // WebKit drops the user gesture at the first await, but accepts a promise of the picture.
    write: (png) => clipboard.write([new ClipboardItem({ 'image/png': png })]),
  };
}

/**
 * Puts the frame in sight on the clipboard, opaque as the canvas shows it. Call it as a press is handled.
 * Fails with a sentence.
 */
export async function copyPicture(
  { observers }: Pick<ToolContext, 'observers'>,
  encoder: PngEncoder,
  clipboard: PictureClipboard | null,
): Promise<Result<string>> {
  if (!clipboard) return fail(NO_CLIPBOARD);
  const sight = frameInSight(observers);
  if (!sight) return fail(NOTHING_RUNS);
  const { signal } = new AbortController();
  const onProgress = () => {};
  const png = pictureInSight({ sight, keepsAlpha: false, text: null, signal, encoder, onProgress });
  try {
    await clipboard.write(png);
    return ok('Picture copied to clipboard.');
  } catch {
    // The clipboard refuses a picture that could not be made, too.
    return fail(await png.then(() => BLOCKED, messageOf));
  }
}
