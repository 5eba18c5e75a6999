import { type ChangeEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { MAIN_FILE, type Project, projectIdentity } from '#core/project/project.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { Result } from '#core/util/result.ts';
import {
  describeReason,
  describeSpace,
  originOf,
  searchVersions,
  timeOf,
} from '#engine/storage/history/describeVersion.ts';
import type {
  ExportOutcome,
  HistoryLibrary,
  ImportOutcome,
} from '#engine/storage/history/library.ts';
import {
  assetDifferences,
  type FileDifference,
  fileDifferences,
  linesOf,
} from '#engine/storage/history/projectDifference.ts';
import type { SavedVersion } from '#engine/storage/history/savedVersion.ts';
import { HISTORY_CAPACITY } from '#engine/storage/history/versionTable.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { createDifferenceView } from '#ui/editor/differenceView.ts';
import { DownloadIcon, PinIcon, UploadIcon } from '#ui/moreIcons.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { Select } from '#ui/Select.tsx';
import { saveFile } from '#ui/saveFile.ts';
import type { DialogProps } from '#ui/tools/dialogTool.tsx';
import styles from './HistoryDialog.module.css';
import { NameField } from './NameField.tsx';
import { Difference, VersionList } from './VersionList.tsx';

/**
 * The saved versions. The user can search, compare, restore, name, pin, delete, export and import
 * them.
 */
export function HistoryDialog(props: DialogProps) {
  const { open, onClose, opener } = props;
  return (
    <Dialog title="History" open={open} onClose={onClose} opener={opener}>
      <History {...props} />
    </Dialog>
  );
}

/** Mounted while the dialog is open, so that each opening reads the list again. */
function History({ context, onClose }: DialogProps) {
  const { workspace, history: library } = context;
  const { listed, reload } = useListed(library);
  // The project that saved versions are compared with.
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
        {/* Receives the focus when the focused version is deleted. */}
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

/** The saved versions, newest first; null until loaded. */
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

/** The outcome of an action, with Undo if available. */
interface HistoryMessage {
  readonly text: string;
  readonly undo: (() => void) | null;
}

interface VersionActionsOptions {
  readonly library: HistoryLibrary;
  readonly reload: () => Promise<void>;
  /** Receives the focus when the focused element is removed. */
  readonly list: RefObject<HTMLElement | null>;
  /** Called with null after a deletion, and with a version's id after its restoration. */
  readonly onChoose: (id: number | null) => void;
}

const NO_MESSAGE: HistoryMessage = { text: '', undo: null };

/** Actions on single versions. Each reports its outcome; most can be undone. */
function useVersionActions(options: VersionActionsOptions) {
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
    async remove(version: SavedVersion) {
      const putBack = async () => {
        await undone(library.putBack(version), 'The version was restored to the history.');
        onChoose(version.id);
      };
      const done = { text: 'The version was deleted.', undo: () => void putBack() };
      if (!(await finish(await library.remove(version.id), done))) return;
      onChoose(null);
      list.current?.focus();
    },
    /** Null removes the name. Naming a version also pins it. */
    async rename(version: SavedVersion, name: string | null) {
      const { id, pinned } = version;
      const undo = () =>
        void undone(
          library.change(id, { name: version.name, pinned }),
          'The previous name was restored.',
        );
      const changed = await library.change(id, { name, pinned: pinned || name !== null });
      await finish(changed, { text: describeRenamed(version, name), undo });
    },
    async setPinned({ id }: SavedVersion, pinned: boolean) {
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

interface TransferButtonsProps {
  readonly library: HistoryLibrary;
  readonly onMessage: (message: string) => void;
  readonly onImported: () => Promise<void>;
}

/** Exports all stored versions, drafts and settings as one file, and imports such a file. */
function TransferButtons({ library, onMessage, onImported }: TransferButtonsProps) {
  const input = useRef<HTMLInputElement>(null);
  const exportAll = async () => {
    const exported = await library.exportAll();
    if (exported.ok) saveFile(exported.value.file);
    onMessage(exported.ok ? describeExport(exported.value) : exported.error);
  };
  const importAll = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (!file) return;
    onMessage('Importing…');
    const outcome = await library.importAll(file);
    // Choosing the same file again must fire an event.
    if (input.current) input.current.value = '';
    onMessage(outcome.ok ? describeImport(outcome.value) : outcome.error);
    if (outcome.ok) await onImported();
  };
  return (
    <div className={styles['transfer']}>
      <Button
        hint="Save versions, drafts of all tabs and settings to a file"
        onClick={() => void exportAll()}
      >
        <DownloadIcon />
        Export…
      </Button>
      <Button
        hint="Add versions and settings from an exported file"
        onClick={() => input.current?.click()}
      >
        <UploadIcon />
        Import…
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to import"
        accept=".json,application/json"
        onChange={(event) => void importAll(event)}
      />
    </div>
  );
}

function describeExport({ file, incomplete, namesAssets }: ExportOutcome): string {
  const sentences = [`Your browser is saving ${file.name}.`];
  if (incomplete !== null) {
    sentences.push(`The file contains only the settings and this tab’s source: ${incomplete}`);
  }
  if (namesAssets) {
    sentences.push(
      'It names images and data, but does not contain them: download a project as a zip to keep them too.',
    );
  }
  return sentences.join(' ');
}

function describeImport({ added, leftOut, changedSettings }: ImportOutcome): string {
  const sentences = [`${countOf(added)} added.`];
  if (leftOut > 0) {
    sentences.push(`${countOf(leftOut)} left out, because the history is full.`);
  }
  if (changedSettings > 0) sentences.push('Reload the page to apply the imported settings.');
  return sentences.join(' ');
}

function countOf(versions: number): string {
  return versions === 1 ? '1 version was' : `${versions} versions were`;
}

interface VersionDetailProps {
  readonly version: SavedVersion;
  readonly project: Project;
  readonly renaming: boolean;
  readonly onRenaming: (renaming: boolean) => void;
  /** Returns to the list on a small screen. */
  readonly onBack: () => void;
  readonly onRename: (name: string | null) => void;
  readonly onPin: (pinned: boolean) => void;
  readonly onDelete: () => void;
  readonly onRestore: () => void;
}

/** A saved version: when and why it was saved, and what restoring it would change. */
function VersionDetail(props: VersionDetailProps) {
  const { version, project, renaming, onRenaming, onRename } = props;
  const { onBack, onPin, onDelete, onRestore } = props;
  const parent = useRef<HTMLDivElement>(null);
  const same = projectIdentity(version) === projectIdentity(project);
  const files = useMemo(() => fileDifferences(project, version), [project, version]);
  const [chosen, setChosen] = useState(
    () => files.find(({ kind }) => kind !== 'same')?.path ?? MAIN_FILE,
  );
  const { before = '', after = '' } = files.find(({ path }) => path === chosen) ?? {};
  useEffect(() => {
    if (!parent.current) return undefined;
    return createDifferenceView({
      parent: parent.current,
      label: 'Changes from restoring',
      before,
      after,
    });
  }, [before, after]);
  return (
    <>
      <div className={styles['head']}>
        <span className={styles['back']}>
          <Button onClick={onBack}>Show all versions</Button>
        </span>
        <div className={styles['about']}>
          <NameField
            name={version.name}
            editing={renaming}
            onEdit={onRenaming}
            onRename={onRename}
          />
          <strong>
            {new Date(version.time).toLocaleDateString(undefined, { dateStyle: 'medium' })},{' '}
            {timeOf(version)}
          </strong>{' '}
          {describe(version)}{' '}
          {same ? 'This is your current text.' : <Difference from={project} to={version} />}
          <AssetChanges changes={assetDifferences(project, version)} />
          {files.length > 1 && <FileChoice files={files} chosen={chosen} onChoose={setChosen} />}
        </div>
        <span className={styles['actions']}>
          <Button
            kind="icon"
            label="Pin version"
            hint={version.pinned ? 'Unpin this version' : 'Keep this version for good'}
            pressed={version.pinned}
            onClick={() => onPin(!version.pinned)}
          >
            <PinIcon filled={version.pinned} />
          </Button>
          <Button onClick={onDelete}>Delete version</Button>
          <Button
            kind="primary"
            hint={same ? 'This is your current text' : 'Replace your source with this version'}
            disabled={same}
            onClick={onRestore}
          >
            Restore version
          </Button>
        </span>
      </div>
      <div ref={parent} className={styles['view']} />
    </>
  );
}

function AssetChanges({ changes }: { readonly changes: readonly string[] }) {
  return changes.length > 0 && <p>Images and data: {changes.join(', ')}.</p>;
}

function describe(version: SavedVersion): string {
  const origin = originOf(version);
  const from = origin === null ? '' : `, from ${origin}`;
  return `Saved ${describeReason(version.reason)}${from}.`;
}

interface FileChoiceProps {
  /** Differences between a version and the current project. */
  readonly files: readonly FileDifference[];
  readonly chosen: string;
  readonly onChoose: (path: string) => void;
}

/** Lets the user choose the file to compare, and shows what would happen to each. */
function FileChoice({ files, chosen, onChoose }: FileChoiceProps) {
  return (
    <Select
      label="Compared file"
      value={chosen}
      options={files.map((file) => ({
        value: file.path,
        text: `${file.path} (${describeFile(file)})`,
      }))}
      onChange={onChoose}
    />
  );
}

function describeFile(file: FileDifference): string {
  switch (file.kind) {
    case 'same':
    case 'added':
    case 'removed':
      return file.kind;
    case 'changed': {
      const { added, removed } = linesOf(file);
      return `changed, +${added} −${removed}`;
    }
    default:
      return assertNever(file.kind);
  }
}
