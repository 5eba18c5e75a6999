import type { StoreApi } from 'zustand/vanilla';
import { LIMITS } from '#core/project/limits.ts';
import { MAIN_FILE, MAIN_FILE_ID } from '#core/project/mainFile.ts';
import { importInsertion, importOf, updateMentions } from '#core/project/mentions.ts';
import { checkFilePath, FILE_EXTENSIONS, freePath } from '#core/project/names.ts';
import { type OpenFile, openFiles } from '#core/project/openFile.ts';
import type { ProjectFile } from '#core/project/project.ts';
import type { Result } from '#core/util/result.ts';
import type { ProjectState } from '#tools/files/session/state.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What can be done with the files of the project. The main file stays as it is. */
export interface FileCommands extends Pick<OpenFileList, 'read' | 'move' | 'isChanging'> {
  /** Adds an empty file after all others, opens it and asks for its name. */
  create(): void;
  startNaming(id: number): void;
  /** Gives a file another name, and ends naming; the error says why it cannot have it. */
  rename(id: number, typed: string): Result<string>;
  /** Leaves the name as it is, and removes a file that was just added for it. */
  cancelNaming(): void;
  duplicate(id: number): void;
  remove(id: number): void;
  /** Gives the file that was renamed last its former name, and the imports of it theirs. */
  undoRename(): void;
  /** Brings the file back that was removed last. */
  undoRemove(): void;
  /** Writes the import that the notice about a new file offers. */
  insertImport(): void;
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

/** What the notice offers, which it ends. */
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

/** Typing `noise.slang` over the selected part of `file.slang` gives `noise.slang.slang`. */
function withoutSecondExtension(typed: string): string {
  const name = typed.trim();
  const twice = FILE_EXTENSIONS.find((extension) => name.endsWith(extension + extension));
  return twice === undefined ? name : name.slice(0, -twice.length);
}

type FilesWorkspace = Pick<Workspace, 'store' | 'project' | 'setFiles' | 'editFiles' | 'showFile'>;

/** The files of the open project beside its main file, with current texts where files are copied. */
interface OpenFileList {
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

// Pure changes of the list of files, as the store holds it.

type Files = readonly OpenFile[];

/** With a file behind the one with that id, or first if that is the main file. */
function insertedAfter(files: Files, id: number, added: OpenFile): Files {
  return files.toSpliced(files.findIndex((file) => file.id === id) + 1, 0, added);
}

function renamed(files: Files, id: number, path: string): Files {
  return files.map((file) => (file.id === id ? { ...file, path } : file));
}

function without(files: Files, id: number): Files {
  return files.filter((file) => file.id !== id);
}

/** With the file at another index, which is brought within the list. */
function moved(files: Files, id: number, to: number): Files {
  const file = files.find((each) => each.id === id);
  if (!file) return files;
  const others = without(files, id);
  return others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, file);
}
