import { useEffect, useMemo, useRef, useState } from 'react';
import { MAIN_FILE } from '#core/project/mainFile.ts';
import { type Project, projectIdentity } from '#core/project/project.ts';
import { describeReason, originOf, timeOf } from '#engine/storage/history/describeVersion.ts';
import { assetDifferences, fileDifferences } from '#engine/storage/history/projectDifference.ts';
import type { SavedVersion } from '#engine/storage/history/savedVersion.ts';
import { Button } from '#ui/Button.tsx';
import { createDifferenceView } from '#ui/editor/differenceView.ts';
import { PinIcon } from '#ui/moreIcons.tsx';
import { FileChoice } from './FileChoice.tsx';
import styles from './HistoryDialog.module.css';
import { NameField } from './NameField.tsx';
import { Difference } from './VersionList.tsx';

interface VersionDetailProps {
  readonly version: SavedVersion;
  /** The current one. */
  readonly project: Project;
  /** Whether its name is being edited. */
  readonly renaming: boolean;
  readonly onRenaming: (renaming: boolean) => void;
  /** Returns to the list on a small screen. */
  readonly onBack: () => void;
  readonly onRename: (name: string | null) => void;
  readonly onPin: (pinned: boolean) => void;
  readonly onDelete: () => void;
  readonly onRestore: () => void;
}

/** One saved version: when and why it was saved, and what restoring it would change. */
export function VersionDetail(props: VersionDetailProps) {
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
