import { useEffect, useRef, useState } from 'react';
import type { Result } from '#core/util/result.ts';
import { HISTORY_CAPACITY } from '#engine/storage/history/capacity.ts';
import { describeSpace, searchVersions } from '#engine/storage/history/describeVersion.ts';
import type { HistoryLibrary } from '#engine/storage/history/library.ts';
import type { SavedVersion } from '#engine/storage/history/savedVersion.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import type { DialogProps } from '#ui/tools/dialogTool.tsx';
import styles from './HistoryDialog.module.css';
import { TransferButtons } from './TransferButtons.tsx';
import { type HistoryMessage, useVersionActions } from './useVersionActions.ts';
import { VersionDetail } from './VersionDetail.tsx';
import { VersionList } from './VersionList.tsx';

/**
 * The saved versions: the user searches, compares, restores, names, pins, deletes, exports and
 * imports them here.
 */
export function HistoryDialog(props: DialogProps) {
  const { open, onClose, opener } = props;
  return (
    <Dialog title="History" open={open} onClose={onClose} opener={opener}>
      <History {...props} />
    </Dialog>
  );
}

/** Mounted while the dialog is open, so the list is read anew at each opening. */
function History({ context, onClose }: DialogProps) {
  const { workspace, history: library } = context;
  const { listed, reload } = useListed(library);
  // What saved versions are compared with.
  const [project] = useState(workspace.project);
  const [query, setQuery] = useState('');
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [renaming, setRenaming] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const versions = listed?.ok ? searchVersions(listed.value, query) : [];
  const chosen = versions.find(({ id }) => id === chosenId) ?? null;
  const choose = (id: number | null, rename = false) => {
    setChosenId(id);
    setRenaming(rename);
  };
  const actions = useVersionActions({ library, reload, list, onChoose: choose });
  return (
    <div className={styles['history']} data-chosen={chosen !== null}>
      <div className={styles['side']}>
        <div className={styles['search']}>
          <SearchField
            label="Search versions"
            value={query}
            outcome={query.trim() === '' ? '' : String(versions.length)}
            onChange={setQuery}
          />
        </div>
        {/* Gets the focus when the version that had it is deleted. */}
        <div ref={list} className={styles['list']} tabIndex={-1}>
          <Listing listed={listed} query={query} versions={versions}>
            <VersionList
              versions={versions}
              project={project}
              chosenId={chosenId}
              onChoose={choose}
              onRename={(id) => choose(id, true)}
            />
          </Listing>
        </div>
        <Message message={actions.message} />
        {listed?.ok && (
          <p className={styles['capacity']}>{describeSpace(listed.value, HISTORY_CAPACITY)}</p>
        )}
        <TransferButtons library={library} onMessage={actions.say} onImported={reload} />
      </div>
      <div className={styles['detail']}>
        {chosen ? (
          <VersionDetail
            key={chosen.id}
            version={chosen}
            project={project}
            renaming={renaming}
            onBack={() => choose(null)}
            onRenaming={setRenaming}
            onRename={(name) => actions.rename(chosen, name)}
            onPin={(pinned) => actions.setPinned(chosen, pinned)}
            onDelete={() => actions.remove(chosen)}
            onRestore={() => {
              onClose();
              const { text, files, assets, uri, foreign, lineage, givenName } = chosen;
              context.showView('source');
              const origin = { uri, foreign, lineage, givenName, demo: null };
              void workspace.openSource({ text, files, assets, ...origin });
            }}
          />
        ) : (
          versions.length > 0 && (
            <div className={styles['hint']}>
              <p>Select a version to see what restoring it would change.</p>
              <p>
                The history keeps every version for an hour, one per hour for a day, then one per
                day. Pin a version to keep it for good.
              </p>
            </div>
          )
        )}
      </div>
    </div>
  );
}

function Message({ message: { text, undo } }: { readonly message: HistoryMessage }) {
  return (
    <div className={styles['message']} data-empty={text === ''}>
      <p role="status">{text}</p>
      {undo && (
        <Button kind="small" onClick={undo}>
          Undo
        </Button>
      )}
    </div>
  );
}

type Listed = Result<readonly SavedVersion[]> | null;

/** The saved versions, newest first; null until they are loaded. */
function useListed(library: HistoryLibrary) {
  const [listed, setListed] = useState<Listed>(null);
  useEffect(() => {
    let over = false;
    void library.list().then((result) => over || setListed(result));
    return () => {
      over = true;
    };
  }, [library]);
  return { listed, reload: async () => setListed(await library.list()) };
}

interface ListingProps {
  readonly listed: Listed;
  readonly query: string;
  /** The versions that match the query. */
  readonly versions: readonly SavedVersion[];
  readonly children: React.ReactNode;
}

/** The list, or the reason why it is empty. */
function Listing({ listed, query, versions, children }: ListingProps) {
  if (!listed) return <p className={styles['hint']}>Loading…</p>;
  if (!listed.ok) {
    return (
      <p className={styles['hint']} role="alert">
        The history cannot be read. {listed.error}
      </p>
    );
  }
  if (listed.value.length === 0) {
    return (
      <p className={styles['hint']}>
        No saved versions yet. The history saves your source when you run it, when you pause typing,
        and before you open another source.
      </p>
    );
  }
  if (versions.length === 0) {
    return <p className={styles['hint']}>No version matches “{query.trim()}”.</p>;
  }
  return children;
}
