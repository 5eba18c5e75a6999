import type { StoreApi } from 'zustand/vanilla';
import type { ProjectFile } from '#program/project/project.ts';
import { LIMITS } from '#project/limits.ts';
import type { ProjectState } from '#project/session/state.ts';
import { MAIN_FILE_ID } from '#shared/mainFile.ts';
import type { Result } from '#shared/result.ts';
import type { OpenFile } from '#workspace/sources/openFile.ts';
import { checkFilePath } from './names.ts';
import { createOpenFileList, type FilesWorkspace, type OpenFileList } from './openFileList.ts';

/** What can be done with the files of the project. The main file stays as it is. */
export interface FileCommands extends Pick<OpenFileList, 'read' | 'move' | 'isChanging'> {
  /** Adds an empty file behind the one in the editor, opens it and asks for its name. */
  create(): void;
  startNaming(id: number): void;
  /** Gives a file another name, and ends naming; the error says why it cannot have it. */
  rename(id: number, typed: string): Result<string>;
  /** Leaves the name as it is, and removes a file that was just added for it. */
  cancelNaming(): void;
  duplicate(id: number): void;
  remove(id: number): void;
  /** Brings the file back that was removed last. */
  undoRemove(): void;
  dismissNotice(): void;
}

/** What a new file is called until it is named. */
const NEW_FILE: ProjectFile = { path: 'file.slang', text: '' };

export function createFileCommands(
  workspace: FilesWorkspace,
  session: StoreApi<ProjectState>,
): FileCommands {
  const { getState } = workspace.store;
  const list = createOpenFileList(workspace);
  const add = (file: ProjectFile, after: number): OpenFile | null => {
    // With the main file.
    if (getState().files.length + 1 < LIMITS.files) return list.add(file, after);
    const reason = `A project has at most ${LIMITS.files} files. Delete one before you add another.`;
    session.setState({ notice: { kind: 'refused', reason } });
    return null;
  };
  return {
    read: list.read,
    move: list.move,
    isChanging: list.isChanging,
    create() {
      const added = add(NEW_FILE, getState().activeFile);
      if (added) session.setState({ naming: { id: added.id, isNew: true } });
    },
    startNaming(id) {
      if (id !== MAIN_FILE_ID) session.setState({ naming: { id, isNew: false } });
    },
    rename(id, typed) {
      const checked = checkFilePath(typed, list.pathsBeside(id));
      if (!checked.ok) return checked;
      session.setState({ naming: null });
      const { path } = list.read(id);
      const imports = list.rename(id, checked.value);
      if (imports > 0) session.setState({ notice: { kind: 'renamed', path, imports } });
      return checked;
    },
    cancelNaming() {
      const { naming } = session.getState();
      session.setState({ naming: null });
      if (naming?.isNew) list.take(naming.id);
    },
    duplicate: (id) => void add(list.read(id), id),
    remove(id) {
      const taken = list.take(id);
      if (taken) session.setState({ notice: { kind: 'deleted', ...taken } });
    },
    undoRemove() {
      const { notice } = session.getState();
      if (notice?.kind !== 'deleted') return;
      session.setState({ notice: null });
      add(notice.file, getState().files[notice.index - 1]?.id ?? MAIN_FILE_ID);
    },
    dismissNotice: () => session.setState({ notice: null }),
  };
}
