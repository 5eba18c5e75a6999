import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Part } from '#app/faults/Part.tsx';
import { lazyPanel } from '#app/layout/lazyPanel.tsx';
import styles from '#ui/Notice.module.css';
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
      {notices.length > 0 && (
        <Part name="The notice">
          {notices.map((notice) => (
            <SourceNotice key={notice.kind} notice={notice} workspace={workspace} />
          ))}
        </Part>
      )}
      {children}
    </section>
  );
}
