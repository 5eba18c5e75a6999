import '#ui/tabs.css';
import { Tabs } from '@base-ui/react/tabs';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { gatherFacts } from '#report/gatherFacts.ts';
import { reportMarkdown } from '#report/reportMarkdown.ts';
import { copyText } from '#shared/copyText.ts';
import { Button } from '#ui/Button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import { useBeside } from '#ui/useBeside.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { CopiedText } from './CopiedText.tsx';
import { EmbedTab } from './EmbedTab.tsx';
import { LinkTab } from './LinkTab.tsx';
import styles from './ShareDialog.module.css';

export interface ShareDialogProps {
  readonly workspace: Workspace;
  /** The dialog appears beside it, and returns the focus to it. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly popup: RefObject<HTMLDivElement | null>;
  readonly tab: 'link' | 'embed';
  /** Whether somebody asked for the dialog itself. */
  readonly takesFocus: boolean;
  /** Called when Escape, a press elsewhere or the Close button closes it. */
  readonly onClose: () => void;
}

const COPIED = 'Copied to the clipboard.';
const NOT_COPIED = 'Your browser blocked the copy. The text is selected: copy it by hand.';

/** What there is to share beside the link that is on the clipboard already. Nothing waits for it. */
export function ShareDialog(props: ShareDialogProps) {
  const { workspace, anchor, popup, tab, takesFocus, onClose } = props;
  const head = useRef<HTMLDivElement>(null);
  const [outcome, setOutcome] = useState('');
  const [report, setReport] = useState<string | null>(null);
  // It stays where it is while its content changes.
  useBeside(popup, anchor, workspace);
  useEffect(() => {
    if (takesFocus) head.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, [takesFocus]);
  const tell = (isCopied: boolean) => setOutcome(isCopied ? COPIED : NOT_COPIED);
  const copyReport = async () => {
    setOutcome('');
    const made = gatherFacts(workspace).then(reportMarkdown);
    if (await copyText(made)) setOutcome('Report copied to the clipboard.');
    else {
      setReport(await made);
      setOutcome('Your browser blocked the copy. Copy the report by hand.');
    }
  };
  return (
    <div
      ref={popup}
      className={styles['popup']}
      popover="auto"
      role="dialog"
      aria-label="Share"
      onToggle={({ newState }) => {
        if (newState === 'open') return;
        const { activeElement } = document;
        if (popup.current?.contains(activeElement) || activeElement === document.body)
          anchor.current?.focus();
        onClose();
      }}
    >
      <Tabs.Root defaultValue={tab} className={styles['tabs']} onValueChange={() => setOutcome('')}>
        <div ref={head} className={styles['head']}>
          <Tabs.List aria-label="Share" activateOnFocus>
            <Tabs.Tab value="link">Link</Tabs.Tab>
            <Tabs.Tab value="embed">Embed</Tabs.Tab>
          </Tabs.List>
          <Button
            kind="icon"
            label="Close"
            hint="Close (Escape)"
            onClick={() => popup.current?.hidePopover()}
          >
            <CloseIcon />
          </Button>
        </div>
        <Tabs.Panel value="link" className={styles['panel']}>
          <LinkTab workspace={workspace} onCopied={tell} />
        </Tabs.Panel>
        <Tabs.Panel value="embed" className={styles['panel']}>
          <EmbedTab workspace={workspace} onCopied={tell} />
        </Tabs.Panel>
      </Tabs.Root>
      {report !== null && (
        <div className={styles['panel']}>
          <CopiedText label="Report" text={report} lines={6} onCopied={tell} />
        </div>
      )}
      <div className={styles['foot']}>
        <Button
          hint="Link, source, compiler, diagnostics, browser and GPU, for chat and issues"
          onClick={() => void copyReport()}
        >
          Copy as Markdown
        </Button>
        <span role="status" className={styles['quiet']}>
          {outcome}
        </span>
      </div>
    </div>
  );
}
