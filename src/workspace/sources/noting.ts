import type { Draft } from '#core/project/draft.ts';
import type { VersionReason, VersionService } from '#core/project/newVersion.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { fail, type Result } from '#core/util/result.ts';
import type { CurrentDraft } from './currentDraft.ts';

/** A pause in typing that makes a version, in milliseconds. */
const PAUSE = 4000;

/** Puts texts into the history. */
export interface Noting {
  note(draft: Draft, reason: VersionReason): Promise<Result<void>>;
  /** Notes the current text if it was edited. */
  noteEdited(reason: VersionReason): void;
  /** Notes the current text at the next pause in typing. */
  noteAtPause(): void;
  /** The next pause makes no version. */
  cancelPause(): void;
  dispose: Dispose;
}

/** @param refused called with the reason if the history takes no version */
export function createNoting(
  versions: VersionService,
  current: Pick<CurrentDraft, 'read' | 'isEdited'>,
  refused: (why: string) => void,
): Noting {
  let pause: ReturnType<typeof setTimeout> | undefined;
  const cancelPause = () => clearTimeout(pause);
  const note = async (
    { text, files, assets, uri, foreign, lineage, givenName }: Draft,
    reason: VersionReason,
  ) => {
    if (text.trim() === '' && files.length === 0) return fail('There is no text to save.');
    // Also what was noted before: a person, another tab or a lack of room may have taken it out again.
    const noted = await versions.note({
      ...{ text, files, assets, uri, foreign, lineage, givenName },
      reason,
    });
    if (!noted.ok) refused(noted.error);
    return noted;
  };
  const noteEdited = (reason: VersionReason) => {
    cancelPause();
    if (current.isEdited()) void note(current.read(), reason);
  };
  return {
    note,
    noteEdited,
    noteAtPause() {
      cancelPause();
      pause = setTimeout(noteEdited, PAUSE, 'pause');
    },
    cancelPause,
    dispose: cancelPause,
  };
}
