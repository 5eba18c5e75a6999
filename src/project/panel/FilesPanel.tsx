import { useStore } from 'zustand';
import { AssetsPanel } from '#project/assets/AssetsPanel.tsx';
import type { ProjectSession } from '#project/session/projectSession.ts';
import { FilesNoticeStrip } from './FilesNoticeStrip.tsx';
import { FilesRow } from './FilesRow.tsx';

interface FilesPanelProps {
  readonly session: ProjectSession;
}

/** The row of files above the editor, once there is more than the main file, and what is below it. */
export function FilesPanel({ session }: FilesPanelProps) {
  const hasMore = useStore(
    session.workspace.store,
    ({ files, assets }) => files.length + assets.length > 0,
  );
  return (
    <>
      {hasMore && <FilesRow session={session} />}
      <FilesNoticeStrip session={session} />
      <AssetsPanel project={session.workspace.store} commands={session.assets} />
    </>
  );
}
