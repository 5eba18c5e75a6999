import { MAIN_FILE, MAIN_FILE_ID } from '#core/project/mainFile.ts';
import { updateMentions } from '#core/project/mentions.ts';
import { freePath } from '#core/project/names.ts';
import { type OpenFile, openFiles } from '#core/project/openFile.ts';
import type { ProjectFile } from '#core/project/project.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { insertedAfter, moved, renamed, without } from './fileList.ts';

export type FilesWorkspace = Pick<
  Workspace,
  'store' | 'project' | 'setFiles' | 'editFiles' | 'showFile'
>;

/** The files of the open project beside its main file, with current texts where files are copied. */
export interface OpenFileList {
  /** Paths that a file cannot have, with those of images and data, and without its own. */
  pathsBeside(id: number | null): readonly string[];
  /** Adds a file behind another under the first free path, and shows it. */
  add(file: ProjectFile, after: number): OpenFile;
  /** Removes a file, and shows the one before it if it was in the editor. */
  take(id: number): TakenFile | null;
  /** The mentions of files go on finding them; returns how many had to change for it. */
  rename(id: number, path: string): number;
  move(id: number, to: number): void;
  /** The file as it is now, the main file too. */
  read(id: number): ProjectFile;
  /** Whether the list is being changed here, as opposed to another project being opened. */
  isChanging(): boolean;
}

export interface TakenFile {
  readonly file: ProjectFile;
  readonly index: number;
}

export function createOpenFileList(workspace: FilesWorkspace): OpenFileList {
  const { getState } = workspace.store;
  let isChanging = false;
  const set = (files: readonly OpenFile[]) => {
    isChanging = true;
    workspace.setFiles(files);
    isChanging = false;
  };
  const pathsBeside = (id: number | null) => {
    const { files, assets } = getState();
    return [...files.filter((file) => file.id !== id), ...assets].map(({ path }) => path);
  };
  return {
    pathsBeside,
    add({ path, text }, after) {
      const [added] = openFiles([{ path: freePath(path, pathsBeside(null)), text }]);
      if (!added) throw new Error('A file was not given an id.');
      set(insertedAfter(getState().files, after, added));
      workspace.showFile(added.id);
      return added;
    },
    take(id) {
      const { files, activeFile } = getState();
      const index = files.findIndex((file) => file.id === id);
      const file = workspace.project().files[index];
      if (!file) return null;
      if (activeFile === id) workspace.showFile(files[index - 1]?.id ?? MAIN_FILE_ID);
      set(without(files, id));
      return { file: { path: file.path, text: file.text }, index };
    },
    rename(id, path) {
      const { text, files } = workspace.project();
      const before = files.find((file) => file.id === id)?.path ?? path;
      if (before === path) return 0;
      const edits = updateMentions(
        [{ id: MAIN_FILE_ID, path: MAIN_FILE, text }, ...files],
        before,
        path,
      );
      set(renamed(getState().files, id, path));
      if (edits.length > 0) {
        workspace.editFiles({
          files: edits,
          label: `Rename ${before} to ${path}`,
          rename: { id, from: before, to: path },
        });
      }
      return edits.reduce((count, { changes }) => count + changes.length, 0);
    },
    move: (id, to) => set(moved(getState().files, id, to)),
    read(id) {
      const { text, files } = workspace.project();
      return files.find((file) => file.id === id) ?? { path: MAIN_FILE, text };
    },
    isChanging: () => isChanging,
  };
}
