import {
  type ComponentProps,
  type ComponentType,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { assertNever } from '#shared/assertNever.ts';
import { addCommands } from '#shared/commands.ts';
import { Button } from '#ui/Button.tsx';
import { ShareIcon } from '#ui/icons.tsx';
import { MenuButton } from '#ui/MenuButton.tsx';
import { type Notice, Tooltip } from '#ui/Tooltip.tsx';
import type { ShareOutcome } from '#workspace/sources/sharing.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './ButtonText.module.css';

type Popover = ComponentType<ComponentProps<typeof import('./LinkPopover.tsx').LinkPopover>>;

/** A link that the user has to copy, and what shows it. */
interface LinkByHand {
  readonly link: string;
  readonly Popover: Popover;
}

const HINT = 'Share a link to this source';
const EXACT_HINT = 'Share this exact view';

/** Shares a link to the project and shows the outcome. The menu beside it shares more. */
export function ShareButton({ workspace }: { readonly workspace: Workspace }) {
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [byHand, setByHand] = useState<LinkByHand | null>(null);
  const share = async (exactly = false) => {
    const outcome = await workspace.share(exactly);
    setByHand(await linkByHand(outcome));
    setNotice(noticeOf(outcome));
  };
  const shareNow = useEffectEvent((exactly: boolean) => void share(exactly));
  useEffect(
    () =>
      addCommands(() => [
        { id: 'share', title: HINT, group: 'Page', run: () => shareNow(false) },
        { id: 'share-exactly', title: EXACT_HINT, group: 'Page', run: () => shareNow(true) },
      ]),
    [],
  );
  return (
    <>
      <Button ref={button} label="Share" hint={HINT} onClick={() => void share()}>
        <ShareIcon />
        <span className={styles['text']}>Share</span>
      </Button>
      <span className={styles['options']}>
        <MenuButton
          label="Share options"
          items={[{ text: EXACT_HINT, onChoose: () => void share(true) }]}
        />
      </span>
      {byHand && (
        <byHand.Popover
          link={byHand.link}
          anchor={button}
          popup={popup}
          onClose={() => setByHand(null)}
        />
      )}
      <Tooltip notice={notice} anchor={byHand ? popup : button} onHide={() => setNotice(null)} />
    </>
  );
}

/** Null if there is none, or if what shows it cannot be loaded. */
async function linkByHand(outcome: ShareOutcome): Promise<LinkByHand | null> {
  if (outcome.kind !== 'failed' || outcome.link === null) return null;
  try {
    const { LinkPopover } = await import('./LinkPopover.tsx');
    return { link: outcome.link, Popover: LinkPopover };
  } catch {
    return null;
  }
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
