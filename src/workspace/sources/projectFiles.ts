import type { StoreApi } from 'zustand/vanilla';
import type { ProjectEdits } from '#core/project/edits.ts';
import { MAIN_FILE_ID } from '#core/project/mainFile.ts';
import type { OpenFile, OpenProject } from '#core/project/openFile.ts';
import type { Asset } from '#core/project/project.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Source } from './source.ts';

/** The files of the open project beside its main file. What names are good is decided elsewhere. */
export interface ProjectFiles {
  /** All files with their current texts. */
  project(): OpenProject;
  /** Replaces the list: files are added, removed, renamed, reordered. This is an edit. */
  setFiles(files: readonly OpenFile[]): void;
  /** Has the editor change texts, in one undo step. */
  editFiles(edits: ProjectEdits): void;
  /** Replaces the list of images and data. This is an edit. */
  setAssets(assets: readonly Asset[]): void;
  /** Shows a file in the editor; `MAIN_FILE_ID` is the main file. */
  showFile(id: number): void;
  /** Called by the editor at each change of a file beside the main file. */
  fileEdited(id: number, read: () => string): void;
}

/** @param edited called after each change */
export function createProjectFiles(
  { getState, setState }: StoreApi<WorkspaceState>,
  source: Pick<Source, 'project' | 'fileEdited'>,
  edited: () => void,
): ProjectFiles {
  return {
    project: source.project,
    setFiles(files) {
      const { activeFile } = getState();
      const isThere = files.some(({ id }) => id === activeFile);
      setState({ files, ...(!isThere && { activeFile: MAIN_FILE_ID }) });
      edited();
    },
    editFiles: (edits) => setState({ edits }),
    setAssets(assets) {
      setState({ assets });
      edited();
    },
    showFile: (activeFile) => setState({ activeFile }),
    fileEdited(id, read) {
      source.fileEdited(id, read);
      edited();
    },
  };
}
