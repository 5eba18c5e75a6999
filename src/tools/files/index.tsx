import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { MAIN_FILE, MAIN_FILE_ID } from '#core/project/project.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { untilDisposed } from '#core/util/newest.ts';
import { diskOf } from '#tools/files/disk/diskOf.ts';
import type { DiskSession } from '#tools/files/disk/diskSession.ts';
import { nameInUri } from '#tools/files/disk/keptPlaces.ts';
import { Button } from '#ui/Button.tsx';
import type { Command } from '#ui/commands.ts';
import { dialogTool } from '#ui/tools/dialogTool.tsx';
import { useLoaded } from '#ui/tools/lazyTool.ts';
import { loadOnce } from '#ui/tools/loadOnce.ts';
import { Failure } from '#ui/tools/Slot.tsx';
import { defineTool, type ToolHandle } from '#ui/tools/tool.ts';
import { hasFileTabs } from '#workspace/state.ts';
import styles from './FileDrops.module.css';
import type { ProjectFeature } from './project.tsx';
import type { DroppedItem } from './takeDrop.ts';

interface FileDropListeners {
  /** Reports whether files are being dragged over the page. */
  onOver(isOver: boolean): void;
  onDrop(items: readonly DroppedItem[]): void;
  onPaste(files: readonly File[]): void;
}

/** Elements that handle dropped files themselves. */
const TAKERS = '[data-takes-files]';

/** Browsers use this name for every image on the clipboard. */
const PASTED_NAME = /^image\.(?=\w+$)/;

/**
 * Handles files dropped or pasted anywhere on the page before the editor inserts them as text.
 * Ignores dragged or pasted text.
 */
function watchFileDrops({ onOver, onDrop, onPaste }: FileDropListeners): Dispose {
  const take = (event: DragEvent, isOver: boolean) => {
    const { dataTransfer, target } = event;
    if (!dataTransfer?.types.includes('Files')) return null;
    const isTaken = target instanceof Element && target.closest(TAKERS) !== null;
    onOver(isOver && !isTaken);
    if (isTaken) return null;
    event.preventDefault();
    event.stopPropagation();
    return dataTransfer;
  };
  return untilDisposed((signal) => {
    const options = { signal, capture: true };
    for (const type of ['dragenter', 'dragover'] as const) {
      window.addEventListener(type, (event) => take(event, true), options);
    }
    window.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (relatedTarget === null) onOver(false);
      },
      options,
    );
    window.addEventListener(
      'drop',
      (event) => {
        const dropped = take(event, false);
        if (dropped) onDrop(itemsOf(dropped));
      },
      options,
    );
    window.addEventListener(
      'paste',
      (event) => {
        const files = pastedFiles(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        onPaste(files);
      },
      options,
    );
  });
}

/** Not supported by all browsers. */
interface HandleSource {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** Must be called during the event, after which the transfer is empty. */
function itemsOf({ items }: DataTransfer): DroppedItem[] {
  return [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item: DataTransferItem & HandleSource) => {
      const entry = item.webkitGetAsEntry();
      return {
        file: entry?.isDirectory ? null : item.getAsFile(),
        entry,
        handle: item.getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null),
      };
    });
}

/** Empty if the clipboard has text: word processors put text there along with an image of it. */
function pastedFiles(clipboard: DataTransfer | null): File[] {
  if (!clipboard || clipboard.types.includes('text/plain')) return [];
  return [...clipboard.files]
    .filter(({ type }) => /^(?:image|video)\//.test(type))
    .map((file) => {
      const name = file.name.replace(PASTED_NAME, 'pasted.');
      return new File([file], name, { type: file.type });
    });
}

export const newProject = dialogTool({
  id: 'new',
  name: 'New project',
  title: 'New project from a starter',
  menus: { Project: 'New' },
  group: 'Files',
  load: async () => (await import('./NewDialog.tsx')).NewDialog,
});

/** For narrow windows; otherwise the name in the navbar can be edited. */
export const renameProject = dialogTool({
  id: 'rename-project',
  name: 'Rename project',
  title: 'Rename the project',
  menus: { Project: 'Rename project…' },
  group: 'Files',
  load: async () => (await import('./RenameDialog.tsx')).RenameDialog,
});

export const files = defineTool({
  id: 'files',
  name: 'The list of files',
  load: async (context) => (await import('./project.tsx')).createProject(context),
  faces: {
    notices: FileNotices,
    'source status': NewFileButton,
  },
  commands: filesCommands,
  requests: ({ context, load }) => ({
    async saveToDisk() {
      if (nameInUri(context.workspace.sourceUri()) === null) return false;
      return (await diskOf(context).load())?.session.saveThere() ?? false;
    },
    putFile: async (path, file) => (await load())?.session.assets.put(path, file) ?? false,
  }),
  start(tool) {
    const { context } = tool;
    loadOnce(tool, hasFileTabs);
    // For a project opened from disk in an earlier visit, whose tabs show the names of its files.
    const isOnDisk = () => nameInUri(context.workspace.sourceUri()) !== null;
    loadOnce({ context, load: diskOf(context).load }, isOnDisk);
  },
});

interface FaceProps {
  readonly tool: ToolHandle<ProjectFeature>;
}

function FileNotices({ tool }: FaceProps) {
  const disk = diskOf(tool.context);
  const loaded = useLoaded(disk);
  return (
    <>
      <Failure tool={disk} />
      {loaded && <loaded.DiskPanel session={loaded.session} />}
      <FileDrops tool={tool} />
    </>
  );
}

/** Handles files dropped or pasted on the page, and shows a hint while they are dragged over it. */
function FileDrops({ tool: { context, use } }: FaceProps) {
  const [isOver, setIsOver] = useState(false);
  useEffect(
    () =>
      watchFileDrops({
        onOver: setIsOver,
        onDrop(items) {
          context.showView('source');
          use(({ session }) => session.drop(items));
        },
        onPaste(files) {
          context.showView('source');
          use(({ session }) => session.paste(files));
        },
      }),
    [context, use],
  );
  if (!isOver) return null;
  return (
    <div className={styles['overlay']} aria-hidden="true">
      <p className={styles['text']}>
        Drop images and data to add them, or shaders, a folder, a zip or a saved picture to open
        them
      </p>
    </div>
  );
}

/** Adds the first file besides the main file. After that, the file tabs have such a button. */
function NewFileButton({ tool: { context, use } }: FaceProps) {
  const hasRow = useStore(context.workspace.store, hasFileTabs);
  if (hasRow) return null;
  return (
    <Button
      kind="small"
      hint="Add a file that the shader can import (Ctrl+Alt+N)"
      onClick={() => use(({ session }) => session.files.create())}
    >
      New file
    </Button>
  );
}

type FilesTool = ToolHandle<ProjectFeature>;

/** Commands for the project's files. The feature loads with the first command that runs. */
function filesCommands(tool: FilesTool): readonly Command[] {
  return [...onProject(tool), ...onDisk(tool), ...ofShownFile(tool), ...goTo(tool)];
}

function onProject({ use }: FilesTool): readonly Command[] {
  return [
    {
      id: 'new file',
      title: 'New file',
      detail: 'Add a file that the shader can import',
      help: 'Add a file to the project',
      group: 'Files',
      keys: ['Mod+Alt+N'],
      everywhere: true,
      view: 'source',
      run: () => use(({ session }) => session.files.create()),
    },
    {
      id: 'Images and data',
      title: 'Images and data',
      detail: 'Add images and data that the shader can use',
      group: 'Files',
      view: 'source',
      run: () => use(({ session }) => session.assets.setShown(true)),
    },
  ];
}

function onDisk({ context }: FilesTool): readonly Command[] {
  const use = (work: (session: DiskSession) => Promise<void>) => () =>
    void diskOf(context)
      .load()
      .then((disk) => disk && work(disk.session));
  return [
    {
      title: 'Open files…',
      detail: 'Sources, or a project as a zip',
      run: use((session) => session.openFiles()),
    },
    {
      title: 'Open folder…',
      detail: 'All sources, images and data in it',
      run: use((session) => session.openFolder()),
    },
    {
      title: 'Save',
      detail: 'To the files it came from, or as a file',
      run: use((session) => session.save()),
    },
    {
      title: 'Download zip',
      detail: 'The whole project with its settings',
      run: use((session) => session.downloadZip()),
    },
  ].map((command) => ({
    ...command,
    id: `disk: ${command.title}`,
    menus: { Project: command.title },
    group: 'Files',
  }));
}

function ofShownFile({ context: { workspace }, use }: FilesTool): readonly Command[] {
  const { files, activeFile } = workspace.store.getState();
  const path = files.find(({ id }) => id === activeFile)?.path ?? MAIN_FILE;
  const command = (
    verb: string,
    whyNotMain: string | null,
    change: (files: ProjectFeature['session']['files']) => void,
  ): Command => ({
    id: `${verb} file`,
    title: `${verb} this file`,
    detail: path,
    group: 'Files',
    view: 'source',
    whyNot: () => (activeFile === MAIN_FILE_ID ? whyNotMain : null),
    run: () => use(({ session }) => change(session.files)),
  });
  return [
    command('Rename', 'The main file keeps its name.', (list) => list.startNaming(activeFile)),
    command('Duplicate', null, (list) => list.duplicate(activeFile)),
    command('Delete', 'A project keeps its main file.', (list) => list.remove(activeFile)),
  ];
}

function goTo({ context: { workspace } }: FilesTool): readonly Command[] {
  const others = workspace.store.getState().files;
  if (others.length === 0) return [];
  return [{ id: MAIN_FILE_ID, path: MAIN_FILE }, ...others].map(({ id, path }) => ({
    id: `file:${path}`,
    title: `Go to file: ${path}`,
    group: 'Files',
    view: 'source',
    run: () => workspace.showFile(id),
  }));
}
