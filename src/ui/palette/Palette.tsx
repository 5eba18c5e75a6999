import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import type { Command } from '#ui/commands.ts';
import { SearchIcon } from '#ui/icons.tsx';
import { CommandList, optionId } from './CommandList.tsx';
import { findCommands } from './findCommands.ts';
import { movedTo } from './moving.ts';
import styles from './Palette.module.css';
import { recentCommands, rememberCommand } from './recentCommands.ts';

export interface PaletteProps {
  readonly onClose: () => void;
  /** All commands. */
  readonly load: () => Promise<readonly Command[]>;
  /** Called once the palette is closed and the focus is back where it was. */
  readonly onRun: (command: Command) => void;
}

/**
 * Searches commands and runs one. While it is there, it is open.
 *
 * The browser's own dialog lies above everything, including a full screen, and returns the focus at
 * once when it closes.
 */
export function Palette({ onClose, load, onRun }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useModal(dialog);
  const choose = (command: Command) => {
    rememberCommand(command.id);
    close.current();
    onClose();
    onRun(command);
  };
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the palette; the key is Escape
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-label="Commands"
      onCancel={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <CommandSearch load={load} onChoose={choose} onClose={onClose} />
    </dialog>,
    document.body,
  );
}

/** Shows the dialog. It closes once: when somebody calls this, or else when it goes. */
function useModal(dialog: RefObject<HTMLDialogElement | null>): RefObject<() => void> {
  const close = useRef(() => {});
  useLayoutEffect(() => {
    const shown = dialog.current;
    const restoreSelection = keepSelection();
    shown?.showModal();
    close.current = () => {
      close.current = () => {};
      shown?.close();
      restoreSelection();
    };
    return () => close.current();
  }, [dialog]);
  return close;
}

/**
 * A dialog that closes gives back the focus, but not the place in the text: what is typed before the
 * editor notices would get lost.
 */
function keepSelection(): () => void {
  const selection = document.getSelection();
  const range = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : null;
  return () => {
    // Elsewhere, a place would take the focus with it.
    if (!range || !document.activeElement?.contains(range.startContainer)) return;
    selection?.removeAllRanges();
    selection?.addRange(range);
  };
}

interface CommandSearchProps extends Pick<PaletteProps, 'load' | 'onClose'> {
  readonly onChoose: (command: Command) => void;
}

/** A combobox whose list is always there. */
function CommandSearch({ load, onChoose, onClose }: CommandSearchProps) {
  const id = useId();
  const [recent] = useState(recentCommands);
  const commands = useCommands(load);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  // Enter, before the commands have loaded.
  const isEntered = useRef(false);
  const sections = commands ? findCommands(commands, recent, query) : [];
  const entries = sections.flatMap((section) => section.entries);
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of an input method, and Escape, which dialogs below would take as theirs too.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter') choose(active);
    else if (hasModifier(event)) return;
    else {
      const next = movedTo(event.key, active, entries.length);
      if (next === null) return;
      setActive(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const choose = (index: number) => {
    isEntered.current = commands === null;
    const entry = entries[index];
    if (entry && entry.whyNot === null) onChoose(entry.command);
  };
  const enter = useEffectEvent(() => {
    if (commands && isEntered.current) choose(active);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once they have loaded
  useEffect(enter, [commands]);
  return (
    <>
      <div className={styles['field']}>
        <SearchIcon />
        <input
          role="combobox"
          className={styles['input']}
          aria-label="Search commands"
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? id : undefined}
          aria-activedescendant={entries.length > 0 ? optionId(id, active) : undefined}
          placeholder="Search commands, files, demos and Help"
          spellCheck={false}
          autoComplete="off"
          enterKeyHint="go"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
            isEntered.current = false;
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className="visually-hidden" role="status">
        {commands && query !== '' && countOf(entries.length)}
      </p>
      {entries.length > 0 && (
        <CommandList
          id={id}
          sections={sections}
          active={active}
          onPoint={setActive}
          onChoose={choose}
        />
      )}
      {commands && entries.length === 0 && (
        <p className={styles['nothing']}>
          No command matches “{query.trim()}”. Press Escape to close.
        </p>
      )}
    </>
  );
}

/** Null while they load. */
function useCommands(load: PaletteProps['load']): readonly Command[] | null {
  const [commands, setCommands] = useState<readonly Command[] | null>(null);
  useEffect(() => {
    let isGone = false;
    void load().then((loaded) => {
      if (!isGone) setCommands(loaded);
    });
    return () => {
      isGone = true;
    };
  }, [load]);
  return commands;
}

function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey;
}

function countOf(count: number): string {
  return count === 1 ? '1 command' : `${count} commands`;
}
