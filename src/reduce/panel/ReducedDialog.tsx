import { type RefObject, useState } from 'react';
import type { ReduceSession } from '#reduce/session/reduceSession.ts';
import { type ReducedState, shownText } from '#reduce/session/state.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { LongText } from '#ui/LongText.tsx';
import styles from './ReducePanel.module.css';
import { faultText } from './texts.ts';

interface ReducedDialogProps {
  readonly session: ReduceSession;
  readonly state: ReducedState;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly opener: RefObject<HTMLElement | null>;
}

/** The small source, to open or to copy. */
export function ReducedDialog(props: ReducedDialogProps) {
  const { session, state, open, onClose, opener } = props;
  const openSource = () => {
    onClose();
    void session.open();
  };
  return (
    <Dialog title="Reduced source" open={open} onClose={onClose} opener={opener}>
      <div className={styles['content']}>
        <p className={styles['fault']}>{faultText(state)}</p>
        <LongText text={shownText(state.files)} className={styles['source']} />
        <div className={styles['buttons']}>
          <Button
            kind="primary"
            hint="Replaces your source; Undo brings it back"
            onClick={openSource}
          >
            Open
          </Button>
          <MarkdownButton text={state.report} />
          <CopyButton label="Copy the reduced source" text={() => shownText(state.files)} />
        </div>
      </div>
    </Dialog>
  );
}

type CopyState = 'ready' | 'copied' | 'failed';

const OUTCOMES: Readonly<Record<CopyState, string>> = {
  ready: '',
  copied: 'Copied to the clipboard.',
  failed: 'Your browser blocked the copy.',
};

function MarkdownButton({ text }: { readonly text: string }) {
  const [state, setState] = useState<CopyState>('ready');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <Button
        hint="For an issue: the source, its fault and the compiler’s version"
        onClick={() => void copy()}
      >
        Copy as Markdown
      </Button>
      <span role="status">{OUTCOMES[state]}</span>
    </>
  );
}
