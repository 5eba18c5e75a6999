import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { nextIndex } from '#resources/panel/nextIndex.ts';
import { DownloadIcon } from '#ui/moreIcons.tsx';
import { useBeside } from '#ui/useBeside.ts';
import styles from './DownloadMenu.module.css';
import type { Download } from './downloads.ts';

interface DownloadMenuProps {
  readonly downloads: readonly Download[];
  /** A file is being made. */
  readonly isReading: boolean;
  readonly onChoose: (download: Download) => void;
}

/** A menu button: one item for each kind of file. */
export function DownloadMenu({ downloads, isReading, onChoose }: DownloadMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles['button']}
        aria-label="Download"
        title={isReading ? 'Reading…' : 'Download'}
        aria-busy={isReading}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        <DownloadIcon />
        <span aria-hidden="true">▾</span>
      </button>
      {isOpen && (
        <Items
          id={id}
          anchor={button}
          downloads={downloads}
          onChoose={(download) => {
            close();
            onChoose(download);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

interface ItemsProps extends Omit<DownloadMenuProps, 'isReading'> {
  readonly id: string;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

function Items({ id, anchor, downloads, onChoose, onClose }: ItemsProps) {
  const menu = useRef<HTMLDivElement>(null);
  useBeside(menu, anchor, downloads.length);
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const next = nextIndex(event.key, at, items.length, 'wrap');
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== null) items[next]?.focus();
  };
  return (
    <div
      ref={menu}
      id={id}
      className={styles['menu']}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label="Download"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onClose();
      }}
    >
      {downloads.map((download, index) => (
        <button
          key={download.extension}
          // The menu has just been opened by a key or a click.
          ref={(item) => {
            if (index === 0 && !menu.current?.contains(document.activeElement)) item?.focus();
          }}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles['item']}
          onClick={() => onChoose(download)}
        >
          {download.text}
        </button>
      ))}
    </div>
  );
}
