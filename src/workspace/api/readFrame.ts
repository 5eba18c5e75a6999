import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import { createPictureReader, type PictureReader } from '#engine/gpu/replay/pictureReader.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import { shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import type { ApiPicture } from './playgroundApi.ts';

export interface FrameContext {
  readonly workspace: Pick<Workspace, 'store'>;
  readonly observers: FrameObservers;
}

/** Milliseconds that the next frame may take. After that, the picture is read as it is. */
const LONGEST_WAIT = 1000;

/** Milliseconds that the first frame may take, before which there is no picture. */
const LONGEST_FIRST_WAIT = 10_000;

const readers = new WeakMap<GPUDevice, PictureReader>();

/** The picture that the canvas shows, opaque, in the size of the texture. Fails with a sentence. */
export async function readFrame({
  workspace,
  observers,
}: FrameContext): Promise<Result<ApiPicture>> {
  const { playback, outputs } = shownRun(workspace.store.getState());
  // A slow frame is submitted in pieces: in between, the picture is no frame's. A new run has none yet.
  if (playback === 'playing' && outputs.includes('image')) await nextFrameEnd(observers);
  const frame = observers.newest();
  const picture = frame && pictureOf(frame.resources);
  if (!picture) {
    return fail('There is no picture. Run a shader that draws one, then read its frame.');
  }
  try {
    // The copy is submitted before anything else can be, so that it is of this very frame.
    const reading = readerOf(frame.device).read(picture, false);
    const { width, height, bytes } = await reading;
    return ok({ width, height, data: bytes, frame: frame.inputs.frame });
  } catch (thrown) {
    return fail(`The picture cannot be read: ${messageOf(thrown)} Read the frame again to retry.`);
  }
}

function nextFrameEnd(observers: FrameObservers): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      remove();
      resolve();
    };
    const remove = observers.add({ frameBegins() {}, frameSubmitted: end });
    const timer = setTimeout(end, observers.newest() ? LONGEST_WAIT : LONGEST_FIRST_WAIT);
  });
}

function readerOf(device: GPUDevice): PictureReader {
  const known = readers.get(device);
  if (known) return known;
  const reader = createPictureReader(device);
  readers.set(device, reader);
  return reader;
}
