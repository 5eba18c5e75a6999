import { uniformComponents } from '#core/plan/runDescriptor.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { FrameObservers, ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { createPictureReader } from '#engine/gpu/replay/pictureReader.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import type { PictureOrigin, Pin } from '#tools/capture/compare/state.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { shownRun } from '#workspace/runState.ts';
import { colorValue, interactiveComponents, sliderValue } from '#workspace/runs/uniformValues.ts';

/** Milliseconds that the next frame may take. After that, the picture is pinned as it is. */
const LONGEST_WAIT = 1000;

/** Pins the picture of the next frame, or of the newest one while playback is paused. */
export function takePin(context: ToolContext): Promise<Result<Pin>> {
  const { observers, workspace } = context;
  const isPaused = shownRun(workspace.store.getState()).playback === 'paused';
  // Before the wait: a demo that is opened meanwhile drops the pin.
  const uri = workspace.sourceUri();
  if (isPaused) return pinOf(observers.newest(), uri);
  return atFrameEnd(observers, () => pinOf(observers.newest(), uri));
}

/** A slow frame is submitted in pieces: in between, the picture is no frame's. */
function atFrameEnd<Taken>(observers: FrameObservers, take: () => Promise<Taken>): Promise<Taken> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      remove();
      resolve(take());
    };
    const remove = observers.add({ frameBegins() {}, frameSubmitted: end });
    const timer = setTimeout(end, LONGEST_WAIT);
  });
}

async function pinOf(frame: ObservedFrame | null, uri: string): Promise<Result<Pin>> {
  const picture = frame && pictureOf(frame.resources);
  if (!frame || !picture) return fail('No picture is drawn. Run a shader that draws one.');
  const origin = originOf(frame);
  try {
    const pixels = await createPictureReader(frame.device).read(picture, false);
    return ok({ origin, uri, pixels });
  } catch (thrown) {
    return fail(`The picture cannot be pinned: ${messageOf(thrown)} Pin again to retry.`);
  }
}

export function originOf({ inputs, descriptor }: ObservedFrame): PictureOrigin {
  const { frame, time, values } = inputs;
  const components = interactiveComponents(uniformComponents(descriptor));
  const numbers = components.map((component) => {
    const isSlider = component.type === 'SLIDER';
    const read = isSlider ? [sliderValue(component, values)] : colorValue(component, values);
    return [component.name, read.map(Math.fround)] as const;
  });
  const { code } = descriptor.shader;
  return { frame, seconds: time, code, values: Object.fromEntries(numbers) };
}
