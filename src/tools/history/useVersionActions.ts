import { type RefObject, useState } from 'react';
import type { Result } from '#core/util/result.ts';
import type { HistoryLibrary } from '#engine/storage/history/library.ts';
import type { SavedVersion } from '#engine/storage/history/savedVersion.ts';

/** The outcome of an action, with its undo if there is one. */
export interface HistoryMessage {
  readonly text: string;
  readonly undo: (() => void) | null;
}

export interface VersionActions {
  readonly message: HistoryMessage;
  readonly say: (text: string) => void;
  readonly remove: (version: SavedVersion) => void;
  /** Null removes the name. Naming a version also pins it. */
  readonly rename: (version: SavedVersion, name: string | null) => void;
  readonly setPinned: (version: SavedVersion, pinned: boolean) => void;
}

interface VersionActionsOptions {
  readonly library: HistoryLibrary;
  readonly reload: () => Promise<void>;
  /** Gets the focus when the focused element is removed. */
  readonly list: RefObject<HTMLElement | null>;
  /** Called with null after a deletion, and with the id of a version that undo brings back. */
  readonly onChoose: (id: number | null) => void;
}

const NO_MESSAGE: HistoryMessage = { text: '', undo: null };

/** Actions on single versions. Each reports its outcome, and most can be undone. */
export function useVersionActions(options: VersionActionsOptions): VersionActions {
  const { library, reload, list, onChoose } = options;
  const [message, setMessage] = useState(NO_MESSAGE);
  const say = (text: string) => setMessage({ text, undo: null });
  const finish = async (changed: Result<void>, done: HistoryMessage) => {
    setMessage(changed.ok ? done : { text: changed.error, undo: null });
    if (changed.ok) await reload();
    return changed.ok;
  };
  const undone = async (change: Promise<Result<void>>, text: string) => {
    await finish(await change, { text, undo: null });
    list.current?.focus();
  };
  return {
    message,
    say,
    async remove(version) {
      const putBack = async () => {
        await undone(library.putBack(version), 'The version was restored to the history.');
        onChoose(version.id);
      };
      const done = { text: 'The version was deleted.', undo: () => void putBack() };
      if (!(await finish(await library.remove(version.id), done))) return;
      onChoose(null);
      list.current?.focus();
    },
    async rename(version, name) {
      const { id, pinned } = version;
      const undo = () =>
        void undone(
          library.change(id, { name: version.name, pinned }),
          'The previous name was restored.',
        );
      const changed = await library.change(id, { name, pinned: pinned || name !== null });
      await finish(changed, { text: describeRenamed(version, name), undo });
    },
    async setPinned({ id }, pinned) {
      const text = pinned
        ? 'Pinned. This version stays until you unpin or delete it.'
        : 'Unpinned.';
      await finish(await library.change(id, { pinned }), { text, undo: null });
    },
  };
}

function describeRenamed({ pinned }: SavedVersion, name: string | null): string {
  if (name === null) return 'The name was removed.';
  return pinned ? `Named “${name}”.` : `Named “${name}” and pinned.`;
}
