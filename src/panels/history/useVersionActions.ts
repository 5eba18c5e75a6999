import { type RefObject, useState } from 'react';
import type { HistoryLibrary } from '#history/library.ts';
import type { Version } from '#history/version.ts';
import type { Result } from '#shared/result.ts';

/** What became of an action, and the way back if there is one. */
export interface HistoryMessage {
  readonly text: string;
  readonly undo: (() => void) | null;
}

export interface VersionActions {
  readonly message: HistoryMessage;
  readonly say: (text: string) => void;
  readonly remove: (version: Version) => void;
  /** Null takes the name away. A version that gets a name is pinned, too. */
  readonly rename: (version: Version, name: string | null) => void;
  readonly setPinned: (version: Version, pinned: boolean) => void;
}

interface VersionActionsOptions {
  readonly library: HistoryLibrary;
  readonly reload: () => Promise<void>;
  /** Takes the focus when what had it is gone. */
  readonly list: RefObject<HTMLElement | null>;
  /** A version was deleted (null), or is back. */
  readonly onChoose: (id: number | null) => void;
}

const NO_MESSAGE: HistoryMessage = { text: '', undo: null };

/** Changes to single versions: each says what became of it, and most can be undone. */
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
        await undone(library.putBack(version), 'The version is back.');
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
        void undone(library.change(id, { name: version.name, pinned }), 'The old name is back.');
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

function describeRenamed({ pinned }: Version, name: string | null): string {
  if (name === null) return 'The name was removed.';
  return pinned ? `Named “${name}”.` : `Named “${name}” and pinned.`;
}
