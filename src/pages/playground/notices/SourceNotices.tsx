import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Part } from '#ui/faults/Part.tsx';
import styles from '#ui/Notice.module.css';
import { lazyPanel } from '#ui/tools/lazyPanel.tsx';
import type { Workspace } from '#workspace/workspace.ts';

const SourceNotice = lazyPanel(
  'The notice',
  async () => (await import('./SourceNotice.tsx')).SourceNotice,
);

interface SourceNoticesProps {
  readonly workspace: Workspace;
  /** Notices of other parts of the page. */
  readonly children: ReactNode;
}

/**
 * Notices about the source, such as where replaced text went, until the user acts on or closes
 * them.
 */
export function SourceNotices({ workspace, children }: SourceNoticesProps) {
  const notices = useStore(workspace.store, (state) => state.notices);
  return (
    // Always in the document, so that screen readers announce what is added to it.
    <section className={styles['stack']} aria-live="polite" aria-label="Notices">
      {notices.map((notice) => (
        <Part key={notice.kind} name="The notice">
          <SourceNotice notice={notice} workspace={workspace} />
        </Part>
      ))}
      {children}
    </section>
  );
}
