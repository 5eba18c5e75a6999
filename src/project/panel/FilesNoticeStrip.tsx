import { useStore } from 'zustand';
import type { ProjectSession } from '#project/session/projectSession.ts';
import type { FilesNotice } from '#project/session/state.ts';
import { assertNever } from '#shared/assertNever.ts';
import { Button } from '#ui/Button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import styles from './FilesNoticeStrip.module.css';

/** What became of a file, with the way back. */
export function FilesNoticeStrip({ session }: { readonly session: ProjectSession }) {
  const notice = useStore(session.store, (state) => state.notice);
  const { files: commands } = session;
  return (
    // Always in the document, so that screen readers announce what is added to it.
    <div role="status" aria-label="Files">
      {notice && (
        <div className={styles['notice']}>
          <span className={styles['text']}>{textOf(notice)}</span>
          {notice.kind === 'deleted' && (
            <Button kind="small" onClick={commands.undoRemove}>
              Undo
            </Button>
          )}
          <Button kind="icon" label="Close notice" hint="Close" onClick={commands.dismissNotice}>
            <CloseIcon />
          </Button>
        </div>
      )}
    </div>
  );
}

function textOf(notice: FilesNotice): string {
  switch (notice.kind) {
    case 'deleted':
      return `Deleted ${notice.file.path}.`;
    case 'renamed':
      return `Renamed ${notice.path}. Updated ${notice.imports} ${notice.imports === 1 ? 'import' : 'imports'}.`;
    case 'refused':
      return notice.reason;
    default:
      return assertNever(notice);
  }
}
