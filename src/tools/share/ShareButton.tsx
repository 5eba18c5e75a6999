import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { assertNever } from '#core/util/assertNever.ts';
import { Button } from '#ui/Button.tsx';
import { addCommands } from '#ui/commands.ts';
import { Part } from '#ui/faults/Part.tsx';
import { ShareIcon } from '#ui/icons.tsx';
import { MenuButton } from '#ui/MenuButton.tsx';
import { type Notice, Tooltip } from '#ui/Tooltip.tsx';
import styles from '#ui/tools/ButtonText.module.css';
import type { ToolContext } from '#ui/tools/tool.ts';
import type { ShareOutcome } from '#workspace/workspace.ts';
import type { ShareDialogProps } from './ShareDialog.tsx';

const HINT = 'Share a link to this source';
const EXACT_HINT = 'Share this exact view';
const MORE_HINT = 'Embed or report…';

/** Shares a link to the project and shows the outcome. A dialog below it, and the menu, share more. */
export function ShareButton({ tool }: { readonly tool: { readonly context: ToolContext } }) {
  const { workspace } = tool.context;
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [popover, setPopover] = useState<ReactNode>(null);
  const beside = { anchor: button, popup, onClose: () => setPopover(null) };
  // If the dialog cannot be loaded, the outcome is shown all the same.
  const showDialog = async (shown: Pick<ShareDialogProps, 'tab' | 'takesFocus'>) => {
    const loaded = await import('./ShareDialog.tsx').catch(() => null);
    if (loaded) setPopover(<loaded.ShareDialog {...beside} {...shown} workspace={workspace} />);
  };
  const showLink = async (link: string) => {
    const loaded = await import('./LinkPopover.tsx').catch(() => null);
    if (loaded) setPopover(<loaded.LinkPopover {...beside} link={link} />);
  };
  const share = async (exactly = false) => {
    const outcome = await workspace.share(exactly);
    if (outcome.kind === 'failed' && outcome.link !== null) await showLink(outcome.link);
    setNotice(noticeOf(outcome));
    if (outcome.kind === 'copied') await showDialog({ tab: 'link', takesFocus: false });
  };
  const showMore = () => void showDialog({ tab: 'embed', takesFocus: true });
  const shareNow = useEffectEvent((exactly: boolean) => void share(exactly));
  const showMoreNow = useEffectEvent(showMore);
  useEffect(
    () =>
      addCommands(() => [
        { id: 'share', title: HINT, group: 'Page', run: () => shareNow(false) },
        { id: 'share-exactly', title: EXACT_HINT, group: 'Page', run: () => shareNow(true) },
        { id: 'share-more', title: MORE_HINT, group: 'Page', run: () => showMoreNow() },
      ]),
    [],
  );
  return (
    <>
      <Button ref={button} label="Share" hint={HINT} onClick={() => void share()}>
        <ShareIcon />
        <span className={styles['text']}>Share</span>
      </Button>
      <Part name="Share" onClose={beside.onClose}>
        {popover}
      </Part>
      <span className={styles['options']}>
        <MenuButton
          label="Share options"
          items={[
            { text: EXACT_HINT, onChoose: () => void share(true) },
            { text: MORE_HINT, onChoose: showMore },
          ]}
        />
      </span>
      <Tooltip notice={notice} anchor={popover ? popup : button} onHide={() => setNotice(null)} />
    </>
  );
}

/** Null after the share sheet, which shows its own outcome. */
function noticeOf(outcome: ShareOutcome): Notice | null {
  switch (outcome.kind) {
    case 'copied':
    case 'shared':
      return noticeOfDelivered(outcome.kind, outcome.note !== null);
    case 'failed':
      return { text: 'Failed to copy link to clipboard.' };
    case 'cancelled':
      return null;
    default:
      return assertNever(outcome);
  }
}

function noticeOfDelivered(kind: 'copied' | 'shared', isPartial: boolean): Notice | null {
  if (isPartial) return { text: 'The link leaves out some images or data: see Diagnostics.' };
  return kind === 'copied' ? { text: 'Link copied to clipboard.' } : null;
}
