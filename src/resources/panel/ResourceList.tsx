// biome-ignore-all lint/a11y/useSemanticElements: native options have no pictures and take no files
// biome-ignore-all lint/a11y/useFocusableInteractive: the listbox has the focus and the keys
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the listbox has the keys
import { type DragEvent, type KeyboardEvent, useId, useState } from 'react';
import { useStore } from 'zustand';
import { detailsText } from './labels.ts';
import styles from './ResourceList.module.css';
import type { ResourceProps, ResourcesProps } from './resourcesProps.ts';
import { Thumbnail } from './Thumbnail.tsx';

/** All resources of the run. A file that is dropped on one becomes its content. */
export function ResourceList(props: ResourcesProps) {
  const { store, commands } = props;
  const resources = useStore(store, (state) => state.resources);
  const selected = useStore(store, (state) => state.selected);
  const id = useId();
  const active = resources.findIndex(({ name }) => name === selected);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextOption(event.key, active, resources.length);
    const entry = next === null ? undefined : resources[next];
    if (!entry) return;
    event.preventDefault();
    commands.select(entry.name);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div
      className={styles['list']}
      role="listbox"
      aria-label="Resources"
      aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {resources.map((entry, index) => (
        <Option
          key={entry.name}
          {...props}
          entry={entry}
          id={`${id}-${index}`}
          isSelected={index === active}
        />
      ))}
    </div>
  );
}

/** The option that a key leads to; null for other keys. */
export function nextOption(key: string, active: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(count - 1, active + 1);
    case 'ArrowUp':
      return Math.max(0, active - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

interface OptionProps extends ResourceProps {
  readonly id: string;
  readonly isSelected: boolean;
}

function Option({ entry, id, isSelected, commands, session }: OptionProps) {
  const [isOver, setIsOver] = useState(false);
  const takesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    <div
      id={id}
      className={styles['option']}
      role="option"
      aria-selected={isSelected}
      data-over={isOver || undefined}
      data-takes-files=""
      onClick={() => commands.select(entry.name)}
      onDragOver={(event) => {
        if (!takesFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        if (!takesFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        setIsOver(false);
        const [file] = event.dataTransfer.files;
        if (file) commands.load(entry.name, file);
      }}
    >
      <span className={styles['text']}>
        <span className={styles['heading']}>
          <span className={styles['name']}>{entry.name}</span>{' '}
          <span className={styles['type']}>{entry.typeName}</span>
        </span>{' '}
        <span className={styles['details']}>{detailsText(entry)}</span>
      </span>
      {entry.kind === 'texture' && (
        <Thumbnail name={entry.name} session={session} size={entry.size} />
      )}
    </div>
  );
}
