import { assertNever } from '#core/util/assertNever.ts';
import { messageOf } from '#core/util/errors.ts';
import { createNewest, type Newest } from '#core/util/newest.ts';
import { fileName } from '#tools/capture/frames/fileName.ts';
import type { Sight } from '#tools/capture/frames/sight.ts';
import type { Archive } from './archive.ts';
import type { PicturePlan } from './choices.ts';
import { savePicture } from './savePicture.ts';
import { type SequenceEnd, savedFramesText, saveSequence } from './saveSequence.ts';
import { createTurn, type Turn, type WorkParts } from './work.ts';

/** Saves one thing at a time, and shows in the store how far it is. Nothing rejects. */
export interface PictureWork {
  /** Does nothing while the user is asked for a file. */
  save(plan: PicturePlan, sight: Sight): Promise<void>;
  /** Ends what is under way; frames that are done stay, to be saved or discarded. */
  cancel(): void;
  /** Saves the frames that are done. */
  saveDone(): Promise<void>;
  /** Ends what is under way, and drops what is done of it. */
  drop(): Promise<void>;
}

interface WorkState {
  readonly running: Newest;
  /** The user is asked for a file. Browsers refuse to ask twice at once. */
  isAsking: boolean;
  /** Open while its frames come, and until it is decided what becomes of those that are done. */
  archive: Archive | null;
}

export function createPictureWork(parts: WorkParts): PictureWork {
  const { store } = parts;
  const state: WorkState = { running: createNewest(), isAsking: false, archive: null };
  const { running } = state;
  const begin = () => createTurn(parts, running.next());
  return {
    async save(plan, sight) {
      if (state.isAsking) return;
      await (plan.kind === 'picture'
        ? savePicture(parts, { ...plan, name: fileName(plan.name, '.png') }, sight, begin())
        : runSequence(parts, { ...plan, name: fileName(plan.name, '.zip') }, state, begin()));
    },
    cancel() {
      running.end();
      // A sequence shows by itself what is done of it.
      if (!state.archive) store.setState({ activity: { kind: 'choosing' } });
    },
    async saveDone() {
      const { activity } = store.getState();
      const { archive } = state;
      if (activity.kind !== 'stopped' || !archive) return;
      await finish(parts, state, archive, savedFramesText(activity.frames.done, archive));
    },
    async drop() {
      running.end();
      store.setState({ activity: { kind: 'choosing' } });
      await discard(state);
    },
  };
}

async function runSequence(
  parts: WorkParts,
  plan: Extract<PicturePlan, { readonly kind: 'sequence' }>,
  state: WorkState,
  turn: Turn,
): Promise<void> {
  state.isAsking = true;
  const archive = await chooseFile(parts, plan.name, turn);
  state.isAsking = false;
  state.archive = archive;
  if (!archive || turn.signal.aborted) return discard(state);
  const end = await saveSequence(parts, plan, archive, turn);
  // It may be dropped by now.
  if (state.archive === archive) await endSequence(parts, state, archive, end);
}

/** Null if the user chose none, or if it cannot be written. */
async function chooseFile({ files }: WorkParts, name: string, turn: Turn): Promise<Archive | null> {
  try {
    return await files.chooseArchive(name);
  } catch (thrown) {
    turn.giveUp(`The file cannot be written: ${messageOf(thrown)} Choose another place.`);
    return null;
  }
}

async function endSequence(
  parts: WorkParts,
  state: WorkState,
  archive: Archive,
  end: SequenceEnd,
): Promise<void> {
  switch (end.kind) {
    case 'complete':
      return finish(parts, state, archive, end.text);
    case 'partial': {
      const { reason, frames } = end;
      parts.store.setState({ activity: { kind: 'stopped', reason, frames } });
      return undefined;
    }
    case 'empty':
      parts.store.setState({ activity: { kind: 'choosing' }, problem: end.reason });
      return discard(state);
    default:
      return assertNever(end);
  }
}

async function finish(
  { store }: WorkParts,
  state: WorkState,
  archive: Archive,
  text: string,
): Promise<void> {
  state.archive = null;
  try {
    await archive.finish();
    store.setState({ activity: { kind: 'saved', text }, problem: null });
  } catch (thrown) {
    const problem = `The file cannot be written: ${messageOf(thrown)} Save to another place.`;
    store.setState({ activity: { kind: 'choosing' }, problem });
  }
}

async function discard(state: WorkState): Promise<void> {
  const { archive } = state;
  state.archive = null;
  // What cannot be discarded is not there.
  await archive?.discard().catch(() => {});
}
