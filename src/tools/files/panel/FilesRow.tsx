import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { FILE_ACTIONS, placeOf } from '#tools/files/fileActions.ts';
import type { ProjectSession } from '#tools/files/session/projectSession.ts';
import { Button } from '#ui/Button.tsx';
import { MenuButton, type MenuItem } from '#ui/MenuButton.tsx';
import styles from './FilesRow.module.css';
import { FileTabs } from './FileTabs.tsx';
import { ImagesIcon, MoreIcon, PlusIcon } from './icons.tsx';
import { NameField } from './NameField.tsx';

interface FilesRowProps {
  readonly session: ProjectSession;
}

export function FilesRow({ session }: FilesRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useFocusToEditor(row);
  const tabs = useRef<HTMLDivElement>(null);
  const naming = useStore(session.store, (state) => state.naming);
  return (
    <div ref={row} className={styles['row']}>
      <FileTabs ref={tabs} session={session} />
      <Button
        kind="icon"
        label="New file"
        hint="Add a file (Ctrl+Alt+N)"
        onClick={session.files.create}
      >
        <PlusIcon />
      </Button>
      <AssetsButton session={session} />
      <FileActions session={session} />
      {naming && <NameField key={naming.id} session={session} naming={naming} tabs={tabs} />}
    </div>
  );
}

/** When the row goes away with its last file, the focus goes to the editor. */
function useFocusToEditor(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      queueMicrotask(() => {
        // StrictMode only pretends that the row goes away.
        if (element.isConnected) return;
        document.querySelector<HTMLElement>('[aria-label="Shader source"]')?.focus();
      });
    };
  }, [row]);
}

/** Shows and hides the list of images and data. */
function AssetsButton({ session: { assets } }: FilesRowProps) {
  const isShown = useStore(assets.store, (state) => state.isShown);
  return (
    <Button
      kind="icon"
      label="Images and data"
      hint="Images and data that the shader can use"
      pressed={isShown}
      onClick={() => assets.setShown(!isShown)}
    >
      <ImagesIcon />
    </Button>
  );
}

/** What can be done with the file in the editor. */
function FileActions({ session: { workspace, files: commands } }: FilesRowProps) {
  const files = useStore(workspace.store, (state) => state.files);
  const active = useStore(workspace.store, (state) => state.activeFile);
  const onDisk = useStore(workspace.store, (state) => state.onDisk);
  const place = placeOf(active, { files, onDisk });
  const items = FILE_ACTIONS.map(
    ({ text, keys, whyNot, run }): MenuItem => ({
      text,
      ...(keys && { keys }),
      disabled: whyNot?.(place),
      onChoose: () => run(commands, place),
    }),
  );
  return (
    <MenuButton label="File actions" hint="What to do with this file" items={items}>
      <MoreIcon />
    </MenuButton>
  );
}
