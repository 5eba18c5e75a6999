// biome-ignore-all lint/a11y/useSemanticElements: a native list of options cannot be styled
// biome-ignore-all lint/a11y/useFocusableInteractive: the listbox has the focus and the keys
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the listbox has the keys
import { type KeyboardEvent, type Ref, useId } from 'react';
import type { ExportFormat } from '#tools/export/program/exportFormat.ts';
import { nextIndex } from '#ui/nextIndex.ts';
import styles from './FormatList.module.css';

interface FormatListProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly formats: readonly ExportFormat[];
  /** The id of the chosen one. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

export function FormatList({ ref, formats, chosen, onChoose }: FormatListProps) {
  const id = useId();
  const active = formats.findIndex((format) => format.id === chosen);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, active, formats.length, 'stop');
    const format = next === null ? undefined : formats[next];
    if (!format) return;
    event.preventDefault();
    onChoose(format.id);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div
      ref={ref}
      className={styles['list']}
      role="listbox"
      aria-label="Format"
      aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {formats.map((format, index) => (
        <div
          key={format.id}
          id={`${id}-${index}`}
          className={styles['option']}
          role="option"
          aria-selected={index === active}
          onClick={() => onChoose(format.id)}
        >
          {format.name}
        </div>
      ))}
    </div>
  );
}
