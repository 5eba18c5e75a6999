import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { isStringArray } from '#core/util/json.ts';
import { type SettingsStorage, settings } from '#engine/storage/settings.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';
import { COMMAND_GROUPS, type Command } from '#ui/commands.ts';
import { SearchIcon } from '#ui/icons.tsx';
import { nextIndex } from '#ui/nextIndex.ts';
import { isMac, keysOn } from '#ui/shortcuts.ts';
import { matchWord, piecesOf } from './matchText.ts';
import styles from './Palette.module.css';

interface PaletteProps {
  readonly onClose: () => void;
  readonly load: () => Promise<readonly Command[]>;
  /** Called after the palette has closed and the focus has returned. */
  readonly onRun: (command: Command) => void;
}

/**
 * A dialog that searches commands and runs one. It is open while it is mounted.
 *
 * A native dialog is above everything, including full screen, and returns the focus immediately
 * when it closes.
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside; the key is Escape
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

/** Opens the dialog. It closes once: when the returned function is called, or on unmount. */
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
 * Closing a dialog restores the focus, but not the caret: text typed before the editor notices
 * would be lost.
 */
function keepSelection(): () => void {
  const selection = document.getSelection();
  const range = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : null;
  return () => {
    // Restoring the selection elsewhere would move the focus there.
    if (!range || !document.activeElement?.contains(range.startContainer)) return;
    selection?.removeAllRanges();
    selection?.addRange(range);
  };
}

interface CommandSearchProps extends Pick<PaletteProps, 'load' | 'onClose'> {
  readonly onChoose: (command: Command) => void;
}

/** A combobox with a list that is always visible. */
function CommandSearch({ load, onChoose, onClose }: CommandSearchProps) {
  const id = useId();
  const [recent] = useState(recentCommands);
  const commands = useCommands(load);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  // Whether Enter was pressed before the commands loaded.
  const isEntered = useRef(false);
  const sections = commands ? findCommands(commands, recent, query) : [];
  const entries = sections.flatMap((section) => section.entries);
  const onKeyDown = (event: KeyboardEvent) => {
    // Leave keys to an input method. Handle Escape here, or dialogs below would close too.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the commands have loaded
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

/** Number of rows that Page Up and Page Down move by. */
const PAGE = 8;

/**
 * The row that a key moves to; null if the key does not move. Up and Down wrap around. Home and End
 * are left to the field, where they move the caret.
 */
export function movedTo(key: string, row: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'PageDown':
      return Math.min(row + PAGE, count - 1);
    case 'PageUp':
      return Math.max(row - PAGE, 0);
    case 'Home':
    case 'End':
      return null;
    default:
      return nextIndex(key, row, count, 'wrap');
  }
}

const SETTING = STORAGE_KEYS.recentCommands;
const MOST = 6;

type Storage = Pick<SettingsStorage, 'getItem' | 'setItem'>;

/** Ids of the commands that the user ran in this browser, newest first. */
export function recentCommands(storage: Storage = settings): readonly string[] {
  try {
    const ids: unknown = JSON.parse(storage.getItem(SETTING) ?? '');
    return isStringArray(ids) ? ids.slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function rememberCommand(id: string, storage: Storage = settings): void {
  const others = recentCommands(storage).filter((each) => each !== id);
  storage.setItem(SETTING, JSON.stringify([id, ...others].slice(0, MOST)));
}

function optionId(listId: string, index: number): string {
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

function CommandList({ id, sections, active, onPoint, onChoose }: CommandListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Also shows the heading above the first row.
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
  const [key] = keysOn(isMac(navigator.platform), { ...command, keys: command.keys ?? [] });
  return (
    // The combobox handles the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      role="option"
      className={styles['row']}
      aria-selected={isActive}
      aria-disabled={whyNot === null ? undefined : true}
      // Not `pointerenter`: it also fires when the list scrolls under a resting pointer.
      onPointerMove={() => onPoint(index)}
      // Keeps the focus in the combobox.
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
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position
      piece.isMatch ? <mark key={index}>{piece.text}</mark> : piece.text,
    ),
);

interface Entry {
  readonly command: Command;
  /** Offsets of the characters of its title that the query matches. */
  readonly offsets: readonly number[];
  readonly whyNot: string | null;
}

interface Section {
  /** Null for the matches of a query. */
  readonly title: string | null;
  readonly entries: readonly Entry[];
}

/**
 * The palette's list. Without a query: the recent commands, then all others by group. With a query:
 * the matches, best first.
 *
 * @param recent ids, newest first
 */
export function findCommands(
  commands: readonly Command[],
  recent: readonly string[],
  query: string,
): readonly Section[] {
  const words = query.split(/\s+/).filter((word) => word !== '');
  const sections =
    words.length === 0
      ? byGroup(commands, recent)
      : [{ title: null, entries: matches(commands, recent, words) }];
  return sections.filter(({ entries }) => entries.length > 0);
}

function byGroup(commands: readonly Command[], recent: readonly string[]): readonly Section[] {
  const newest = recent.flatMap((id) => commands.filter((command) => command.id === id));
  const others = commands.filter((command) => !newest.includes(command));
  return [
    { title: 'Recent', entries: newest.map(entryOf) },
    ...COMMAND_GROUPS.map((group) => ({
      title: group,
      entries: others.filter((command) => command.group === group).map(entryOf),
    })),
  ];
}

function entryOf(command: Command): Entry {
  return { command, offsets: [], whyNot: command.whyNot?.() ?? null };
}

const RECENT_BONUS = 6;
const DISABLED_PENALTY = 12;
/** The score of a word found in the detail or the group, not in the title. */
const BESIDE_TITLE = 3;
/**
 * Penalty per character of the title: of two equally good titles, the shorter one is closer to the
 * query.
 */
const PER_CHARACTER = 0.05;

function matches(
  commands: readonly Command[],
  recent: readonly string[],
  words: readonly string[],
): readonly Entry[] {
  const found = commands.flatMap((command) => {
    const match = matchCommand(command, words);
    if (!match) return [];
    const entry = { ...entryOf(command), offsets: match.offsets };
    const bonus = recent.includes(command.id) ? RECENT_BONUS : 0;
    const penalty = entry.whyNot === null ? 0 : DISABLED_PENALTY;
    return [{ entry, score: match.score + bonus - penalty }];
  });
  return found.sort((a, b) => b.score - a.score).map(({ entry }) => entry);
}

/** Matches only if each word is in the title, the detail or the group. */
function matchCommand({ title, detail = '', group }: Command, words: readonly string[]) {
  const beside = `${detail} ${group}`.toLowerCase();
  let score = -PER_CHARACTER * title.length;
  const offsets: number[] = [];
  for (const word of words) {
    const match = matchWord(word, title);
    if (match) offsets.push(...match.offsets);
    else if (!beside.includes(word.toLowerCase())) return null;
    score += match?.score ?? BESIDE_TITLE;
  }
  return { score, offsets };
}
