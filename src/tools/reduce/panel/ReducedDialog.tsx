import { type RefObject, useState } from 'react';
import type { ReduceSession } from '#tools/reduce/session/reduceSession.ts';
import { type ReducedState, shownText } from '#tools/reduce/session/state.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { copyText } from '#ui/copyText.ts';
import { Dialog, DialogFoot } from '#ui/Dialog.tsx';
import { LongText } from '#ui/LongText.tsx';
import styles from './ReducePanel.module.css';
import { faultText } from './texts.ts';

interface ReducedDialogProps {
  readonly session: ReduceSession;
  readonly state: ReducedState;
  /** Gets the focus back when the dialog closes. */
  readonly opener: RefObject<HTMLElement | null>;
}

/** The small source, to open or to copy. */
export function ReducedDialog({ session, state, opener }: ReducedDialogProps) {
  const close = () => session.show(false);
  return (
    <Dialog title="Reduced source" open={state.isShown} onClose={close} opener={opener}>
      <div className={styles['content']}>
        <p className={styles['fault']}>{faultText(state)}</p>
        <LongText text={shownText(state.files)} className={styles['source']} />
        <DialogFoot>
          <Button
            kind="primary"
            hint="Replaces your source; Undo brings it back"
            onClick={() => void session.open()}
          >
            Open
          </Button>
          <MarkdownButton text={state.report} />
          <CopyButton label="Copy the reduced source" text={() => shownText(state.files)} />
        </DialogFoot>
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
    setState((await copyText(Promise.resolve(text))) ? 'copied' : 'failed');
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
