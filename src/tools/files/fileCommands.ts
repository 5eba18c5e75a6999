import type { StoreApi } from 'zustand/vanilla';
import { LIMITS } from '#core/project/limits.ts';
import { importInsertion, importOf, updateMentions } from '#core/project/mentions.ts';
import { checkFilePath, FILE_EXTENSIONS, freePath } from '#core/project/names.ts';
import { type OpenFile, openFiles } from '#core/project/openFile.ts';
import { MAIN_FILE, MAIN_FILE_ID, type ProjectFile } from '#core/project/project.ts';
import type { Result } from '#core/util/result.ts';
import type { Workspace } from '#workspace/workspace.ts';
import type { ProjectState } from './state.ts';

/** Actions on the project's files. The main file cannot be renamed, moved or removed. */
export interface FileCommands extends Pick<OpenFileList, 'read' | 'move' | 'isChanging'> {
  /** Adds an empty file at the end, opens it and asks for its name. */
  create(): void;
  startNaming(id: number): void;
  /** Renames a file and ends naming; the error says why the name is invalid. */
  rename(id: number, typed: string): Result<string>;
  /** Keeps the name, and removes the file if it was only just added. */
  cancelNaming(): void;
  duplicate(id: number): void;
  remove(id: number): void;
  /** Undoes the last renaming, including the changed imports. */
  undoRename(): void;
  undoRemove(): void;
  /** Inserts the import that the notice about a new file offers. */
  insertImport(): void;
  dismissNotice(): void;
}

/** The initial path of a new file. */
const NEW_FILE: ProjectFile = { path: 'file.slang', text: '' };

export function createFileCommands(
  workspace: FilesWorkspace,
  session: StoreApi<ProjectState>,
): FileCommands {
  const { getState } = workspace.store;
  const list = createOpenFileList(workspace);
  const add = (file: ProjectFile, after: number): OpenFile | null => {
    // Plus one for the main file.
    if (getState().files.length + 1 < LIMITS.files) return list.add(file, after);
    const reason = `A project has at most ${LIMITS.files} files. Delete one before you add another.`;
    session.setState({ notice: { kind: 'refused', reason } });
    return null;
  };
  const offerImport = (path: string) => {
    const statement = importOf(path);
    if (workspace.project().text.includes(statement)) return;
    session.setState({ notice: { kind: 'added', path, statement } });
  };
  return {
    read: list.read,
    move: list.move,
    isChanging: list.isChanging,
    create() {
      const addedAt = getState().activeFile;
      const added = add(NEW_FILE, getState().files.at(-1)?.id ?? MAIN_FILE_ID);
      if (added) session.setState({ naming: { id: added.id, addedAt } });
    },
    startNaming(id) {
      if (id !== MAIN_FILE_ID) session.setState({ naming: { id, addedAt: null } });
    },
    rename(id, typed) {
      const checked = checkFilePath(withoutSecondExtension(typed), list.pathsBeside(id));
      if (!checked.ok) return checked;
      const isNew = (session.getState().naming?.addedAt ?? null) !== null;
      session.setState({ naming: null });
      const { path } = list.read(id);
      const imports = list.rename(id, checked.value);
      if (isNew) offerImport(checked.value);
      else if (imports > 0) session.setState({ notice: { kind: 'renamed', id, path, imports } });
      return checked;
    },
    cancelNaming() {
      const { naming } = session.getState();
      session.setState({ naming: null });
      if (!naming || naming.addedAt === null) return;
      list.take(naming.id);
      workspace.showFile(naming.addedAt);
    },
    duplicate: (id) => void add(list.read(id), id),
    remove(id) {
      const taken = list.take(id);
      if (taken) session.setState({ notice: { kind: 'deleted', ...taken } });
    },
    ...noticeActions(workspace, session, list, add),
    dismissNotice: () => session.setState({ notice: null }),
  };
}

type NoticeActions = Pick<FileCommands, 'undoRename' | 'undoRemove' | 'insertImport'>;

/** The actions of the notice. Each of them closes it. */
function noticeActions(
  workspace: FilesWorkspace,
  session: StoreApi<ProjectState>,
  list: OpenFileList,
  add: (file: ProjectFile, after: number) => OpenFile | null,
): NoticeActions {
  const { getState } = workspace.store;
  return {
    undoRename() {
      const { notice } = session.getState();
      if (notice?.kind !== 'renamed') return;
      session.setState({ notice: null });
      const { id, path } = notice;
      const isThere = getState().files.some((file) => file.id === id);
      if (isThere && !list.pathsBeside(id).includes(path)) list.rename(id, path);
    },
    undoRemove() {
      const { notice } = session.getState();
      if (notice?.kind !== 'deleted') return;
      session.setState({ notice: null });
      add(notice.file, getState().files[notice.index - 1]?.id ?? MAIN_FILE_ID);
    },
    insertImport() {
      const { notice } = session.getState();
      if (notice?.kind !== 'added') return;
      const { statement, path } = notice;
      session.setState({ notice: null });
      const { text } = workspace.project();
      const change = importInsertion(text, statement);
      const files = [{ id: MAIN_FILE_ID, changes: [change] }];
      workspace.editFiles({ files, label: `Import ${path}` });
    },
  };
}

/** Typing `noise.slang` over the selected part of `file.slang` results in `noise.slang.slang`. */
function withoutSecondExtension(typed: string): string {
  const name = typed.trim();
  const twice = FILE_EXTENSIONS.find((extension) => name.endsWith(extension + extension));
  return twice === undefined ? name : name.slice(0, -twice.length);
}

type FilesWorkspace = Pick<Workspace, 'store' | 'project' | 'setFiles' | 'editFiles' | 'showFile'>;

/** The open project's files except the main file. `add` and `read` handle their current texts. */
interface OpenFileList {
  /** Paths of all other files, images and data, which a file must not use. */
  pathsBeside(id: number | null): readonly string[];
  /** Adds a file after another under the first free path, and shows it. */
  add(file: ProjectFile, after: number): OpenFile;
  /** Removes a file. If it is in the editor, shows the one before it. */
  take(id: number): TakenFile | null;
  /** Updates all mentions of the file; returns how many changed. */
  rename(id: number, path: string): number;
  move(id: number, to: number): void;
  /** The current file; also works for the main file. */
  read(id: number): ProjectFile;
  /** Whether this list is changing the files, as opposed to another project being opened. */
  isChanging(): boolean;
}

interface TakenFile {
  readonly file: ProjectFile;
  readonly index: number;
}

function createOpenFileList(workspace: FilesWorkspace): OpenFileList {
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

// Pure functions on the store's list of files.

type Files = readonly OpenFile[];

/** Inserts a file after the one with this id, or first if that is the main file. */
function insertedAfter(files: Files, id: number, added: OpenFile): Files {
  return files.toSpliced(files.findIndex((file) => file.id === id) + 1, 0, added);
}

function renamed(files: Files, id: number, path: string): Files {
  return files.map((file) => (file.id === id ? { ...file, path } : file));
}

function without(files: Files, id: number): Files {
  return files.filter((file) => file.id !== id);
}

/** Moves a file to an index, which is clamped to the list. */
function moved(files: Files, id: number, to: number): Files {
  const file = files.find((each) => each.id === id);
  if (!file) return files;
  const others = without(files, id);
  return others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, file);
}
