import { useEffect, useMemo } from 'react';
import type { DiskTool } from '#pages/playground/tools/diskTool.ts';
import { addCommands } from '#ui/commands.ts';
import { FolderIcon } from '#ui/icons.tsx';
import { MenuButton } from '#ui/MenuButton.tsx';

/** Opens projects from the disk, and saves them there. */
export function OpenSaveButton({ tool }: { readonly tool: DiskTool }) {
  const items = useMemo(() => itemsOf(tool), [tool]);
  useEffect(
    () =>
      addCommands(() =>
        items.map(({ text, detail, onChoose }) => ({
          id: `disk: ${text}`,
          title: text,
          detail,
          group: 'Files',
          run: onChoose,
        })),
      ),
    [items],
  );
  return (
    <MenuButton label="Open and save" hint="Open files, save them, download a zip" items={items}>
      <FolderIcon />
    </MenuButton>
  );
}

function itemsOf({ use }: DiskTool) {
  return [
    {
      text: 'Open files…',
      detail: 'Sources, or a project as a zip',
      onChoose: () => void use((session) => session.openFiles()),
    },
    {
      text: 'Open folder…',
      detail: 'All sources, images and data in it',
      onChoose: () => void use((session) => session.openFolder()),
    },
    {
      text: 'Save',
      detail: 'To the files it came from, or as a download',
      onChoose: () => void use((session) => session.save()),
    },
    {
      text: 'Download zip',
      detail: 'The whole project with its settings',
      onChoose: () => void use((session) => session.downloadZip()),
    },
  ];
}
