import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import type { ProjectSession } from '#tools/files/session/projectSession.ts';
import type { FilesNotice } from '#tools/files/session/state.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';

/** What became of a file, with the way back. */
export function FilesOutcome({ session }: { readonly session: ProjectSession }) {
  const notice = useStore(session.store, (state) => state.notice);
  const { files: commands } = session;
  if (!notice) return null;
  const isOver = notice.kind === 'deleted' || notice.kind === 'renamed';
  return (
    <Notice
      id="files"
      kind={isOver ? 'information' : 'lasting'}
      texts={[textOf(notice)]}
      onClose={commands.dismissNotice}
    >
      {notice.kind === 'added' && (
        <Button onClick={commands.insertImport}>
          Insert <code>{notice.statement}</code>
        </Button>
      )}
      {notice.kind === 'renamed' && <Button onClick={commands.undoRename}>Undo</Button>}
      {notice.kind === 'deleted' && <Button onClick={commands.undoRemove}>Undo</Button>}
    </Notice>
  );
}

function textOf(notice: FilesNotice): string {
  switch (notice.kind) {
    case 'added':
      return `Added ${notice.path}. The shader needs an import to use it.`;
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
