import { MAIN_FILE } from '#core/project/project.ts';
import { saveFile } from '#ui/saveFile.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { FileCommands } from './fileCommands.ts';

interface FilePlace {
  readonly id: number;
  /** Index in the list without the main file; -1 for the main file. */
  readonly index: number;
  readonly count: number;
  readonly mainName: string;
}

export function placeOf(
  id: number,
  { files, onDisk }: Pick<WorkspaceState, 'files' | 'onDisk'>,
): FilePlace {
  const index = files.findIndex((file) => file.id === id);
  return { id, index, count: files.length, mainName: onDisk?.mainName ?? MAIN_FILE };
}

/** An action on a file, in the row's menu and as keys of the file's tab. */
export interface FileAction {
  readonly text: string;
  /** Shortcut while the file's tab has the focus. */
  readonly keys?: string;
  /** Why the action is disabled; undefined if it is available. */
  readonly whyNot?: (file: FilePlace) => string | undefined;
  readonly run: (files: FileCommands, file: FilePlace) => void;
}

const isMain = ({ index, mainName }: FilePlace) =>
  index < 0 ? `${mainName} is the main file, which keeps its name and place` : undefined;

export const FILE_ACTIONS: readonly FileAction[] = [
  {
    text: 'Rename…',
    keys: 'F2',
    whyNot: isMain,
    run: (files, { id }) => files.startNaming(id),
  },
  {
    text: 'Duplicate',
    run: (files, { id }) => files.duplicate(id),
  },
  {
    text: 'Delete',
    keys: 'Delete',
    whyNot: isMain,
    run: (files, { id }) => files.remove(id),
  },
  {
    text: 'Move left',
    keys: 'Alt+Shift+←',
    whyNot: (file) => isMain(file) ?? (file.index === 0 ? 'It is the first' : undefined),
    run: (files, { id, index }) => files.move(id, index - 1),
  },
  {
    text: 'Move right',
    keys: 'Alt+Shift+→',
    whyNot: (file) =>
      isMain(file) ?? (file.index === file.count - 1 ? 'It is the last' : undefined),
    run: (files, { id, index }) => files.move(id, index + 1),
  },
  {
    text: 'Save this file',
    run(files, { id, index, mainName }) {
      const { path, text } = files.read(id);
      const name = index < 0 ? mainName : path.slice(path.lastIndexOf('/') + 1);
      saveFile(new File([text], name, { type: 'text/plain' }));
    },
  },
];
