import { useRef } from 'react';
import { useStore } from 'zustand';
import { MAIN_FILE } from '#program/project/project.ts';
import type { ProjectSession } from '#project/session/projectSession.ts';
import { Button } from '#ui/Button.tsx';
import { MenuButton, type MenuItem } from '#ui/MenuButton.tsx';
import { saveFile } from '#ui/saveFile.ts';
import { MAIN_FILE_ID } from '#workspace/sources/openFile.ts';
import styles from './FilesRow.module.css';
import { FileTabs } from './FileTabs.tsx';
import { ImagesIcon, MoreIcon, PlusIcon } from './icons.tsx';
import { NameField } from './NameField.tsx';

interface FilesRowProps {
  readonly session: ProjectSession;
}

export function FilesRow({ session }: FilesRowProps) {
  const tabs = useRef<HTMLDivElement>(null);
  const naming = useStore(session.store, (state) => state.naming);
  return (
    <div className={styles['row']}>
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
  const index = files.findIndex(({ id }) => id === active);
  const main = active === MAIN_FILE_ID ? `${MAIN_FILE} is the main file, which stays` : undefined;
  const items: readonly MenuItem[] = [
    item('Rename…', 'F2', main, () => commands.startNaming(active)),
    item('Duplicate', undefined, undefined, () => commands.duplicate(active)),
    item('Delete', 'Delete', main, () => commands.remove(active)),
    item('Move left', 'Alt+Shift+←', main ?? (index === 0 ? 'It is the first' : undefined), () =>
      commands.move(active, index - 1),
    ),
    item(
      'Move right',
      'Alt+Shift+→',
      main ?? (index === files.length - 1 ? 'It is the last' : undefined),
      () => commands.move(active, index + 1),
    ),
    item('Download this file', undefined, undefined, () => {
      const { path, text } = commands.read(active);
      saveFile(new File([text], path.slice(path.lastIndexOf('/') + 1), { type: 'text/plain' }));
    }),
  ];
  return (
    <MenuButton label="File actions" hint="What to do with this file" items={items}>
      <MoreIcon />
    </MenuButton>
  );
}

function item(
  text: string,
  keys: string | undefined,
  disabled: string | undefined,
  onChoose: () => void,
): MenuItem {
  return { text, ...(keys && { keys }), ...(disabled && { disabled }), onChoose };
}
