import { assertNever } from '#core/util/assertNever.ts';
import { hiddenText } from '#core/util/hiddenCharacters.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { KeepingNotice } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';

interface SourceNoticeProps {
  readonly notice: KeepingNotice;
  readonly workspace: Workspace;
}

export function SourceNotice({ notice, workspace }: SourceNoticeProps) {
  return (
    <Notice
      id={notice.kind}
      kind={isInHistory(notice) ? 'information' : 'lasting'}
      texts={[textOf(notice)]}
      onClose={() => workspace.dismissNotice(notice.kind)}
    >
      <NoticeAction notice={notice} workspace={workspace} />
    </Notice>
  );
}

/** Whether the history already contains what the notice offers to keep. */
function isInHistory(notice: KeepingNotice): boolean {
  return notice.kind === 'left' || (notice.kind === 'replaced' && notice.inHistory);
}

function NoticeAction({ notice, workspace }: SourceNoticeProps) {
  switch (notice.kind) {
    case 'replaced':
    case 'left':
      return <Button onClick={() => void workspace.bringBack(notice.kind)}>Restore source</Button>;
    case 'hidden-characters':
      return (
        <Button onClick={() => workspace.reveal(notice.first, notice.path)}>Show the first</Button>
      );
    case 'refused':
      return null;
    default:
      return assertNever(notice);
  }
}

function textOf(notice: KeepingNotice): string {
  switch (notice.kind) {
    case 'replaced':
      return notice.inHistory
        ? 'Your previous source is in the history.'
        : 'Your previous source was replaced.';
    case 'left':
      return 'The source of a closed tab is in the history.';
    case 'hidden-characters':
      return (
        `This source from a link or a zip has ${hiddenText(notice)}. They can make code look different ` +
        'from what it does. The editor marks them.'
      );
    case 'refused':
      return `${notice.reason} To keep your source, share a link to it.`;
    default:
      return assertNever(notice);
  }
}
