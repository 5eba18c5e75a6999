import '#ui/tabs.css';
import { Tabs } from '@base-ui/react/tabs';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { reportMarkdown } from '#core/project/reportMarkdown.ts';
import { Button } from '#ui/Button.tsx';
import { Check } from '#ui/Check.tsx';
import { inMenu } from '#ui/commands.ts';
import { copyText } from '#ui/copyText.ts';
import { CloseIcon } from '#ui/icons.tsx';
import { Popover, type PopoverProps } from '#ui/Popover.tsx';
import type { ToolContext } from '#ui/tools/tool.ts';
import { gatherFacts } from '#workspace/gatherFacts.ts';
import type { SharedView, Workspace } from '#workspace/workspace.ts';
import { CopiedText, EmbedTab, useLink } from './EmbedTab.tsx';
import styles from './ShareDialog.module.css';

export interface ShareDialogProps extends Pick<PopoverProps, 'anchor' | 'popup' | 'onClose'> {
  readonly context: ToolContext;
  readonly tab: 'link' | 'embed';
  /** Whether to focus the dialog, which the user opened explicitly. */
  readonly takesFocus: boolean;
}

const COPIED = 'Copied to the clipboard.';
const NOT_COPIED = 'Your browser blocked the copy. The text is selected: copy it by hand.';

/** Further ways to share, after the link has been copied. The dialog blocks nothing. */
export function ShareDialog({ context, tab, takesFocus, ...beside }: ShareDialogProps) {
  const { workspace } = context;
  const head = useRef<HTMLDivElement>(null);
  const [outcome, setOutcome] = useState('');
  useEffect(() => {
    if (takesFocus) head.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, [takesFocus]);
  const tell = (isCopied: boolean) => setOutcome(isCopied ? COPIED : NOT_COPIED);
  return (
    // A constant `content` keeps the dialog in place when another tab is chosen.
    <Popover {...beside} content={workspace} className={styles['popup']} aria-label="Share">
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
            onClick={() => beside.popup.current?.hidePopover()}
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
      <Report workspace={workspace} outcome={outcome} onOutcome={setOutcome} onCopied={tell}>
        {inMenu(context.commands(), 'Share').map(({ text, command }) => (
          <Button
            key={command.id}
            hint={command.title}
            opens="dialog"
            onClick={() => {
              beside.popup.current?.hidePopover();
              command.run();
            }}
          >
            {text}…
          </Button>
        ))}
      </Report>
    </Popover>
  );
}

interface ReportProps {
  readonly workspace: Workspace;
  readonly outcome: string;
  readonly onOutcome: (outcome: string) => void;
  readonly onCopied: (isCopied: boolean) => void;
  readonly children: ReactNode;
}

/** Copies a report, or shows it if the browser blocks copying. */
function Report({ workspace, outcome, onOutcome, onCopied, children }: ReportProps) {
  const [report, setReport] = useState<string | null>(null);
  const copyReport = async () => {
    onOutcome('');
    const made = gatherFacts(workspace).then(reportMarkdown);
    if (await copyText(made)) onOutcome('Report copied to the clipboard.');
    else {
      setReport(await made);
      onOutcome('Your browser blocked the copy. Copy the report by hand.');
    }
  };
  return (
    <>
      {report !== null && (
        <div className={styles['panel']}>
          <CopiedText label="Report" text={report} lines={6} onCopied={onCopied} />
        </div>
      )}
      <div className={styles['foot']}>
        <Button
          hint="Link, source, compiler, diagnostics, browser and GPU, for chat and issues"
          onClick={() => void copyReport()}
        >
          Copy as Markdown
        </Button>
        {children}
        <span role="status" className={styles['quiet']}>
          {outcome}
        </span>
      </div>
    </>
  );
}

interface LinkTabProps {
  readonly workspace: Workspace;
  readonly onCopied: (isCopied: boolean) => void;
}

/** The link, to copy again or with more included. */
function LinkTab({ workspace, onCopied }: LinkTabProps) {
  const [view, setView] = useState<SharedView>({ playback: false, uniforms: false });
  const link = useLink(workspace, view);
  return (
    <>
      <CopiedText label="Link" text={link?.ok ? link.value.href : ''} onCopied={onCopied}>
        <Check
          label="Playback"
          hint="Include the resolution and, while playback is paused, the frame"
          checked={view.playback}
          onChange={(playback) => setView({ ...view, playback })}
        />
        <Check
          label="Uniform values"
          hint="Include the values of sliders and colours, and their animations"
          checked={view.uniforms}
          onChange={(uniforms) => setView({ ...view, uniforms })}
        />
      </CopiedText>
      {link?.ok === false && <p className={styles['problem']}>{link.error}</p>}
      {link?.ok && link.value.note !== null && <p className={styles['quiet']}>{link.value.note}</p>}
    </>
  );
}
