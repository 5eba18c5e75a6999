import { MAIN_FILE, MAIN_FILE_ID } from '#core/project/project.ts';
import '#ui/tabs.css';
import {
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { FILE_ACTIONS, type FileAction, placeOf } from '#tools/files/fileActions.ts';
import type { ProjectSession } from '#tools/files/projectSession.ts';
import { nextIndex } from '#ui/nextIndex.ts';
import styles from './FileTabs.module.css';
import { fileOf, tabOf } from './NameField.tsx';

interface FileTabsProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly session: ProjectSession;
}

/** One tab per file, the main file first. The user can drag tabs to reorder them. */
export function FileTabs({ ref, session }: FileTabsProps) {
  const { workspace, files: commands } = session;
  const files = useStore(workspace.store, (state) => state.files);
  const active = useStore(workspace.store, (state) => state.activeFile);
  const onDisk = useStore(workspace.store, (state) => state.onDisk);
  const all = [{ id: MAIN_FILE_ID, path: MAIN_FILE }, ...files];
  const nameOf = ({ id, path }: { id: number; path: string }) =>
    id === MAIN_FILE_ID ? (onDisk?.mainName ?? path) : path;
  useFocusOfActive(ref, active);
  const drag = useDrag(session);

  const onKeyDown = (event: KeyboardEvent) => {
    const id = fileOf(event.target);
    const at = all.findIndex((file) => file.id === id);
    const action = tabAction(event, at, all.length);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.kind === 'show') {
      workspace.showFile(all[action.index]?.id ?? MAIN_FILE_ID);
    } else {
      const place = placeOf(id, workspace.store.getState());
      if (action.action.whyNot?.(place) === undefined) action.action.run(commands, place);
    }
  };

  return (
    <div
      ref={ref}
      className={styles['tabs']}
      role="tablist"
      aria-label="Files"
      onKeyDown={onKeyDown}
      // Most mouse wheels scroll only vertically.
      onWheel={({ currentTarget, deltaX, deltaY }) => {
        if (deltaX === 0) currentTarget.scrollLeft += deltaY;
      }}
    >
      {all.map(({ id, path }) => {
        const isUnsaved = onDisk?.unsaved.has(id) ?? false;
        return (
          <button
            key={id}
            type="button"
            role="tab"
            data-file={id}
            className={styles['tab']}
            aria-selected={id === active}
            tabIndex={id === active ? 0 : -1}
            title={isUnsaved ? `/${path}, not saved to your disk (Ctrl+S)` : `/${path}`}
            onClick={() => workspace.showFile(id)}
            onDoubleClick={() => commands.startNaming(id)}
            {...drag(id)}
          >
            {nameOf({ id, path })}
            {isUnsaved && (
              <>
                <span className={styles['unsaved']} aria-hidden="true" />
                <span className="visually-hidden">, not saved to your disk</span>
              </>
            )}
          </button>
        );
      })}
    </div>
  );
}

/** Keeps the active tab visible. Focuses it if the focus is in the list. */
function useFocusOfActive(tabs: RefObject<HTMLDivElement | null>, active: number): void {
  useLayoutEffect(() => {
    const list = tabs.current;
    const tab = tabOf(list, active);
    if (!list || !tab) return;
    tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const focused = document.activeElement;
    if (list.contains(focused) && focused !== tab) tab.focus();
  }, [tabs, active]);
}

/** Tells tabs apart from other things dragged over the page. */
const DRAGGED_FILE = 'application/x-playground-file';

/** Makes a tab draggable, and a drop target for other tabs. */
function useDrag({ workspace, files: commands }: ProjectSession) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return (id: number) => ({
    draggable: id !== MAIN_FILE_ID,
    'data-over': over === id && dragged !== id ? true : undefined,
    onDragStart(event: DragEvent) {
      event.dataTransfer.setData(DRAGGED_FILE, String(id));
      event.dataTransfer.effectAllowed = 'move';
      setDragged(id);
    },
    onDragOver(event: DragEvent) {
      if (dragged === null || !event.dataTransfer.types.includes(DRAGGED_FILE)) return;
      event.preventDefault();
      setOver(id);
    },
    onDrop(event: DragEvent) {
      if (dragged === null) return;
      event.preventDefault();
      const { files } = workspace.store.getState();
      commands.move(
        dragged,
        Math.max(
          files.findIndex((file) => file.id === id),
          0,
        ),
      );
      end();
    },
    onDragEnd: end,
  });
}

type TabAction =
  | { readonly kind: 'show'; readonly index: number }
  | { readonly kind: 'act'; readonly action: FileAction };

export interface TabKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * The action of a key while a file's tab has the focus; null for other keys.
 *
 * @param at the file's index, counting the main file
 */
export function tabAction(
  { key, altKey, ctrlKey, metaKey, shiftKey }: TabKey,
  at: number,
  count: number,
): TabAction | null {
  if (ctrlKey || metaKey) return null;
  const held = [altKey && 'Alt+', shiftKey && 'Shift+'].filter((name) => name !== false);
  const chord = held.join('') + key.replace('ArrowLeft', '←').replace('ArrowRight', '→');
  const action = FILE_ACTIONS.find(({ keys }) => keys === chord);
  if (action) return { kind: 'act', action };
  const index = held.length > 0 ? null : nextIndex(key, at, count, 'wrap', 'right');
  return index === null ? null : { kind: 'show', index };
}
