import { useStore } from 'zustand';
import { MAIN_FILE } from '#program/project/project.ts';
import type { ProjectSession } from '#project/session/projectSession.ts';
import { MAIN_FILE_ID } from '#workspace/sources/openFile.ts';

interface FileTabsProps {
  readonly session: ProjectSession;
}

/** A tab a file: the main file first. */
export function FileTabs({ session: { workspace } }: FileTabsProps) {
  const files = useStore(workspace.store, (state) => state.files);
  const active = useStore(workspace.store, (state) => state.activeFile);
  return (
    <div role="tablist" aria-label="Files">
      {[{ id: MAIN_FILE_ID, path: MAIN_FILE }, ...files].map(({ id, path }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === active}
          onClick={() => workspace.showFile(id)}
        >
          {path}
        </button>
      ))}
    </div>
  );
}
