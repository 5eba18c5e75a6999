import { useStore } from 'zustand';
import { lazyPanel } from '#ui/tools/lazyPanel.tsx';
import type { Workspace } from '#workspace/workspace.ts';

const SourceNotice = lazyPanel(
  'The notice',
  async () => (await import('./SourceNotice.tsx')).SourceNotice,
);

/** Notices about the source, such as where replaced text went. */
export function SourceNotices({ workspace }: { readonly workspace: Workspace }) {
  const due = useStore(workspace.store, (state) => state.notices);
  return due.map((notice) => (
    <SourceNotice key={notice.kind} notice={notice} workspace={workspace} />
  ));
}
