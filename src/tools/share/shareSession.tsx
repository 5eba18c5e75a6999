import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';
import { assertNever } from '#core/util/assertNever.ts';
import type { PopoverProps } from '#ui/Popover.tsx';
import type { Notice } from '#ui/Tooltip.tsx';
import { perContext } from '#ui/tools/perContext.ts';
import type { SharedView, ShareOutcome } from '#workspace/workspace.ts';
import type { ShareDialogProps } from './ShareDialog.tsx';

interface ShareState {
  /** The open dialog; null if none. */
  readonly popover:
    | ((beside: Pick<PopoverProps, 'anchor' | 'popup' | 'onClose'>) => ReactNode)
    | null;
  readonly notice: Notice | null;
}

/** The actions behind the Share button, the menu and the command palette. */
export const shareSession = perContext((context) => {
  const { workspace } = context;
  const store = createStore<ShareState>(() => ({ popover: null, notice: null }));
  const button: { current: HTMLButtonElement | null } = { current: null };
  /** The button; on small screens without one, the focused element. */
  const anchor: { current: HTMLElement | null } = { current: null };
  const findAnchor = () => {
    const { activeElement } = document;
    const isThere = button.current?.checkVisibility() === true;
    anchor.current = isThere ? button.current : (activeElement as HTMLElement);
  };
  // If the dialog cannot be loaded, the outcome is still shown.
  const showDialog = async (shown: Pick<ShareDialogProps, 'tab' | 'takesFocus'>) => {
    const loaded = await import('./ShareDialog.tsx').catch(() => null);
    if (!loaded) return;
    const { ShareDialog } = loaded;
    store.setState({
      popover: (beside) => <ShareDialog {...beside} {...shown} context={context} />,
    });
  };
  const showLink = async (link: string) => {
    const loaded = await import('./LinkPopover.tsx').catch(() => null);
    if (!loaded) return;
    const { LinkPopover } = loaded;
    store.setState({ popover: (beside) => <LinkPopover {...beside} link={link} /> });
  };
  return {
    ...{ store, button, anchor },
    /** Copies a link that includes this view, then opens the dialog with further ways to share. */
    async share(view?: SharedView): Promise<void> {
      findAnchor();
      const outcome = await workspace.share(view);
      if (outcome.kind === 'failed' && outcome.link !== null) await showLink(outcome.link);
      store.setState({ notice: noticeOf(outcome) });
      if (outcome.kind === 'copied') await showDialog({ tab: 'link', takesFocus: false });
    },
    async showMore(): Promise<void> {
      findAnchor();
      await showDialog({ tab: 'embed', takesFocus: true });
    },
  };
});

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
