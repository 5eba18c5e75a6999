import type { StoreApi } from 'zustand/vanilla';
import { MAIN_FILE_ID } from '#core/project/mainFile.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { ProjectFiles } from '#workspace/workspace.ts';
import type { Source } from './source.ts';

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
