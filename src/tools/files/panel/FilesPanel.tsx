import { useStore } from 'zustand';
import { AssetsPanel } from '#tools/files/assets/AssetsPanel.tsx';
import type { ProjectSession } from '#tools/files/session/projectSession.ts';
import { Part } from '#ui/faults/Part.tsx';
import { hasFileTabs } from '#workspace/state.ts';
import { FilesOutcome } from './FilesOutcome.tsx';
import { FilesRow } from './FilesRow.tsx';

interface FilesPanelProps {
  readonly session: ProjectSession;
}

/** The row of files above the editor, if the files have tabs, and what is below it. */
export function FilesPanel({ session }: FilesPanelProps) {
  const hasTabs = useStore(session.workspace.store, hasFileTabs);
  return (
    <>
      {hasTabs && <FilesRow session={session} />}
      <FilesOutcome session={session} />
      <Part name="Images and data">
        <AssetsPanel project={session.workspace.store} commands={session.assets} />
      </Part>
    </>
  );
}
