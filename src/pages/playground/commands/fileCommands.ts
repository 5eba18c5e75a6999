import type { ProjectFeature } from '#tools/files/project.ts';
import type { Command } from '#ui/commands.ts';
import { MAIN_FILE, MAIN_FILE_ID } from '#core/project/mainFile.ts';
import { PAGE_SHORTCUTS } from '#ui/shortcuts.ts';
import type { CommandContext } from './context.ts';

/** Commands for the files of the project. What a project needs loads when the first of them runs. */
export function fileCommands(context: CommandContext): readonly Command[] {
  return [newFile(context), ...ofShownFile(context), ...goTo(context)];
}

function newFile({ actions }: CommandContext): Command {
  return {
    id: 'new file',
    title: 'New file',
    detail: 'Add a file that the shader can import',
    group: 'Files',
    ...PAGE_SHORTCUTS.newFile,
    view: 'source',
    run: actions.newFile,
  };
}

function ofShownFile({ workspace, projectTool }: CommandContext): readonly Command[] {
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
    run: () => void projectTool.load().then((project) => project && change(project.session.files)),
  });
  return [
    command('Rename', 'The main file keeps its name.', (list) => list.startNaming(activeFile)),
    command('Duplicate', null, (list) => list.duplicate(activeFile)),
    command('Delete', 'A project keeps its main file.', (list) => list.remove(activeFile)),
  ];
}

function goTo({ workspace }: CommandContext): readonly Command[] {
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
