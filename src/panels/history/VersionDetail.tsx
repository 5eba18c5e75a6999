import { useEffect, useRef } from 'react';
import { createDifferenceView } from '#editor/differenceView.ts';
import { describeReason, originOf, timeOf } from '#history/describeVersion.ts';
import type { Version } from '#history/version.ts';
import { Button } from '#ui/Button.tsx';
import { PinIcon } from '#ui/icons.tsx';
import styles from './HistoryDialog.module.css';
import { NameField } from './NameField.tsx';
import { Difference } from './VersionList.tsx';

interface VersionDetailProps {
  readonly version: Version;
  /** The text of the moment. */
  readonly text: string;
  /** Whether its name is being edited. */
  readonly renaming: boolean;
  readonly onRenaming: (renaming: boolean) => void;
  /** Back to the list, on a small screen. */
  readonly onBack: () => void;
  readonly onRename: (name: string | null) => void;
  readonly onPin: (pinned: boolean) => void;
  readonly onDelete: () => void;
  readonly onRestore: () => void;
}

/** One version: when and why it was kept, and what restoring it would change. */
export function VersionDetail(props: VersionDetailProps) {
  const { version, text, renaming, onRenaming, onRename } = props;
  const { onBack, onPin, onDelete, onRestore } = props;
  const parent = useRef<HTMLDivElement>(null);
  const same = version.text === text;
  useEffect(() => {
    if (!parent.current) return undefined;
    return createDifferenceView({
      parent: parent.current,
      label: 'What restoring would change',
      before: text,
      after: version.text,
    });
  }, [version.text, text]);
  return (
    <>
      <div className={styles['head']}>
        <span className={styles['back']}>
          <Button onClick={onBack}>All versions</Button>
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
          {same ? 'It is the text of now.' : <Difference from={text} to={version.text} />}
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
          <Button onClick={onDelete}>Delete</Button>
          <Button
            kind="primary"
            hint={same ? 'It is the text of now' : 'Put this version in place of your text'}
            disabled={same}
            onClick={onRestore}
          >
            Restore
          </Button>
        </span>
      </div>
      <div ref={parent} className={styles['view']} />
    </>
  );
}

function describe(version: Version): string {
  const origin = originOf(version);
  const from = origin === null ? '' : `, from ${origin}`;
  return `Kept ${describeReason(version.reason)}${from}.`;
}
