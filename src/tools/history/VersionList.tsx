import { type KeyboardEvent, useId, useMemo, useRef } from 'react';
import { type Project, projectIdentity } from '#core/project/project.ts';
import { byDays, firstDescriptiveLine, timeOf } from '#engine/storage/history/describeVersion.ts';
import { lineDifferenceOf } from '#engine/storage/history/projectDifference.ts';
import type { SavedVersion } from '#engine/storage/history/savedVersion.ts';
import { PinIcon } from '#ui/moreIcons.tsx';
import styles from './VersionList.module.css';

interface VersionListProps {
  /** Newest first. */
  readonly versions: readonly SavedVersion[];
  readonly project: Project;
  readonly chosenId: number | null;
  readonly onChoose: (id: number) => void;
  /** Called when F2 is pressed on a version. */
  readonly onRename: (id: number) => void;
}

/** Versions by day. Tab reaches one version; the arrow keys move between versions. */
export function VersionList(props: VersionListProps) {
  const { versions, project, chosenId, onChoose, onRename } = props;
  const list = useRef<HTMLDivElement>(null);
  const days = useMemo(() => byDays(versions, new Date()), [versions]);
  const tabStop = versions.some(({ id }) => id === chosenId) ? chosenId : versions[0]?.id;
  const onKeyDown = (event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll('button') ?? [])];
    const index = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[indexAfter(event.key, index, rows.length)];
    if (!next) return;
    event.preventDefault();
    next.focus();
    if (chosenId !== null) next.click();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the buttons inside
    <div ref={list} onKeyDown={onKeyDown}>
      {days.map(({ id, title, versions: ofDay }) => (
        <Day key={id} title={title}>
          {ofDay.map((version) => (
            <li key={version.id}>
              <Row
                version={version}
                project={project}
                chosen={version.id === chosenId}
                tabIndex={version.id === tabStop ? 0 : -1}
                onChoose={() => onChoose(version.id)}
                onRename={() => onRename(version.id)}
              />
            </li>
          ))}
        </Day>
      ))}
    </div>
  );
}

function indexAfter(key: string, index: number, count: number): number {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}

function Day({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={styles['day']}>
        {title}
      </h3>
      <ul className={styles['versions']}>{children}</ul>
    </section>
  );
}

interface RowProps {
  readonly version: SavedVersion;
  readonly project: Project;
  readonly chosen: boolean;
  readonly tabIndex: number;
  readonly onChoose: () => void;
  readonly onRename: () => void;
}

function Row({ version, project, chosen, tabIndex, onChoose, onRename }: RowProps) {
  const name = version.name ?? version.givenName;
  const line = useMemo(() => firstDescriptiveLine(version.text), [version]);
  return (
    <button
      type="button"
      className={styles['row']}
      aria-current={chosen || undefined}
      tabIndex={tabIndex}
      onClick={onChoose}
      onKeyDown={({ key }) => key === 'F2' && onRename()}
    >
      <span className={styles['time']}>{timeOf(version)}</span>{' '}
      {version.pinned && (
        <span className={styles['pin']}>
          <PinIcon filled />
          <span className="visually-hidden">Pinned</span>
        </span>
      )}{' '}
      {name !== null && <strong className={styles['name']}>{name}</strong>}{' '}
      <span className={styles['line']}>{line}</span> <Difference from={project} to={version} />
    </button>
  );
}

interface DifferenceProps {
  readonly from: Project;
  readonly to: Project;
}

export function Difference({ from, to }: DifferenceProps) {
  const { added, removed } = useMemo(() => lineDifferenceOf(from, to), [from, to]);
  const isSame = useMemo(() => projectIdentity(from) === projectIdentity(to), [from, to]);
  if (added + removed === 0)
    return <span className={styles['same']}>{isSame ? 'current' : ''}</span>;
  return (
    <span className={styles['difference']}>
      {added > 0 && (
        <span className={styles['added']} aria-hidden="true">
          +{added}
        </span>
      )}
      {removed > 0 && (
        <span className={styles['removed']} aria-hidden="true">
          −{removed}
        </span>
      )}
      <span className="visually-hidden">
        {added} more and {removed} fewer lines
      </span>
    </span>
  );
}
