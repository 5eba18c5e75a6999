import { createStore, type StoreApi } from 'zustand/vanilla';
import { fileStem } from '#core/project/projectName.ts';
import { createPictureReader } from '#engine/gpu/replay/pictureReader.ts';
import type { PngEncoder } from '#engine/png/pngEncoder.ts';
import { NOTHING_RUNS } from '#tools/capture/frames/frameSource.ts';
import type { SizeLimits } from '#tools/capture/frames/pictureSize.ts';
import { frameInSight, type Sight } from '#tools/capture/frames/sight.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { createPlaybackHold } from '#workspace/runs/playbackHold.ts';
import { nameOf } from '#workspace/sources/nameOf.ts';
import { type PictureChoices, planPicture } from './choices.ts';
import { createPictureWork } from './pictureWork.ts';
import { INITIAL_PICTURE_STATE, type PictureState } from './state.ts';
import type { PictureFiles } from './work.ts';

/** The dialog “Save picture”. Playback is paused while it is open. */
export type PictureSession = ReturnType<typeof createPictureSession>;

export function createPictureSession(
  context: ToolContext,
  encoder: PngEncoder,
  files: PictureFiles,
) {
  const { workspace, observers } = context;
  const store = createStore<PictureState>(() => INITIAL_PICTURE_STATE);
  const work = createPictureWork({ context, encoder, store, files });
  const playback = createPlaybackHold(workspace);
  /** The frame in sight when the dialog was opened; null while it is closed. */
  let previewed: Sight | null = null;
  const problem = (text: string) => store.setState({ problem: text });
  return {
    store,
    open() {
      playback.hold();
      const sight = frameInSight(observers);
      store.setState((state) => opened(state, sight, context));
      previewed = sight;
      if (sight) void showPreview(store, sight, () => previewed === sight);
    },
    /** The first time it only ends what is under way; else what is done and not saved is dropped. */
    close() {
      if (store.getState().activity.kind === 'working') return work.cancel();
      void work.drop();
      previewed = null;
      store.setState({ ...INITIAL_PICTURE_STATE, choices: store.getState().choices });
      playback.release();
    },
    choose(part: Partial<PictureChoices>) {
      const { choices } = store.getState();
      const next = { ...choices, ...part };
      // A name that nobody has typed follows what it names.
      const name =
        choices.name === suggestedName(context, choices)
          ? suggestedName(context, next)
          : choices.name;
      store.setState({ choices: { ...next, name: part.name ?? name }, problem: null });
    },
    /** Call it as a press is handled: it may ask for a file. */
    async save() {
      const sight = frameInSight(observers);
      const { choices } = store.getState();
      if (!sight) return problem(NOTHING_RUNS);
      const limits = limitsOf(sight);
      store.setState({ limits });
      const plan = planPicture(choices, limits);
      if (!plan.ok) return problem(plan.error);
      await work.save(plan.value, sight);
    },
    /** Ends what is under way. Frames that are done can be saved then. */
    cancel: work.cancel,
    /** Saves the frames that are done. */
    saveDone: work.saveDone,
    discard: work.drop,
    dispose: () => void work.drop(),
  };
}

/** What was chosen the last time stays, except for what belongs to the frame in sight. */
function opened(state: PictureState, sight: Sight | null, context: ToolContext): PictureState {
  const frame = String(sight?.frame ?? 0);
  const choices: PictureChoices = { ...state.choices, frames: 'one', frame };
  return {
    ...INITIAL_PICTURE_STATE,
    isOpen: true,
    choices: { ...choices, name: suggestedName(context, choices) },
    limits: sight && limitsOf(sight),
    problem: sight ? null : NOTHING_RUNS,
  };
}

function limitsOf({ size, device }: Sight): SizeLimits {
  return { canvas: size, maxSide: device.limits.maxTextureDimension2D };
}

function suggestedName({ workspace }: ToolContext, { frames, frame }: PictureChoices): string {
  const name = fileStem(nameOf(workspace));
  return frames === 'one' ? `${name}-${frame}` : name;
}

/** CSS pixels of the longer side. */
const PREVIEW_SIDE = 240;

async function showPreview(
  store: StoreApi<PictureState>,
  sight: Sight,
  isWanted: () => boolean,
): Promise<void> {
  const { width, height } = sight.size;
  const scale = Math.min(1, PREVIEW_SIDE / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  try {
    const preview = await createPictureReader(sight.device).read(sight.picture, false, size);
    if (isWanted()) store.setState({ preview });
  } catch {
    // Saving says what is wrong.
  }
}
