// biome-ignore-all lint/a11y/useSemanticElements: native options have no pictures and take no files
// biome-ignore-all lint/a11y/useFocusableInteractive: the listbox has the focus and the keys
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the listbox has the keys
import { type DragEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ResourcesProps } from '#tools/resources/kinds/kind.ts';
import { detailsText, kindOf } from '#tools/resources/kinds/kinds.tsx';
import type { ResourceEntry, ResourcesViews } from '#tools/resources/state.ts';
import { nextIndex } from '#ui/nextIndex.ts';
import styles from './ResourceList.module.css';

/** All resources of the run. A file dropped on a resource becomes its content. */
export function ResourceList(props: ResourcesProps) {
  const { store, commands } = props;
  const resources = useStore(store, (state) => state.resources);
  const selected = useStore(store, (state) => state.selected);
  const id = useId();
  const active = resources.findIndex(({ name }) => name === selected);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, active, resources.length, 'stop');
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

interface OptionProps extends ResourcesProps {
  readonly entry: ResourceEntry;
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
      {kindOf(entry).hasThumbnail && (
        <Thumbnail name={entry.name} session={session} size={entry.size} />
      )}
    </div>
  );
}

interface ThumbnailProps {
  readonly name: string;
  readonly size: readonly number[];
  readonly session: ResourcesViews;
}

/** In pixels, of the longer side: twice the displayed size, for high-density screens. */
const PIXELS = 80;

/** A small live picture of a texture. Hidden from screen readers, since the option has text. */
export function Thumbnail({ name, size, session }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(
    () => (canvas.current ? session.attachThumbnail(name, canvas.current) : undefined),
    [name, session],
  );
  const [width = 1, height = 1] = size;
  const scale = PIXELS / Math.max(width, height, 1);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it has no tab index
    <canvas
      ref={canvas}
      className={styles['thumbnail']}
      width={Math.max(1, Math.round(width * scale))}
      height={Math.max(1, Math.round(height * scale))}
      aria-hidden="true"
    />
  );
}
