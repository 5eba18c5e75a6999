import { MAIN_FILE, MAIN_FILE_ID } from '#core/project/mainFile.ts';
import type { Command } from '#ui/commands.ts';
import type { ToolHandle } from '#ui/tools/tool.ts';
import { diskOf } from './disk/diskOf.ts';
import type { DiskSession } from './disk/diskSession.ts';
import type { ProjectFeature } from './project.tsx';

type FilesTool = ToolHandle<ProjectFeature>;

/** Commands for the files of the project. What a project needs loads when the first of them runs. */
export function filesCommands(tool: FilesTool): readonly Command[] {
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

/** In the menu “Project”. */
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
