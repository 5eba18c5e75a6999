import { useStore } from 'zustand';
import { assertNever } from '#shared/assertNever.ts';
import { Button } from '#ui/Button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import type { KeepingNotice } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './KeepingNotices.module.css';

/** Says where a text has gone, with the way back, until it is used or closed. */
export function KeepingNotices({ workspace }: { readonly workspace: Workspace }) {
  const notices = useStore(workspace.store, (state) => state.notices);
  return (
    // Was there before the notices, so that screen readers speak what is put into it.
    <section className={styles['notices']} aria-live="polite" aria-label="Notices">
      {notices.map((notice) => (
        <div key={notice.kind} className={styles['notice']}>
          <span className={styles['text']}>{textOf(notice)}</span>
          {notice.kind !== 'refused' && (
            <Button onClick={() => void workspace.bringBack(notice.kind)}>Bring it back</Button>
          )}
          <Button
            kind="icon"
            label="Close notice"
            hint="Close"
            onClick={() => workspace.dismissNotice(notice.kind)}
          >
            <CloseIcon />
          </Button>
        </div>
      ))}
    </section>
  );
}

function textOf(notice: KeepingNotice): string {
  switch (notice.kind) {
    case 'replaced':
      return notice.inHistory ? 'Your text is in the history.' : 'Your text was replaced.';
    case 'left':
      return 'The text of a closed tab is in the history.';
    case 'refused':
      return `${notice.reason} To be safe, share a link to it.`;
    default:
      return assertNever(notice);
  }
}
