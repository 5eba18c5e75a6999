import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { assertNever } from '#shared/assertNever.ts';
import { addCommands } from '#shared/commands.ts';
import { Button } from '#ui/Button.tsx';
import { ShareIcon } from '#ui/icons.tsx';
import { type Notice, Tooltip } from '#ui/Tooltip.tsx';
import type { ShareOutcome } from '#workspace/sources/sharing.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './ButtonText.module.css';
import { LinkPopover } from './LinkPopover.tsx';

const HINT = 'Share a link to this source';

/** Shares a link to the source and shows the outcome. */
export function ShareButton({ workspace }: { readonly workspace: Workspace }) {
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [linkByHand, setLinkByHand] = useState<string | null>(null);
  const share = async () => {
    const outcome = await workspace.share();
    setNotice(noticeOf(outcome));
    setLinkByHand(outcome.kind === 'failed' ? outcome.link : null);
  };
  const shareNow = useEffectEvent(() => void share());
  useEffect(
    () => addCommands(() => [{ id: 'share', title: HINT, group: 'Page', run: () => shareNow() }]),
    [],
  );
  return (
    <>
      <Button ref={button} label="Share" hint={HINT} onClick={() => void share()}>
        <ShareIcon />
        <span className={styles['text']}>Share</span>
      </Button>
      {linkByHand !== null && (
        <LinkPopover
          link={linkByHand}
          anchor={button}
          popup={popup}
          onClose={() => setLinkByHand(null)}
        />
      )}
      <Tooltip
        notice={notice}
        anchor={linkByHand === null ? button : popup}
        onHide={() => setNotice(null)}
      />
    </>
  );
}

/** Null after the share sheet, which shows its own outcome. */
function noticeOf(outcome: ShareOutcome): Notice | null {
  switch (outcome.kind) {
    case 'copied':
      return { text: 'Link copied to clipboard.' };
    case 'failed':
      return { text: 'Failed to copy link to clipboard.' };
    case 'shared':
    case 'cancelled':
      return null;
    default:
      return assertNever(outcome);
  }
}
