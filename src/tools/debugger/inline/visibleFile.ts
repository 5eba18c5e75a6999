import { MAIN_FILE, MAIN_FILE_ID } from '#core/project/project.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** The file that the source editor shows. */
export interface VisibleFile {
  path(): string;
  /** Shows another file; does nothing if it is gone. */
  show(path: string): void;
  /** Calls `listener` after another file is shown. */
  subscribe(listener: () => void): Dispose;
}

export function pathOfVisibleFile({
  activeFile,
  files,
}: Pick<WorkspaceState, 'activeFile' | 'files'>): string {
  return files.find(({ id }) => id === activeFile)?.path ?? MAIN_FILE;
}

export function createVisibleFile({
  store,
  showFile,
}: Pick<Workspace, 'store' | 'showFile'>): VisibleFile {
  return {
    path: () => pathOfVisibleFile(store.getState()),
    show(path) {
      const file = store.getState().files.find((each) => each.path === path);
      if (file || path === MAIN_FILE) showFile(file?.id ?? MAIN_FILE_ID);
    },
    subscribe: (listener) =>
      store.subscribe((state, before) => {
        if (pathOfVisibleFile(state) === pathOfVisibleFile(before)) return;
        // The editor follows the store too, perhaps after this.
        queueMicrotask(listener);
      }),
  };
}
