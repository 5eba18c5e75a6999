import type { StoreApi } from 'zustand/vanilla';
import { MAIN_FILE } from '#program/project/project.ts';
import { LIMITS } from '#project/limits.ts';
import type { ProjectState } from '#project/session/state.ts';
import { ok, type Result } from '#shared/result.ts';
import { MAIN_FILE_ID, type OpenFile, openFiles } from '#workspace/sources/openFile.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { insertedAfter, moved, renamed, without } from './fileList.ts';
import { checkFilePath, freePath } from './names.ts';

/** What can be done with the files of the project. The main file stays as it is. */
export interface FileCommands {
  /** Adds an empty file behind the one in the editor, opens it and asks for its name. */
  create(): void;
  startNaming(id: number): void;
  /** Gives a file another name; the error says why it cannot have it. */
  rename(id: number, typed: string): Result<string>;
  /** Leaves the name as it is, and removes a file that was just added for it. */
  cancelNaming(): void;
  duplicate(id: number): void;
  remove(id: number): void;
  /** Brings the file back that was removed last. */
  undoRemove(): void;
  dismissNotice(): void;
  /** @param to index among the files beside the main file */
  move(id: number, to: number): void;
}

type FilesWorkspace = Pick<Workspace, 'store' | 'project' | 'setFiles' | 'showFile'>;

export function createFileCommands(
  workspace: FilesWorkspace,
  session: StoreApi<ProjectState>,
): FileCommands {
  const { getState } = workspace.store;
  const pathsBeside = (id: number | null) => {
    const { files, assets } = getState();
    return [...files.filter((file) => file.id !== id), ...assets].map(({ path }) => path);
  };
  const add = (wanted: string, text: string, after: number): OpenFile | null => {
    const { files } = getState();
    if (files.length + 1 >= LIMITS.files) {
      const reason = `A project has at most ${LIMITS.files} files. Delete one before you add another.`;
      session.setState({ notice: { kind: 'refused', reason } });
      return null;
    }
    const path = freePath(wanted, pathsBeside(null));
    const [added] = openFiles([{ path, text }]);
    if (!added) return null;
    workspace.setFiles(insertedAfter(files, after, added));
    workspace.showFile(added.id);
    return added;
  };
  const commands: FileCommands = {
    create() {
      const added = add('module.slang', '', getState().activeFile);
      if (added) session.setState({ naming: { id: added.id, isNew: true } });
    },
    startNaming(id) {
      if (id !== MAIN_FILE_ID) session.setState({ naming: { id, isNew: false } });
    },
    rename(id, typed) {
      const checked = checkFilePath(typed, pathsBeside(id));
      if (!checked.ok) return checked;
      const { files } = getState();
      const isOther = files.some((file) => file.id === id && file.path !== checked.value);
      if (isOther) workspace.setFiles(renamed(files, id, checked.value));
      session.setState({ naming: null });
      return ok(checked.value);
    },
    cancelNaming() {
      const { naming } = session.getState();
      session.setState({ naming: null });
      if (naming?.isNew) take(naming.id);
    },
    duplicate(id) {
      const { text, files } = workspace.project();
      const file = files.find((each) => each.id === id) ?? { path: MAIN_FILE, text };
      add(file.path, file.text, id);
    },
    remove(id) {
      const removed = take(id);
      if (removed) session.setState({ notice: { kind: 'deleted', ...removed } });
    },
    undoRemove() {
      const { notice } = session.getState();
      if (notice?.kind !== 'deleted') return;
      session.setState({ notice: null });
      const before = getState().files[notice.index - 1]?.id ?? MAIN_FILE_ID;
      add(notice.file.path, notice.file.text, before);
    },
    dismissNotice: () => session.setState({ notice: null }),
    move: (id, to) => workspace.setFiles(moved(getState().files, id, to)),
  };

  /** Removes a file, and shows the one before it if it was in the editor. */
  function take(id: number) {
    const index = getState().files.findIndex((file) => file.id === id);
    const file = workspace.project().files[index];
    if (!file) return null;
    const { files, activeFile } = getState();
    if (activeFile === id) workspace.showFile(files[index - 1]?.id ?? MAIN_FILE_ID);
    workspace.setFiles(without(files, id));
    return { file: { path: file.path, text: file.text }, index };
  }

  return commands;
}
