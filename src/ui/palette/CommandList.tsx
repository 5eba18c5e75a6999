import { memo, useLayoutEffect, useRef } from 'react';
import { isMac, keysOn } from '#ui/shortcuts.ts';
import type { Entry, Section } from './findCommands.ts';
import { piecesOf } from './matchText.ts';
import styles from './Palette.module.css';

const MAC = isMac(navigator.platform);

/** The id of a row, for the combobox that points to it. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

interface CommandListProps {
  readonly id: string;
  readonly sections: readonly Section[];
  /** The index of the active row, counted over all sections. */
  readonly active: number;
  readonly onPoint: (index: number) => void;
  readonly onChoose: (index: number) => void;
}

export function CommandList({ id, sections, active, onPoint, onChoose }: CommandListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The first row with the heading above it.
    if (active === 0) list.current?.scrollTo(0, 0);
    else document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  let count = 0;
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label="Commands"
      className={styles['list']}
    >
      {sections.map(({ title, entries }) => {
        const first = count;
        count += entries.length;
        const rows = entries.map((entry, index) => (
          <Row
            key={entry.command.id}
            id={optionId(id, first + index)}
            index={first + index}
            entry={entry}
            showsGroup={title === null || title === 'Recent'}
            isActive={first + index === active}
            onPoint={onPoint}
            onChoose={onChoose}
          />
        ));
        if (title === null) return rows;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={title} role="group" aria-label={title}>
            <div className={styles['heading']} aria-hidden="true">
              {title}
            </div>
            {rows}
          </div>
        );
      })}
    </div>
  );
}

interface RowProps extends Pick<CommandListProps, 'onPoint' | 'onChoose'> {
  readonly id: string;
  readonly index: number;
  readonly entry: Entry;
  readonly showsGroup: boolean;
  readonly isActive: boolean;
}

function Row({ id, index, entry, showsGroup, isActive, onPoint, onChoose }: RowProps) {
  const { command, offsets, whyNot } = entry;
  const [key] = keysOn(MAC, { ...command, keys: command.keys ?? [] });
  return (
    // The combobox has the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      role="option"
      className={styles['row']}
      aria-selected={isActive}
      aria-disabled={whyNot === null ? undefined : true}
      // Not `pointerenter`, which a list that scrolls under a resting pointer fires too.
      onPointerMove={() => onPoint(index)}
      // The focus stays in the combobox.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(index)}
    >
      <span className={styles['title']}>
        <Marked text={command.title} offsets={offsets} />
      </span>
      <span className={styles['detail']}>{whyNot ?? command.detail}</span>
      {showsGroup && <span className={styles['group']}>{command.group}</span>}
      {key !== undefined && <kbd className={styles['keys']}>{key}</kbd>}
    </div>
  );
}

const Marked = memo(
  ({ text, offsets }: { readonly text: string; readonly offsets: readonly number[] }) =>
    piecesOf(text, offsets).map((piece, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
      piece.isMatch ? <mark key={index}>{piece.text}</mark> : piece.text,
    ),
);
