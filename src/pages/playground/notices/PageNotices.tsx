import { useState } from 'react';
import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import { messageOf } from '#core/util/errors.ts';
import { hiddenText } from '#core/util/hiddenCharacters.ts';
import { brief } from '#core/util/text.ts';
import { Button } from '#ui/Button.tsx';
import { CopyReport } from '#ui/faults/CopyReport.tsx';
import { faults } from '#ui/faults/faults.ts';
import { Notice } from '#ui/Notice.tsx';
import type { HeldRun } from '#workspace/runState.ts';
import { BAD_END_TEXTS, originsText } from '#workspace/runs/heldRunTexts.ts';
import type { KeepingNotice } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './LoadingStrips.module.css';

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

interface HeldRunQuestionProps {
  readonly workspace: Workspace;
  readonly held: HeldRun;
}

export function HeldRunQuestion({ workspace, held }: HeldRunQuestionProps) {
  const { reason, action } = describe(held);
  return (
    <section className={styles['strip']} data-state="asking" aria-label="Held run">
      <p role="status" className={styles['question']}>
        {reason}
      </p>
      <Button kind="primary" onClick={() => void workspace.runHeld()}>
        {action}
      </Button>
      <Button onClick={workspace.dropHeld}>Don’t run</Button>
    </section>
  );
}

function describe(held: HeldRun): { readonly reason: string; readonly action: string } {
  switch (held.kind) {
    case 'origins':
      return {
        reason: `This shader came from a link or a zip and wants to fetch files from ${originsText(held.origins)}. Nothing has been fetched yet.`,
        action: 'Fetch and run',
      };
    case 'suspect':
      return {
        reason: `${BAD_END_TEXTS[held.badEnd]} Press Run to start it.`,
        action: 'Run anyway',
      };
    default:
      return assertNever(held);
  }
}

const MAX_MESSAGE = 300;

/** Reports failures that no part of the page shows. Shows the same error only once. */
export function FaultNotice() {
  const found = useStore(faults);
  const [closed, setClosed] = useState(0);
  const shown = found.slice(closed);
  const newest = shown.at(-1);
  if (!newest) return null;
  const texts = [
    `Something on this page failed: ${brief(messageOf(newest.thrown), MAX_MESSAGE)}`,
    ...(shown.length > 1 ? [`${shown.length} different errors so far.`] : []),
    'If the page doesn’t respond as you expect, reload it. Your source stays.',
  ];
  return (
    <Notice id="faults" kind="lasting" texts={texts} onClose={() => setClosed(found.length)}>
      <CopyReport reported={shown} />
    </Notice>
  );
}
